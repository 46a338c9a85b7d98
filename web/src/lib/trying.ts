// Asking the server for something that may go wrong: the sentence about it goes where the screen shows it.

/** The sentence that says what went wrong. */
export function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/** Do something; `tell` gets an empty text first, and then what went wrong, if anything did. */
export async function trying(work: () => Promise<void>, tell: (text: string) => void): Promise<void> {
  tell("");
  try {
    await work();
  } catch (problem) {
    tell(sentenceOf(problem));
  }
}
