// Asking the house for something that may go wrong: the sentence goes where the screen shows it.

/** The sentence that says what went wrong. */
export function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/** Do something; `tell` hears what went wrong, or nothing once more. */
export async function trying(work: () => Promise<void>, tell: (text: string) => void): Promise<void> {
  tell("");
  try {
    await work();
  } catch (problem) {
    tell(sentenceOf(problem));
  }
}
