// Who can open the links that the house gives away.
import type { TableHere } from "./wire";

export type Reach = TableHere["reach"];

export const WHO_CAN_OPEN: Record<Reach, string> = {
  public: "Whoever opens it",
  network: "Whoever opens it in your network",
  here: "Whoever opens it on this computer",
  offline: "Whoever opens it on this computer",
};

/** Whether no other device can open them. */
export const isAlone = (reach: Reach): boolean => reach === "here" || reach === "offline";
