import { criterionCheckSchema } from "@cairn/contract/criterion-checks";
import { AppError } from "@cairn/contract/errors";
import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { findTask } from "#server/domain/tasks/find-task.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import { findCheckInCode } from "#server/engine/criterion-checks/find-check-in-code.ts";
import { proposeChecksWithModel, type ModelCheck } from "#server/engine/with-model/checks/propose-checks-with-model.ts";
import { storable } from "#server/text/storable.ts";

import { gatherCheckedCode, type TaskCode } from "./gather-checked-code.ts";
import { deleteProposed, keepProposal, listProposed, type ProposedCheckRow } from "./proposed-checks.store.ts";
import { tryOnBase } from "./try-on-base.ts";

interface ProposedTaskKey {
  organizationId: string;
  projectId: string;
  taskId: string;
}

type Proposal = Pick<ProposedCheckRow, "check" | "reason" | "writtenBy">;

/**
 * Works out what could be run for the criteria of a task that wait for it, and tries each on the code as it is: what does
 * not fail there is not proposed. Each is kept as it ends, so that a job that was cut off goes on with the rest.
 */
export async function proposeChecks(
  ctx: Ctx,
  key: ProposedTaskKey,
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const awaited = (await listProposed(ctx.db, key)).filter(({ state }) => state === "waiting");
  if (awaited.length === 0) return;
  try {
    const { task } = await findTask(ctx, { ...key, nameOrId: key.taskId });
    const rows = await dropOutdated(ctx, task, awaited);
    await proposeAll(ctx, { ...key, task, rows });
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (!(error instanceof AppError) && !isLastTry) throw error;
    if (!(error instanceof AppError)) ctx.log.error({ error, taskId: key.taskId }, "checks could not be proposed");
    const isSaid = error instanceof AppError && error.code !== "internal";
    const reason = isSaid ? error.message : "No check could be worked out because of an error in the server.";
    for (const row of awaited) await keepNone(ctx, row, { reason, writtenBy: null });
  }
}

/** Those that are left, in the order of their criteria. Whoever wrote a criterion anew did not ask about the new text. */
async function dropOutdated(ctx: Ctx, task: Task, awaited: readonly ProposedCheckRow[]): Promise<ProposedCheckRow[]> {
  const current = task.acceptanceCriteria.flatMap(
    ({ id, text }) => awaited.find((row) => row.criterionId === id && row.criterion === text) ?? [],
  );
  const outdated = awaited.filter((row) => !current.includes(row));
  for (const row of outdated) await deleteProposed(ctx.db, row, [row.criterionId]);
  return current;
}

async function proposeAll(
  ctx: Ctx,
  { task, rows, ...key }: ProposedTaskKey & { task: Task; rows: readonly ProposedCheckRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  const gathered = await gatherCheckedCode(ctx, { ...key, task });
  if ("problem" in gathered) {
    for (const row of rows) await keepNone(ctx, row, { reason: gathered.problem, writtenBy: null });
    return;
  }
  const { code } = gathered;
  const proposals = await Promise.all(rows.map(({ criterion }) => proposeFromCode(criterion, code)));
  await askModel(ctx, { key, task, code, rows, proposals });
  for (const [at, row] of rows.entries()) await settle(ctx, { row, code, proposal: proposals[at] ?? nothing });
}

const nothing: Proposal = { check: null, reason: "", writtenBy: null };

async function proposeFromCode(criterion: string, code: TaskCode): Promise<Proposal> {
  const { reason, ...found } = await findCheckInCode(criterion, code);
  const check = found.command === null ? null : { kind: "command" as const, ...found };
  return { check, reason, writtenBy: builtInEngineName };
}

/** Puts what the model proposes in place of what the code says nothing of. */
async function askModel(
  ctx: Ctx,
  asked: { key: ProposedTaskKey; task: Task; code: TaskCode; rows: readonly ProposedCheckRow[]; proposals: Proposal[] },
): Promise<void> {
  const { key, task, code, rows, proposals } = asked;
  const { organizationId, projectId } = key;
  const userId = rows[0]?.requestedBy ?? null;
  const model = meteredModel(ctx, { organizationId, projectId, userId, purpose: "checks" });
  const open = rows.flatMap(({ criterion }, at) => (proposals[at]?.check == null ? [{ criterion, at }] : []));
  if (model === null || open.length === 0) return;
  const { title, description } = task;
  const criteria = open.map(({ criterion }) => criterion);
  const said = await orProblem(ctx, model.name, async () => {
    const material = await code.readMaterial();
    const request = { title, description, criteria, commands: code.commands, ...material };
    return await proposeChecksWithModel(request, { model, signal: ctx.signal });
  });
  for (const [number, { at }] of open.entries()) {
    const answered = Array.isArray(said) ? said[number] : { check: null, reason: said };
    if (answered !== undefined) proposals[at] = { ...readAnswer(answered, code), writtenBy: model.name };
  }
}

/** What may be run of it: nothing that a person could not have typed, and no test over the code itself. */
function readAnswer({ check, reason }: ModelCheck, code: TaskCode): Pick<Proposal, "check" | "reason"> {
  if (check === null) return { check, reason };
  const { data, error } = criterionCheckSchema.safeParse(check);
  if (data === undefined || data.kind === "person") {
    const why = error?.issues[0]?.message ?? "";
    return { check: null, reason: `What the model proposed cannot be used. ${why}.` };
  }
  const replaced = data.kind === "test-file" ? code.whatIsReplaced(data.path) : null;
  if (replaced !== null) return { check: null, reason: `Its test would take the place of ${replaced}.` };
  return { check: data, reason };
}

/** What it answers, or in a sentence why it could not be asked. */
async function orProblem<T>(ctx: Ctx, name: string, ask: () => Promise<T | null>): Promise<T | string> {
  try {
    return (await ask()) ?? `The answer of ${name} could not be used.`;
  } catch (error) {
    ctx.signal.throwIfAborted();
    const codes = ["vendor_failed", "vendor_unavailable", "rate_limited"];
    if (!(error instanceof AppError) || !codes.includes(error.code)) throw error;
    return `${name} could not be asked: ${error.message}`;
  }
}

async function settle(
  ctx: Ctx,
  { row, code, proposal }: { row: ProposedCheckRow; code: TaskCode; proposal: Proposal },
): Promise<void> {
  const { check, reason, writtenBy } = proposal;
  if (check === null) return keepNone(ctx, row, { reason, writtenBy });
  const tried = await tryOnBase(ctx, { code, check });
  if (!tried.isRed) return keepNone(ctx, row, { reason: `${reason} ${tried.message}`, writtenBy });
  const found = { state: "proposed" as const, check, reason: `${reason} ${tried.message}`, tail: tried.tail };
  await keepProposal(ctx.db, row, storable({ ...found, writtenBy, commitOid: code.commit }));
}

async function keepNone(
  ctx: Ctx,
  row: ProposedCheckRow,
  { reason, writtenBy }: Pick<Proposal, "reason" | "writtenBy">,
): Promise<void> {
  const none = { state: "none" as const, check: null, tail: "", commitOid: null };
  await keepProposal(ctx.db, row, storable({ ...none, reason, writtenBy }));
}
