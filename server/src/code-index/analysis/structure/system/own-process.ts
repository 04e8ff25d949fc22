import type { LocatedUnit } from "./located-unit.ts";

/** A process that runs the repository's own code. */
export interface OwnProcess {
  id: string;
  folder: string;
  duty: LocatedUnit["duty"];
  /** Its names, and the words of the commands that start it. */
  words: string[];
}

/** Of a process whose code was not found. */
export const unknownFolder = "\u0000";

const dutyOrder = ["web", "", "worker", "schedule", "beside", "once", "development", "client"];

/** The process that serves people, else what seems nearest to it. */
export function mainOf(own: readonly OwnProcess[]): OwnProcess | undefined {
  const rank = ({ duty }: OwnProcess): number => dutyOrder.indexOf(duty?.duty ?? "");
  return own.toSorted((a, b) => rank(a) - rank(b))[0];
}
