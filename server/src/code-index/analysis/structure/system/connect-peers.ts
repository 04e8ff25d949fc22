import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { SystemNode } from "#server/code-index/ports/system.ts";

import { hostsIn } from "./addresses.ts";
import type { CodeOwners } from "./code-owners.ts";
import { noSetting, type NodesByName } from "./connect-nodes.ts";
import { isForVisitors, peerNames, peerOfSetting } from "./peer-settings.ts";
import type { SystemBuilder } from "./system-builder.ts";

interface Peers {
  builder: SystemBuilder;
  names: NodesByName;
  owners: CodeOwners;
}

/** Settings that code reads to find another process: by a default that is its host, or by their own name. */
export function connectPeers(settings: readonly IndexedSetting[], { builder, names, owners }: Peers): void {
  const byWord = peersByWord(builder);
  for (const { sites } of settings)
    for (const { name, defaultValue, source, path, line } of sites) {
      if ((source !== "read" && source !== "declared") || noSetting.test(path)) continue;
      const called = hostsIn(name, defaultValue ?? "").flatMap((host) => names.get(host) ?? []);
      const named = called.length > 0 ? [] : (byWord.get(peerOfSetting(name) ?? "") ?? []);
      if (called.length === 0 && named.length !== 1) continue;
      const { ids, isShared } = owners.of(path);
      if (isShared) continue;
      for (const to of [...called, ...named])
        for (const from of ids) {
          const isSame = builder.nodes.get(from)?.folder === to.folder && to.folder !== null;
          if (isSame || (to.kind === "process" && isForVisitors(name))) continue;
          const how = to.kind === "process" ? "http-call" : "connection-setting";
          const certainty = called.length > 0 ? "resolved" : "partly";
          builder.connect({ from, to: to.id, how, certainty, source: { path, startLine: line, endLine: line } });
        }
    }
}

/** Processes by the words that settings call them; several where a word fits several. */
function peersByWord(builder: SystemBuilder): ReadonlyMap<string, SystemNode[]> {
  const found = new Map<string, SystemNode[]>();
  for (const node of builder.nodes.values())
    if (node.kind === "process")
      for (const word of peerNames(node.name)) found.set(word, [...(found.get(word) ?? []), node]);
  // Where another declaration calls the same one otherwise ("cart-deployment"), the one whose code is here is meant.
  for (const [word, nodes] of found) {
    const here = nodes.filter(({ folder }) => folder !== null);
    if (here.length === 1) found.set(word, here);
  }
  return found;
}
