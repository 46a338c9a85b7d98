// The faces of a game whose cards are of several kinds: the index alone does not say which kind one is.

export class Faces<Face extends { name: string }> {
  constructor(private faces: readonly Face[]) {}

  name(at: number): string {
    return this.faces[at].name;
  }

  /** The face at an index that, by the rules of the game, can only be of this kind. */
  protected of<Kind extends Face>(at: number, isKind: (face: Face) => face is Kind): Kind {
    const face = this.faces[at];
    if (!isKind(face)) throw new Error(`Face ${at}, ${face.name}, is of another kind.`);
    return face;
  }
}
