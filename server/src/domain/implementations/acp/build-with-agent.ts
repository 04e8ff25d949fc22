import { AppError } from "@cairn/contract/errors";

import { maskSecrets } from "#server/domain/implementations/agent/mask-secrets.ts";
import { splitAnswers } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { measureChange } from "#server/domain/implementations/phases/measure-change.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";

import { quoteSaid, writeChange } from "./write-change.ts";
import { goOnPrompt, writePrompt } from "./write-prompt.ts";

/** A coding agent writes the change in a work copy behind walls; what stands in the files in the end is the change. */
export const buildWithAgent: RunPhase = {
  step: "build-implementation",
  async intend({ ctx }) {
    return { at: ctx.now().toISOString() };
  },
  async perform(work, { at = "" }) {
    const { agent, former, oid, said } = await writeChange(work, {
      step: "build-implementation",
      date: new Date(at),
      ask: (isBegun) => writePrompt(work, { isBegun }),
      goOn: goOnPrompt,
    });
    const { rest, answers } = splitAnswers(maskSecrets(work.ctx, said));
    const base = work.row.baseOid ?? "";
    const size = oid === null ? null : await measureChange(work, { base, head: oid });
    if (oid === null || size === null) {
      throw new AppError("conflict", { message: `${agent.name} changed nothing.${quoteSaid(rest)}` });
    }
    const commit = oid.slice(0, 8);
    const summary =
      oid === former
        ? `${agent.name} changed nothing more: the change is as it was, in commit ${commit}.${quoteSaid(rest)}`
        : `${agent.name} wrote it. ${size}, in commit ${commit}.`;
    return { oid, summary, found: { headOid: oid }, answers: { agent: agent.name, content: answers } };
  },
};
