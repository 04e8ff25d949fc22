import { folderOf } from "#server/code-index/analysis/structure/paths.ts";

import type { CodeOwners } from "./code-owners.ts";
import type { OwnProcess } from "./own-process.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** A server with its agent, or with a tool, is one product; more are services that share a module. */
const leastPrograms = 3;

/** Whether a process is a program of its own among those of its folder. */
export function isOwnProgram(owners: CodeOwners, process: OwnProcess): boolean {
  return owners.entriesBeside(process).apart.has(process.id);
}

/** Where the program of a process begins, where the code of its folder is that of many: a module of Go with commands. */
export function programOf(owners: CodeOwners, process: OwnProcess): string | null {
  const { own, apart } = owners.entriesBeside(process);
  const beginningOf = (id: string): string => folderOf(own.get(id)?.[0] ?? "");
  if (!apart.has(process.id) || new Set([...apart].map(beginningOf)).size < leastPrograms) return null;
  const program = beginningOf(process.id);
  return program === process.folder ? null : program;
}

export function markPrograms(builder: SystemBuilder, own: readonly OwnProcess[], owners: CodeOwners): void {
  for (const process of own) {
    const [node, program] = [builder.nodes.get(process.id), programOf(owners, process)];
    if (node !== undefined && program !== null) node.program = program;
  }
}
