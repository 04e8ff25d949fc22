import type { Triggers } from "#server/code-index/analysis/structure/resolve-triggers.ts";

import type { CodeOwners } from "./code-owners.ts";
import { noSetting } from "./connect-nodes.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** A message that more processes take or send than these is told of by the broker's own arrows. */
const maxParties = 12;

interface Party {
  id: string;
  path: string;
  line: number;
}

/** From the process that sends a message to the one that takes it; only where its whole name is known. */
export function connectMessages(
  { triggers, publishers }: Triggers,
  { builder, owners }: { builder: SystemBuilder; owners: CodeOwners },
): void {
  const partiesOf = (
    facts: readonly { path: string; startLine: number; topic: string | null; certainty: string }[],
  ) => {
    const byTopic = new Map<string, Party[]>();
    for (const { path, startLine, topic, certainty } of facts) {
      if (topic === null || certainty !== "resolved" || noSetting.test(path)) continue;
      const { ids, isShared } = owners.of(path);
      // Which of those that share it sends or takes is not known.
      if (isShared) continue;
      const known = byTopic.get(topic) ?? [];
      byTopic.set(topic, known);
      for (const id of ids) if (known.every((one) => one.id !== id)) known.push({ id, path, line: startLine });
    }
    return byTopic;
  };
  const consumers = partiesOf(triggers.filter(({ kind }) => kind === "consumer"));
  for (const [topic, senders] of partiesOf(publishers)) {
    const takers = consumers.get(topic) ?? [];
    if (takers.length > maxParties || senders.length > maxParties) continue;
    for (const from of senders)
      for (const to of takers)
        for (const { path, line } of [from, to])
          builder.connect({
            from: from.id,
            to: to.id,
            how: "message",
            certainty: "resolved",
            source: { path, startLine: line, endLine: line },
          });
  }
}
