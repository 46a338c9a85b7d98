// Asking the house for something that may go wrong: the sentence goes where the screen shows it.
import { Trouble } from "./api";

/** Do something; `tell` hears what went wrong, or nothing once more. */
export async function trying(work: () => Promise<void>, tell: (text: string) => void): Promise<void> {
  tell("");
  try {
    await work();
  } catch (problem) {
    tell(problem instanceof Trouble ? problem.message : String(problem));
  }
}
