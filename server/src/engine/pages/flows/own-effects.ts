import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { findFlowStarts } from "./flow-start.ts";
import { followFlow } from "./follow-flow.ts";
import type { FlowEffect } from "./followed-flow.ts";

/** So many starts show what nearly all of them do, such as what checks who asks. */
const looked = 24;
const leastShared = 5;
const commonShare = 0.4;

/** What a flow does and most others do not. */
export async function ownEffects(scope: CodeScope, effects: readonly FlowEffect[]): Promise<readonly FlowEffect[]> {
  const common = await scope.once("commonEffects", () => findCommon(scope));
  return effects.filter((one) => !common.has(keyOf(one)));
}

async function findCommon(scope: CodeScope): Promise<ReadonlySet<string>> {
  const requests = findFlowStarts(scope).filter(({ key }) => key.startsWith("request "));
  const counts = new Map<string, number>();
  const all = requests.slice(0, looked);
  for (const start of all) {
    const keys = new Set((await followFlow(scope, start)).effects.map(keyOf));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(leastShared, all.length * commonShare);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

function keyOf({ path, line }: FlowEffect): string {
  return `${path}:${line}`;
}
