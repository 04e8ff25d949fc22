import { folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";
import type { Component, ComponentEdge } from "#server/code-index/ports/code-index.ts";

import type { LocatedUnit } from "./located-unit.ts";

/** A process that runs the repository's own code. */
export interface OwnProcess {
  id: string;
  folder: string;
  duty: LocatedUnit["duty"];
}

interface Owners {
  /** Empty where none runs it, or too many to be told of. */
  ids: string[];
  /** Whether it lies outside of their folders. */
  isShared: boolean;
  isReached: boolean;
}

/** Of a process whose code was not found. */
export const unknownFolder = "\u0000";
/** Code that more processes share than these belongs to none of them in a picture. */
const maxSharing = 3;
const maxReached = 500;

/** Which processes run a file: those whose folder it lies in, or which import the part that it belongs to. */
export class CodeOwners {
  private readonly processes: readonly OwnProcess[];
  private readonly components: readonly Component[];
  private readonly edges: () => readonly ComponentEdge[];
  /** Parts by those that they import; null until it is needed. */
  private importers: ReadonlyMap<string, readonly ComponentEdge[]> | null = null;
  private readonly packages: readonly string[];
  private readonly known = new Map<string, Owners>();

  constructor(
    processes: readonly OwnProcess[],
    components: readonly Component[],
    edges: () => readonly ComponentEdge[],
    /** Folders with a manifest, the deepest first. */
    packages: readonly string[],
  ) {
    this.packages = packages;
    this.processes = processes;
    this.components = components;
    this.edges = edges;
  }

  of(path: string): Owners {
    const folder = folderOf(path);
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    const found = this.find(folder);
    this.known.set(folder, found);
    return found;
  }

  private find(folder: string): Owners {
    const around = this.processes.filter((one) => isUnder(folder, one.folder));
    const deepest = around.toSorted((a, b) => b.folder.length - a.folder.length)[0]?.folder ?? null;
    // Web server and workers share their code: it is told of the one that people reach.
    const own = around.filter((one) => one.folder === deepest);
    const main = own.find(({ duty }) => duty?.duty === "web") ?? own.find(({ duty }) => duty === null) ?? own[0];
    const isOfPackage = deepest !== "" || (this.packages.find((one) => isUnder(folder, one)) ?? "") === "";
    if (main !== undefined && isOfPackage) return { ids: [main.id], isShared: false, isReached: true };
    const importing = this.importing(folder);
    // Those whose code was not found may use it too.
    const isKnown = this.processes.every((one) => one.folder !== unknownFolder);
    if (importing.length > maxSharing || (importing.length > 0 && !isKnown))
      return { ids: [], isShared: true, isReached: true };
    if (importing.length > 0) return { ids: importing, isShared: true, isReached: true };
    const isOnly = main !== undefined && new Set(this.processes.map((one) => one.folder)).size === 1;
    return { ids: isOnly ? [main.id] : [], isShared: true, isReached: isOnly };
  }

  /** Processes whose code reaches the part that the folder belongs to. */
  private importing(folder: string): string[] {
    const part = this.components
      .filter(({ path }) => isUnder(folder, path))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    if (part === undefined) return [];
    this.importers ??= Map.groupBy(this.edges(), ({ to }) => to);
    const reached = new Set([part.path]);
    for (const one of reached)
      for (const { from } of this.importers.get(one) ?? []) if (reached.size < maxReached) reached.add(from);
    const found = new Set<string>();
    for (const one of this.processes)
      if (one.folder !== "" && [...reached].some((path) => isUnder(path, one.folder))) found.add(one.id);
    return [...found];
  }
}
