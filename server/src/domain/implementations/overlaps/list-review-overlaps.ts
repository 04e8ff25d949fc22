import { meetingKinds, type listReviewOverlaps as endpoint, type ReviewOverlap } from "@cairn/contract/change-overlaps";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import {
  listReviewRows,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

import { beginLook } from "./begin-look.ts";
import { digestChange, type ChangeDigest } from "./digest-change.ts";
import { conflictsOf } from "./find-conflicts-after.ts";
import { findSharedDeclarations } from "./find-shared-declarations.ts";
import { mayConflict } from "./may-conflict.ts";
import { meetByCalls, openMainCode, sayName } from "./meet-changes.ts";
import { pairInTurn, workInTurn } from "./work-in-turn.ts";

/** Those that wait longest; others are not compared. */
const maxCompared = 100;
const atOnce = 4;

/** Which of the changes that wait for a decision meet each other. A list has no time for it, so it is asked for by itself. */
export async function listReviewOverlaps(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "implementation.read");
  const { rows } = await listReviewRows(ctx.db, project, { limit: maxCompared, offset: 0, withPaused: false });
  const look = beginLook(ctx);
  const meetings: Meeting[] = [];
  let isPartial = false;
  for (const own of Map.groupBy(rows, ({ repositoryId, baseBranch }) => `${repositoryId} ${baseBranch}`).values()) {
    const found = await compareAll(ctx, own, look);
    meetings.push(...found.meetings);
    isPartial ||= found.isPartial;
  }
  return { content: closest(meetings), isPartial };
}

/** Seen from one of the two. */
type Meeting = Omit<ReviewOverlap, "moreCount">;

interface DigestedChange {
  row: NamedImplementationRow;
  digest: ChangeDigest;
}

async function compareAll(
  ctx: Ctx,
  rows: readonly NamedImplementationRow[],
  look: AbortSignal,
): Promise<{ meetings: Meeting[]; isPartial: boolean }> {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return { meetings: [], isPartial: false };
  const directory = codeDirectory(ctx, first.repository);
  const main = await openMainCode(ctx, first);
  const read = await workInTurn(rows, atOnce, (row) => readChange(ctx, look, { directory, row }));
  const changes = read.filter((change) => change !== null && change !== "waits");
  const meetings: Meeting[] = [];
  for await (const [one, other] of pairInTurn(changes)) {
    if (look.aborted) return { meetings, isPartial: true };
    meetings.push(...(await compare(directory, main, one, other)));
  }
  return { meetings, isPartial: read.includes("waits") };
}

/** Null for one that cannot be read: the others can be compared all the same. */
async function readChange(
  ctx: Ctx,
  look: AbortSignal,
  { directory, row }: { directory: string; row: NamedImplementationRow },
): Promise<DigestedChange | "waits" | null> {
  try {
    return { row, digest: await digestChange(directory, row, { signal: look }) };
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    if (look.aborted) return "waits";
    ctx.log.warn({ error, implementationId: row.implementationId }, "what a change meets is not known");
    return null;
  }
}

async function compare(
  directory: string,
  main: IndexedRepository | null,
  one: DigestedChange,
  other: DigestedChange,
): Promise<Meeting[]> {
  const isSameBase = one.row.baseOid === other.row.baseOid;
  const [conflict] = mayConflict(one.digest, other.digest, isSameBase)
    ? await conflictsOf(directory, one.row.headOid ?? "", other.row.headOid ?? "")
    : [];
  if (conflict !== undefined) return fromBoth(one, other, { kind: "lines", name: conflict });
  const [shared] = findSharedDeclarations(one.digest, other.digest);
  if (shared !== undefined) return fromBoth(one, other, { kind: "declarations", name: sayName(shared).name });
  const [call] = main === null ? [] : await meetByCalls(main, one.digest, other.digest);
  if (call === undefined) return [];
  const [here, there] = fromBoth(one, other, { kind: "calls", name: call.name });
  return here && there
    ? [
        { ...here, isCalledHere: call.isCalledHere },
        { ...there, isCalledHere: !call.isCalledHere },
      ]
    : [];
}

function fromBoth(one: DigestedChange, other: DigestedChange, met: Pick<Meeting, "kind" | "name">): Meeting[] {
  const see = ({ row }: DigestedChange, { row: seen }: DigestedChange): Meeting => {
    const { implementationId, taskKey, task } = seen;
    const taskName = nameTask({ taskKey, projectTaskId: task.projectTaskId });
    return {
      ...met,
      implementationId: row.implementationId,
      other: { implementationId, taskName },
      isCalledHere: false,
    };
  };
  return [see(one, other), see(other, one)];
}

function closest(meetings: readonly Meeting[]): ReviewOverlap[] {
  return [...Map.groupBy(meetings, ({ implementationId }) => implementationId).values()].flatMap((own) => {
    const [first] = own.toSorted((a, b) => meetingKinds.indexOf(a.kind) - meetingKinds.indexOf(b.kind));
    return first === undefined ? [] : [{ ...first, moreCount: own.length - 1 }];
  });
}
