import { maxBrokenAt, type CheckedRule } from "@cairn/contract/rule-checks";

import type { ChangeConnections } from "#server/domain/implementations/connections/find-change-connections.ts";
import { sayConnection } from "#server/domain/implementations/connections/say-connection.ts";
import { matchGlob } from "#server/text/match-glob.ts";

/** Why nothing is known of them. */
export const connectionNotes = {
  pending: "The connections of this change are still being compared; try again in a moment.",
  partial: "Not all of the code could be looked at, so the connections of this change are not known.",
};

/** Whether files of a change connect what the architecture forbids, or has no line for. Null: there was no time to look. */
export function judgeConnections(
  check: { files: string; isLineNeeded?: boolean },
  connections: ChangeConnections | null,
): CheckedRule {
  if (connections === null) {
    return { verdict: "unknown", broken: [], note: "The connections of the change have not been compared." };
  }
  if (typeof connections === "string") return { verdict: "unknown", broken: [], note: connectionNotes[connections] };
  const broken = connections.flatMap((connection) => {
    const place = connection.places.find(({ path }) => matchGlob(path, check.files));
    const isForbidden = connection.drift === "forbidden";
    if (place === undefined || (!isForbidden && check.isLineNeeded !== true)) return [];
    const { path, startLine, endLine } = place;
    const text = `${sayConnection(connection)}, ${isForbidden ? "which the architecture forbids" : "for which the architecture has no line"}`;
    return [{ text, lines: { path, side: "new" as const, startLine, endLine } }];
  });
  return { verdict: broken.length > 0 ? "broken" : "passed", broken: broken.slice(0, maxBrokenAt), note: null };
}
