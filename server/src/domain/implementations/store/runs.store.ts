import type { ImplementationStep, RunLogEntry, RunOutcome, RunProgress } from "@cairn/contract/implementations";
import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations, runOperations, runSteps } from "#server/platform/db/tables/implementations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { storable } from "#server/text/storable.ts";

import type { ImplementationRow, RunStepRow } from "./implementations.store.ts";
import { line } from "./line.store.ts";

/** The right to write what a run does. It ends when the run is stopped, or somebody else takes it over. */
export interface RunLease {
  organizationId: string;
  implementationId: string;
  leaseEpoch: number;
}

/** Somebody else holds the run by now, or nobody may go on with it. Whoever gets this writes nothing more. */
export class LeaseLost extends Error {
  constructor() {
    super("The run belongs to somebody else by now");
    this.name = "LeaseLost";
  }
}

const leaseColumns = {
  organizationId: implementations.organizationId,
  implementationId: implementations.implementationId,
  leaseEpoch: implementations.leaseEpoch,
};

const holdsLease = ({ organizationId, implementationId, leaseEpoch }: RunLease) =>
  and(
    eq(implementations.organizationId, organizationId),
    eq(implementations.implementationId, implementationId),
    eq(implementations.leaseEpoch, leaseEpoch),
    eq(implementations.runState, "running"),
  );

/** The run that a job has begun before; whoever did is written off from here on. Null where there is none. */
export async function takeOverRun(db: Db, ticket: string): Promise<RunLease | null> {
  const [taken] = await db
    .update(implementations)
    .set({ leaseEpoch: sql`${implementations.leaseEpoch} + 1` })
    .where(and(eq(implementations.ticket, ticket), eq(implementations.runState, "running")))
    .returning(leaseColumns);
  return taken ?? null;
}

/**
 * The run whose turn it is. `none` where nobody waits; `taken` where another process was quicker with this one. `db` must
 * see all organizations.
 */
export async function takeNextRun(
  db: Db,
  { ticket, now }: { ticket: string; now: Date },
): Promise<RunLease | "none" | "taken"> {
  const { rows } = await db.execute<{ implementation_id: string }>(
    sql`select implementation_id from (${line}) line order by position limit 1`,
  );
  const [next] = rows;
  if (next === undefined) return "none";
  const [taken] = await db
    .update(implementations)
    .set({
      runState: "running",
      ticket,
      leaseEpoch: sql`${implementations.leaseEpoch} + 1`,
      startedAt: sql`coalesce(${implementations.startedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(implementations.implementationId, next.implementation_id), eq(implementations.runState, "queued")))
    .returning(leaseColumns);
  return taken ?? "taken";
}

/** Who works on a run or waits for one, of all organizations: the ids of their jobs. */
export async function listTickets(db: Db): Promise<string[]> {
  const rows = await db
    .select({ ticket: implementations.ticket, implementationId: implementations.implementationId })
    .from(implementations)
    .where(inArray(implementations.runState, ["queued", "running"]));
  return rows.map(({ ticket, implementationId }) => ticket ?? implementationId);
}

/** Ids of the implementations of all organizations that somebody works on. `db` must see all. */
export async function listRunning(db: Db): Promise<string[]> {
  const rows = await db
    .select({ implementationId: implementations.implementationId })
    .from(implementations)
    .where(eq(implementations.runState, "running"));
  return rows.map(({ implementationId }) => implementationId);
}

/** Whether the lease still holds. */
export async function checkLease(db: Db, lease: RunLease): Promise<boolean> {
  const rows = await db.select({ id: implementations.implementationId }).from(implementations).where(holdsLease(lease));
  return rows.length > 0;
}

/** The run, which nobody else changes before the transaction `tx` ends. Throws LeaseLost. */
export async function lockRun(tx: Db, lease: RunLease): Promise<ImplementationRow> {
  const [row] = await tx.select().from(implementations).where(holdsLease(lease)).for("no key update");
  if (row === undefined) throw new LeaseLost();
  return row;
}

/** The run and its repository, read without a lock. Throws LeaseLost. */
export async function loadRun(db: Db, lease: RunLease) {
  const [found] = await db
    .select({ row: implementations, repository: repositories })
    .from(implementations)
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .where(holdsLease(lease));
  if (found === undefined) throw new LeaseLost();
  return found;
}

/** Which repository an implementation is for, whoever holds its run. */
export async function findRunRepository(db: Db, { organizationId, implementationId }: RunLease) {
  const [row] = await db
    .select({ repositoryId: implementations.repositoryId, isPublished: implementations.isPublished })
    .from(implementations)
    .where(
      and(eq(implementations.organizationId, organizationId), eq(implementations.implementationId, implementationId)),
    );
  return row ?? null;
}

/** Name and address of a person; null when that account is gone. */
export async function findPerson(db: Db, userId: string | null) {
  if (userId === null) return null;
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.userId, userId));
  return row ?? null;
}

/** All steps of a run and of the runs before it, in the order in which they began. */
export async function listRunSteps(db: Db, lease: RunLease): Promise<RunStepRow[]> {
  return await db
    .select()
    .from(runSteps)
    .where(
      and(eq(runSteps.organizationId, lease.organizationId), eq(runSteps.implementationId, lease.implementationId)),
    )
    .orderBy(asc(runSteps.sequence));
}

type NewStep = Pick<RunStepRow, "step" | "attempt" | "intent" | "startedAt"> &
  Partial<Pick<RunStepRow, "state" | "summary" | "completedAt">>;

/** Adds a step behind the others. The run must be locked. */
export async function insertStep(tx: Db, lease: RunLease, step: NewStep): Promise<void> {
  const { organizationId, implementationId, leaseEpoch } = lease;
  const next = sql<number>`(select coalesce(max(s.sequence), 0) + 1 from ${runSteps} s
    where s.implementation_id = ${implementationId})`;
  await tx.insert(runSteps).values({ organizationId, implementationId, leaseEpoch, sequence: next, ...step });
}

/** The step belongs to whoever holds the run now. The run must be locked. */
export async function takeOverStep(tx: Db, lease: RunLease, sequence: number): Promise<void> {
  await tx
    .update(runSteps)
    .set({ leaseEpoch: lease.leaseEpoch })
    .where(and(eq(runSteps.implementationId, lease.implementationId), eq(runSteps.sequence, sequence)));
}

/** Ends a step that is under way; false where another worker has ended it. The run must be locked. */
export async function endStep(
  tx: Db,
  lease: Pick<RunLease, "implementationId">,
  end: { step: ImplementationStep; attempt: number } & Pick<
    RunStepRow,
    "state" | "summary" | "effectOid" | "completedAt"
  >,
): Promise<boolean> {
  const { step, attempt, ...values } = end;
  const ended = await tx
    .update(runSteps)
    .set(storable(values))
    .where(
      and(
        eq(runSteps.implementationId, lease.implementationId),
        eq(runSteps.step, step),
        eq(runSteps.attempt, attempt),
        isNull(runSteps.state),
      ),
    )
    .returning({ sequence: runSteps.sequence });
  return ended.length > 0;
}

/** Ends whatever is under way. The run must be locked. */
export async function endOpenSteps(
  tx: Db,
  implementationId: string,
  end: { summary: string; completedAt: Date },
): Promise<void> {
  await tx
    .update(runSteps)
    .set({ state: "error", ...storable(end) })
    .where(and(eq(runSteps.implementationId, implementationId), isNull(runSteps.state)));
}

/** What a step found out about the change. The run must be locked. */
export async function updateRun(
  tx: Db,
  implementationId: string,
  change: Partial<Pick<ImplementationRow, "baseOid" | "headOid" | "isPublished" | "proof">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.update(implementations).set(change).where(eq(implementations.implementationId, implementationId));
}

/** Shows what a command of the run writes. To no effect for who has lost the run. */
export async function showProgress(db: Db, lease: RunLease, progress: RunProgress): Promise<void> {
  await db
    .update(implementations)
    .set({ progress: storable(progress) })
    .where(holdsLease(lease));
}

/** Ends the run: nobody who held it writes anything more. The run must be locked. */
export async function endRunRow(
  tx: Db,
  implementationId: string,
  { outcome, endedAt }: { outcome: RunOutcome; endedAt: Date },
): Promise<void> {
  await tx
    .update(implementations)
    .set({
      runState: outcome,
      endedAt,
      ticket: null,
      progress: null,
      pause: null,
      leaseEpoch: sql`${implementations.leaseEpoch} + 1`,
    })
    .where(eq(implementations.implementationId, implementationId));
}

/** Adds to the log, whatever characters an agent or a command wrote. The run must be locked. */
export async function appendOperations(
  tx: Db,
  lease: Pick<RunLease, "organizationId" | "implementationId">,
  entries: readonly Pick<RunLogEntry, "step" | "kind" | "text">[],
  createdAt: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const { organizationId, implementationId } = lease;
  const [row] = await tx
    .update(implementations)
    .set({ lastOperation: sql`${implementations.lastOperation} + ${entries.length}` })
    .where(eq(implementations.implementationId, implementationId))
    .returning({ last: implementations.lastOperation });
  const first = (row?.last ?? 0) - entries.length + 1;
  await tx
    .insert(runOperations)
    .values(
      storable(
        entries.map((entry, at) => ({ organizationId, implementationId, ...entry, sequence: first + at, createdAt })),
      ),
    );
}

/** Adds to the log what it does not hold yet. The run must be locked. */
export async function sayOnce(
  tx: Db,
  lease: Pick<RunLease, "organizationId" | "implementationId">,
  entry: Pick<RunLogEntry, "step" | "kind" | "text">,
  createdAt: Date,
): Promise<void> {
  const said = await tx
    .select({ sequence: runOperations.sequence })
    .from(runOperations)
    .where(and(eq(runOperations.implementationId, lease.implementationId), eq(runOperations.text, entry.text)))
    .limit(1);
  if (said.length === 0) await appendOperations(tx, lease, [entry], createdAt);
}

/** Whether the task has another implementation that can be reviewed. */
export async function hasOtherToReview(tx: Db, row: ImplementationRow): Promise<boolean> {
  const others = await tx
    .select({ id: implementations.implementationId })
    .from(implementations)
    .where(
      and(
        eq(implementations.organizationId, row.organizationId),
        eq(implementations.taskId, row.taskId),
        eq(implementations.state, "created"),
        eq(implementations.runState, "completed"),
        ne(implementations.implementationId, row.implementationId),
      ),
    )
    .limit(1);
  return others.length > 0;
}
