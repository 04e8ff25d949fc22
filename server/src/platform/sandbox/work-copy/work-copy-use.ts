import { AppError } from "@cairn/contract/errors";

/** What this process knows of the work copies that it made. */
export function createUse() {
  const commands = new Map<string, number>();
  const histories = new Map<string, string>();
  const count = (id: string, change: 1 | -1): void => {
    const now = (commands.get(id) ?? 0) + change;
    if (now === 0) commands.delete(id);
    else commands.set(id, now);
  };
  return {
    /** Counts a command that runs in a work copy. */
    add(id: string, ended: Promise<unknown>): void {
      count(id, 1);
      const leave = () => count(id, -1);
      void ended.then(leave, leave);
    },
    /** Throws a `conflict` while a command runs there. */
    refuse(id: string): void {
      if (!commands.has(id)) return;
      throw new AppError("conflict", { message: "A command still runs in this work copy. Stop it first." });
    },
    /** Which installs have run there and nothing else, as a key: "" for none; null where something else did. */
    historyOf: (id: string): string | null => histories.get(id) ?? null,
    setHistory(id: string, key: string | null): void {
      if (key === null) histories.delete(id);
      else histories.set(id, key);
    },
  };
}
