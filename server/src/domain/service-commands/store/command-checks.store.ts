import type { CheckedCommand, CheckState, CommandKind } from "@cairn/contract/service-commands";
import { and, eq, inArray, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { commandChecks, type CommandOutput } from "#server/platform/db/tables/service-commands.ts";

/** A check that somebody works on. It ends when the check is stopped or replaced, or somebody else takes it over. */
export interface CheckLease {
  organizationId: string;
  serviceId: string;
  checkId: string;
  attempt: number;
}

type StoredCheck = typeof commandChecks.$inferSelect;

const underWay: CheckState[] = ["waiting", "running"];

const holdsLease = ({ organizationId, serviceId, checkId, attempt }: CheckLease) =>
  and(
    eq(commandChecks.organizationId, organizationId),
    eq(commandChecks.serviceId, serviceId),
    eq(commandChecks.checkId, checkId),
    eq(commandChecks.attempt, attempt),
    eq(commandChecks.state, "running"),
  );

type NewCheck = Pick<
  StoredCheck,
  "serviceId" | "organizationId" | "checkId" | "repositoryId" | "folder" | "commands" | "createdBy" | "createdAt"
>;

/** Puts a new check in the place of the last one; false where one is under way. The service must be held. */
export async function replaceCheck(tx: Db, check: NewCheck): Promise<boolean> {
  const fresh = { message: null, commit: null, outputs: {}, programs: [], attempt: 0, endedAt: null };
  const written = await tx
    .insert(commandChecks)
    .values({ ...check, ...fresh, state: "waiting" })
    .onConflictDoUpdate({
      target: commandChecks.serviceId,
      // The work copy stays: whoever takes the check removes what the last one may have left.
      set: { ...check, ...fresh, state: "waiting" },
      setWhere: sql`${commandChecks.state} not in ('waiting', 'running')`,
    })
    .returning({ checkId: commandChecks.checkId });
  return written.length > 0;
}

/** Takes a check that waits, or that somebody left off; null where none is under way. */
export async function takeCheck(
  db: Db,
  { organizationId, serviceId }: Pick<CheckLease, "organizationId" | "serviceId">,
): Promise<{ lease: CheckLease; check: StoredCheck } | null> {
  const [check] = await db
    .update(commandChecks)
    .set({ state: "running", attempt: sql`${commandChecks.attempt} + 1` })
    .where(
      and(
        eq(commandChecks.organizationId, organizationId),
        eq(commandChecks.serviceId, serviceId),
        inArray(commandChecks.state, underWay),
      ),
    )
    .returning();
  if (check === undefined) return null;
  const { checkId, attempt } = check;
  return { lease: { organizationId, serviceId, checkId, attempt }, check };
}

type CheckChange = Partial<
  Pick<StoredCheck, "state" | "message" | "commit" | "commands" | "programs" | "workCopy" | "endedAt">
>;

/** False where the lease has ended; nothing is written then. */
export async function updateCheck(db: Db, lease: CheckLease, change: CheckChange): Promise<boolean> {
  const written = await db
    .update(commandChecks)
    .set(change)
    .where(holdsLease(lease))
    .returning({ checkId: commandChecks.checkId });
  return written.length > 0;
}

/** Whether nobody has ended the check or taken it over. */
export async function holdsCheck(db: Db, lease: CheckLease): Promise<boolean> {
  const rows = await db.select({ checkId: commandChecks.checkId }).from(commandChecks).where(holdsLease(lease));
  return rows.length > 0;
}

/** What a command wrote. False where the lease has ended. */
export async function keepOutput(
  db: Db,
  lease: CheckLease,
  { kind, commands, output }: { kind: CommandKind; commands: CheckedCommand[]; output: CommandOutput },
): Promise<boolean> {
  const added = JSON.stringify({ [kind]: output });
  const written = await db
    .update(commandChecks)
    .set({ commands, outputs: sql`${commandChecks.outputs} || ${added}::jsonb` })
    .where(holdsLease(lease))
    .returning({ checkId: commandChecks.checkId });
  return written.length > 0;
}

/** The check that is under way, which nobody else changes before the transaction `tx` ends; null where none is. */
export async function lockRunningCheck(
  tx: Db,
  { organizationId, serviceId }: Pick<CheckLease, "organizationId" | "serviceId">,
): Promise<StoredCheck | null> {
  const [row] = await tx
    .select()
    .from(commandChecks)
    .where(
      and(
        eq(commandChecks.organizationId, organizationId),
        eq(commandChecks.serviceId, serviceId),
        inArray(commandChecks.state, underWay),
      ),
    )
    .for("no key update");
  return row ?? null;
}

/** Ends a check for whoever asks; nobody writes anything more of it. It must be locked. */
export async function stopCheckRow(
  tx: Db,
  { serviceId }: Pick<CheckLease, "serviceId">,
  end: { commands: CheckedCommand[]; endedAt: Date },
): Promise<void> {
  await tx
    .update(commandChecks)
    .set({ state: "stopped", message: null, ...end })
    .where(eq(commandChecks.serviceId, serviceId));
}

/** What a command of the last check wrote; null where it wrote nothing, or there was none. */
export async function findOutput(db: Db, serviceId: string, kind: CommandKind): Promise<CommandOutput | null> {
  const [row] = await db
    .select({ output: sql<CommandOutput | null>`${commandChecks.outputs} -> ${kind}::text` })
    .from(commandChecks)
    .where(eq(commandChecks.serviceId, serviceId));
  return row?.output ?? null;
}

/** Checks that are under way, of all organizations: each must be in line, or nobody goes on with it. */
export async function listRunningChecks(db: Db): Promise<Pick<CheckLease, "organizationId" | "serviceId">[]> {
  return await db
    .select({ organizationId: commandChecks.organizationId, serviceId: commandChecks.serviceId })
    .from(commandChecks)
    .where(inArray(commandChecks.state, underWay));
}
