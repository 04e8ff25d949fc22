import { maxEvidence, type Risk } from "@cairn/contract/change-overview";

import type { AddedConnection } from "#server/domain/architecture/find-added-connections.ts";
import { sayConnection } from "#server/domain/implementations/connections/say-connection.ts";

import { newLines } from "./overview-row.ts";

/** Connections of services that a change brings and that people forbade or drew no line for. */
export function findConnectionRisks(added: readonly AddedConnection[]): Risk[] {
  return added.map((connection) => {
    const { drift, places } = connection;
    const evidence = places.slice(0, maxEvidence).map(newLines);
    const what = sayConnection(connection);
    return drift === "forbidden"
      ? { kind: "forbidden-connection", level: "danger", text: `${what}, which the architecture forbids`, evidence }
      : { kind: "new-connection", level: "warning", text: `${what}, for which the architecture has no line`, evidence };
  });
}
