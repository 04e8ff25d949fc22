import { derivedEdgeTexts } from "@cairn/contract/architecture";
import { maxEvidence, type Risk } from "@cairn/contract/change-overview";

import type { AddedConnection } from "#server/domain/architecture/find-added-connections.ts";

import { newLines } from "./overview-row.ts";

/** Connections of services that a change brings and that people forbade or drew no line for. */
export function findConnectionRisks(added: readonly AddedConnection[]): Risk[] {
  return added.map(({ sourceName, targetName, drift, kinds, places }) => {
    const told = kinds.map((kind) => derivedEdgeTexts[kind]).join(" and ");
    const evidence = places.slice(0, maxEvidence).map(newLines);
    const what = `${quote(sourceName)} ${told} ${quote(targetName)} now`;
    return drift === "forbidden"
      ? { kind: "forbidden-connection", level: "danger", text: `${what}, which the architecture forbids`, evidence }
      : { kind: "new-connection", level: "warning", text: `${what}, for which the architecture has no line`, evidence };
  });
}

/** People name services as they like. */
function quote(name: string): string {
  return `“${name.replaceAll("`", "'")}”`;
}
