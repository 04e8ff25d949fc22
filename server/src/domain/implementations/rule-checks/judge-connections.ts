import { maxBrokenAt, type CheckedRule } from "@cairn/contract/rule-checks";

import type { AddedConnection } from "#server/domain/architecture/find-added-connections.ts";
import { sayConnection } from "#server/domain/implementations/connections/say-connection.ts";
import { matchGlob } from "#server/text/match-glob.ts";

/** Whether files of a change connect what the architecture forbids. Null: nobody could look. */
export function judgeConnections(files: string, connections: readonly AddedConnection[] | null): CheckedRule {
  if (connections === null) {
    return { verdict: "unknown", broken: [], note: "The connections of the change have not been compared." };
  }
  const broken = connections.flatMap((connection) => {
    const place = connection.places.find(({ path }) => matchGlob(path, files));
    if (connection.drift !== "forbidden" || place === undefined) return [];
    const { path, startLine, endLine } = place;
    const text = `${sayConnection(connection)}, which the architecture forbids`;
    return [{ text, lines: { path, side: "new" as const, startLine, endLine } }];
  });
  return { verdict: broken.length > 0 ? "broken" : "passed", broken: broken.slice(0, maxBrokenAt), note: null };
}
