import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { previewMerge as endpoint } from "@cairn/contract/implementation-merging";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listCommitsBetween } from "#server/platform/git/merging/list-commits-between.ts";

import { choosePath } from "./choose-path.ts";
import { describePull } from "./describe-pull.ts";
import { planMerge } from "./plan-merge.ts";

/** What merging would do now: how, and with which message. */
export async function previewMerge(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { mergeMethod: method, mergePath } = await requireProject(ctx, input, "implementation.read");
  const { baseBranch, headOid: head } = row;
  const through = choosePath(mergePath, row.repository);
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const plan = row.state === "created" ? await planMerge(ctx, row, { method, userId }) : null;
  if (plan === null) return { head, baseBranch, tip: null, commitsBehind: 0, method, through, message: "" };
  const { directory, tip, message } = plan;
  const since = await listCommitsBetween(directory, { from: plan.head, to: tip, limit: maxBehind, signal: ctx.signal });
  const shown = through === "pull-request" ? sayPull(await describePull(ctx, row)) : message;
  return { head, baseBranch, tip, commitsBehind: since.length, method, through, message: shown };
}

function sayPull({ title, body }: { title: string; body: string }): string {
  return `${title}\n\n${body}`;
}

const maxBehind = 1_000;
