import { derivedEdgeTexts } from "@cairn/contract/architecture";

import type { AddedConnection } from "#server/domain/architecture/find-added-connections.ts";

/** "“Board” imports code of “Berths” now", or "… in more places now" */
export function sayConnection({ sourceName, targetName, kinds, isMore }: AddedConnection): string {
  const told = kinds.map((kind) => derivedEdgeTexts[kind]).join(" and ");
  return `${quote(sourceName)} ${told} ${quote(targetName)} ${isMore ? "in more places now" : "now"}`;
}

/** People name services as they like. */
function quote(name: string): string {
  return `“${name.replaceAll("`", "'")}”`;
}
