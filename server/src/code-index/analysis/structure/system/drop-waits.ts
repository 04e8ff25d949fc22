import type { OwnProcess } from "./own-process.ts";
import type { SystemBuilder } from "./system-builder.ts";

/**
 * One that waits for another does not always call it: workers wait for the web server that prepares their database,
 * nobody calls a worker, a store calls no process, and a call the other way says who of the two is the caller.
 */
export function dropWaits(builder: SystemBuilder, own: readonly OwnProcess[]): void {
  const processes = new Map(own.map((one) => [one.id, one]));
  const isStore = (id: string): boolean => builder.nodes.get(id)?.kind !== "process";
  const called = new Set(
    builder.edges().flatMap(({ from, to, how }) => (how === "depends-on" ? [] : [`${from} ${to}`])),
  );
  builder.disconnect(({ from, to, how }) => {
    if (how !== "depends-on") return false;
    const [caller, other] = [processes.get(from), processes.get(to)];
    const isSameCode = caller !== undefined && other?.folder === caller.folder;
    const isWorker = /^(?:worker|schedule|once)$/.test(other?.duty?.duty ?? "");
    return isSameCode || isWorker || (isStore(from) && !isStore(to)) || called.has(`${to} ${from}`);
  });
}
