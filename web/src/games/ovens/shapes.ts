// Written by tools/types.mjs from docs/views/ovens.schema.json.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Face".
 */
export type Face = (CardFace | DishFace)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heard".
 */
export type Heard = (TurnHeard | ReshuffleHeard | PileHeard | OverHeard | OwnHeard | RedrawHeard | DishHeard | GoOnHeard | ScoreHeard | RaidHeard | VictimHeard)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Offer".
 */
export type Offer = (KindOffer | PlainOffer | ChooseOffer | RaidOffer | StealOffer | CleanOffer | VictimOffer)

export interface Everything {
[k: string]: unknown
}
/**
 * A card as it is printed, with what it does in words.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CardFace".
 */
export interface CardFace {
copies: number
home?: ("hamburger" | "pizza" | "soup" | "tacos" | "yakitori")
kind: ("ingredient" | "radioactive" | "seasoning" | "trash")
minus?: number
name: string
plus?: number
text: string
}
/**
 * Take the top dish of a pile.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ChooseOffer".
 */
export interface ChooseOffer {
back: number[]
label: string
type: ("hamburger" | "pizza" | "soup" | "tacos" | "yakitori")
verb: "choose"
}
/**
 * Clean cards out of one's own oven.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CleanOffer".
 */
export interface CleanOffer {
label: string
places: number[]
verb: "clean"
}
/**
 * Numbers and names of the rules.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Constants".
 */
export interface Constants {
hand_limit: number
rounds: number
spaces: number
steps: Step[]
types: ("hamburger" | "pizza" | "soup" | "tacos" | "yakitori")[]
}
/**
 * A step of a turn, and how often it can be done: cards taken or put in, actions, sabotage.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
most: number
name: string
}
/**
 * The pile; its top card is seen from the first round on.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Deck".
 */
export interface Deck {
height: number
top: (number | null)
}
/**
 * A dish as it is printed, front and back.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DishFace".
 */
export interface DishFace {
back: number[]
kind: "dish"
name: string
needs: number[]
points: number
type: ("hamburger" | "pizza" | "soup" | "tacos" | "yakitori")
}
/**
 * A dish is taken.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DishHeard".
 */
export interface DishHeard {
dish: number
event: "dish"
seat: number
text: string
}
/**
 * A finished dish.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Finished".
 */
export interface Finished {
dish: number
minus: number
plus: number
points: number
}
/**
 * Somebody goes on to the next step.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GoOnHeard".
 */
export interface GoOnHeard {
event: "go on"
seat: number
step: ("action" | "dish" | "give" | "keep" | "over" | "prepare" | "redraw" | "replace" | "sabotage" | "supply")
text: string
}
/**
 * A pile of dishes of one type: the back of the top one.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Heap".
 */
export interface Heap {
back: (number[] | null)
height: number
}
/**
 * A turn begins.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TurnHeard".
 */
export interface TurnHeard {
event: "turn"
round: number
seat: number
text: string
}
/**
 * The discard becomes a new pile.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReshuffleHeard".
 */
export interface ReshuffleHeard {
count: number
event: "reshuffle"
text: string
}
/**
 * The next card of the pile is turned up.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PileHeard".
 */
export interface PileHeard {
event: "pile"
kind: (number | null)
text: string
}
/**
 * The game is over.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OverHeard".
 */
export interface OverHeard {
event: "over"
text: string
}
/**
 * What somebody does with a card of the pantry, the pile or their own oven, or without one.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OwnHeard".
 */
export interface OwnHeard {
event: ("clean" | "close" | "discard" | "prepare" | "ready" | "reject" | "take")
kind?: number
seat: number
text: string
}
/**
 * First cards are exchanged.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RedrawHeard".
 */
export interface RedrawHeard {
count: number
event: "redraw"
kinds?: number[]
seat: number
text: string
}
/**
 * A dish is counted, and what lay face down is turned up.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ScoreHeard".
 */
export interface ScoreHeard {
dish: number
event: ("finish" | "unfinished")
points: number
revealed: number[]
seat: number
text: string
}
/**
 * A pantry is raided.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RaidHeard".
 */
export interface RaidHeard {
event: "raid"
kinds?: number[]
seat: number
text: string
victim: number
}
/**
 * Something between two players.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "VictimHeard".
 */
export interface VictimHeard {
event: ("give" | "keep" | "replace" | "return" | "sabotage" | "steal")
kind?: number
seat: number
text: string
victim: number
}
/**
 * Something with a card of one's own, of the pile, or of those looked at.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KindOffer".
 */
export interface KindOffer {
kind: number
label: string
verb: ("discard" | "keep" | "prepare" | "reject" | "take")
}
/**
 * A card in an oven: None if its back is seen; `by` is who put it there face down.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Laid".
 */
export interface Laid {
by: (number | null)
kind: (number | null)
}
/**
 * Go on, or give the cards back.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlainOffer".
 */
export interface PlainOffer {
label: string
verb: ("go on" | "ready" | "return")
}
/**
 * Raid a pantry.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RaidOffer".
 */
export interface RaidOffer {
label: string
seat: number
verb: "raid"
}
/**
 * Steal the card in a space of an oven.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StealOffer".
 */
export interface StealOffer {
label: string
place: number
seat: number
verb: "steal"
}
/**
 * A card for another player, or for their oven.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "VictimOffer".
 */
export interface VictimOffer {
kind: number
label: string
seat: number
verb: ("give" | "replace" | "sabotage")
}
/**
 * An oven, and what its dish still lacks.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Oven".
 */
export interface Oven {
cards: Laid[]
closed: boolean
dish: (number | null)
lacks: number[]
}
/**
 * A raid under way; the cards are seen by the two players alone.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Raid".
 */
export interface Raid {
cards: (number[] | null)
count: number
kept: (number | null)
victim: number
}
/**
 * A theft under way.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Theft".
 */
export interface Theft {
victim: number
}
/**
 * The table. `step` is the step of the turn (None: none yet, or over), `used` how much of each step is used up.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
actors: number[]
decided: boolean[]
deck: Deck
discard: number
finished: Finished[][]
first: number
hand: number[]
held: number[]
known: number[][]
moment: ("action" | "dish" | "give" | "keep" | "over" | "prepare" | "redraw" | "replace" | "sabotage" | "supply")
ovens: Oven[]
piles: {
[k: string]: Heap
}
players: number
raid: (Raid | null)
rejected: number[]
round: number
scores: number[]
seat: (number | null)
step: (number | null)
theft: (Theft | null)
turn: number
used: number[]
}
