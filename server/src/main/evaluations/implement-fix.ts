import type { CheckVerdict, JudgedCheck, RunCheck } from "@cairn/contract/run-checks";

import type { Ctx } from "#server/ctx.ts";
import { updateCriterionCheck } from "#server/domain/criterion-checks/update-criterion-check.ts";
import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { getImplementationChecks } from "#server/domain/implementations/reading/get-implementation-checks.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { workOnRun } from "#server/domain/implementations/runs/work-on-run.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { updateServiceCommands } from "#server/domain/service-commands/reading/update-service-commands.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { services } from "#server/platform/db/tables/projects.ts";

import type { PastFix } from "./past-fixes.ts";
import type { ScratchProduct } from "./scratch-product.ts";

interface ImplementedFix {
  implementationId: string;
  /** The commit that holds the change; null where there is none. */
  head: string | null;
  /** Of the commit's own test, kept away from whoever wrote the change. */
  verdict: CheckVerdict | "failed";
  reason: string;
  /** Whether it failed each time without the change, and passed the last times with it: an agent may have mended it. */
  isRedBefore: boolean;
  isGreenAfter: boolean;
  runs: readonly RunCheck[];
}

interface FixOrder {
  /** What the task says below its title. */
  description: string;
  engine: { engine: "diff" | "agent" | "coding-agent"; agent?: string };
  /** Whoever begins the run. */
  starter: Ctx;
  /** Gives the run what its engine needs. */
  equip: (ctx: RunCtx) => RunCtx;
}

/** A whole run, from the task to what it says of its one criterion: the test of the commit. */
export async function implementFix(
  { ctx, organizationId, projectId }: ScratchProduct,
  { title, test: file, testContent: content, command, install, build }: PastFix,
  { description, engine, starter, equip }: FixOrder,
): Promise<ImplementedFix> {
  const key = { organizationId, projectId };
  const [service] = await ctx.wholeDb.select({ serviceId: services.serviceId }).from(services);
  const none = { use: "none" } as const;
  const choose = (line: string | null) => (line === null ? none : ({ use: "command", command: line } as const));
  const { serviceId = "" } = service ?? {};
  const commands = { install: choose(install), build: choose(build), test: none, lint: none };
  await updateServiceCommands(ctx, { ...key, serviceId, ...commands });
  const acceptanceCriteria = [{ text: title.slice(0, 200), done: false, id: undefined }];
  const task = await createTask(starter, {
    ...key,
    title: title.slice(0, 200),
    state: "todo",
    description,
    acceptanceCriteria,
  });
  const { taskId } = task;
  const criterionId = task.acceptanceCriteria[0]?.id ?? "";
  const check = { kind: "test-file", path: file, content, command } as const;
  await updateCriterionCheck(ctx, { ...key, taskId, criterionId, check });
  const { implementationId } = await startImplementation(starter, { ...key, taskId, ...engine });
  const lease = await claimRun(ctx, implementationId);
  if (lease !== null) await workOnRun(equip(ctx), lease);
  const one = { ...key, taskId, implementationId };
  const { verdicts, runs } = await getImplementationChecks(ctx, one);
  const judged: JudgedCheck | undefined = verdicts.find(({ kind }) => kind === "criterion");
  const { events, head } = await getImplementation(ctx, one);
  const sides = { isRedBefore: isAll(runs, "base", "failed"), isGreenAfter: isAll(runs, "result", "passed") };
  const reason = judged?.reason ?? events.map(({ summary }) => summary ?? "").join(" ");
  return { implementationId, head, verdict: judged?.verdict ?? "failed", reason, ...sides, runs };
}

function isAll(runs: readonly RunCheck[], side: "base" | "result", wanted: RunCheck["outcome"]): boolean {
  const own = runs.filter((run) => run.kind === "criterion" && run.side === side && run.repetition > 0);
  // It began with the first repetition; what was said of an earlier state of the change lies before it.
  const last = own.slice(
    Math.max(
      0,
      own.findLastIndex(({ repetition }) => repetition === 1),
    ),
  );
  return last.length > 0 && last.every(({ outcome }) => outcome === wanted);
}
