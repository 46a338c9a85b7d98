// The pictures of plates on the generic board; a party has none of its own.
import type { Icon } from "../../lib/icon";
import looks from "./looks";

export default function picture(_name: string, kind: string): Icon | undefined {
  return kind === "table" ? undefined : looks[kind]?.icon;
}
