import { findOwnBase, keepBase } from "#server/domain/implementations/phases/keep-base.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";

import { requireAgent } from "./require-agent.ts";

/** Looks whether the agent can be had, and keeps the commit that it will begin at. */
export const analyseForAgent: RunPhase = {
  step: "code-analysis",
  async intend(work) {
    return { base: await findOwnBase(work) };
  },
  async perform(work, { base = "" }) {
    const { row, ctx } = work;
    const { name } = requireAgent(ctx.settings, row.agent);
    await keepBase(work, base);
    const { acceptanceCriteria } = row.brief;
    const count = acceptanceCriteria.length === 1 ? "one criterion" : `${acceptanceCriteria.length} criteria`;
    return {
      oid: base,
      summary: `${name} gets the task with ${count}. It begins at ${row.baseBranch}, ${base.slice(0, 8)}.`,
      found: { baseOid: base },
    };
  },
};
