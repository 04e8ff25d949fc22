import { readdirSync, readFileSync } from "node:fs";

/** Ids of the processes of this machine whose command is wanted: the program and its arguments with a space between. */
export function findProcesses(isWanted: (command: string) => boolean): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isWanted(readCommand(pid)));
}

/** Empty where it has ended meanwhile. */
function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
