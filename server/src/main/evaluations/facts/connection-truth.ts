import { readFile } from "node:fs/promises";

import type { FactTruth } from "./truth.ts";

interface KnownConnections {
  /** What was read. */
  files: string[];
  documented: Record<string, string[]>;
  /** What lines of the repository prove and its documents do not tell. */
  alsoTrue: Record<string, string[]>;
}

/** What documents and declarations of a public repository, known by the folder it lies in, tell of who talks to whom. */
export async function loadConnectionTruth(name: string): Promise<FactTruth | null> {
  const text = await readFile(new URL("known-connections.json", import.meta.url), "utf8");
  const known = (JSON.parse(text) as Record<string, KnownConnections | undefined>)[name];
  if (known === undefined) return null;
  const { files, documented, alsoTrue } = known;
  return { kind: "connections", files, keys: keysOf(documented), silent: keysOf(alsoTrue) };
}

function keysOf(connections: Record<string, string[]>): Set<string> {
  return new Set(Object.entries(connections).flatMap(([from, all]) => all.map((to) => `${from} -> ${to}`)));
}
