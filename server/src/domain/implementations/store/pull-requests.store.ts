import type { PullRequest } from "@cairn/contract/implementations";
import { and, eq, ne } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { pullRequests } from "#server/platform/db/tables/pull-requests.ts";

import type { PullRequestRow } from "./implementations.store.ts";

type PullKey = Pick<PullRequestRow, "organizationId" | "implementationId">;

const isOf = ({ organizationId, implementationId }: PullKey) =>
  and(eq(pullRequests.organizationId, organizationId), eq(pullRequests.implementationId, implementationId));
const isOpen = ne(pullRequests.state, "closed");

/** Writes down that one is to be opened, in place of one that came to nothing. The implementation must be locked. */
export async function insertPull(tx: Db, key: PullKey & { headOid: string }): Promise<void> {
  await tx.delete(pullRequests).where(isOf(key));
  await tx.insert(pullRequests).values({ ...key, state: "opening" });
}

/** The one that an implementation is being merged by; null where it is merged in another way, or none is open any more. */
export async function selectOpenPull(db: Db, key: PullKey): Promise<PullRequestRow | null> {
  const [row] = await db
    .select()
    .from(pullRequests)
    .where(and(isOf(key), isOpen));
  return row ?? null;
}

/** What GitHub said of one that is open. */
export async function updatePull(
  db: Db,
  key: PullKey,
  said: { state: PullRequest["state"]; number: number; url: string; hostedOid: string; lookedAt: Date },
): Promise<void> {
  await db
    .update(pullRequests)
    .set(said)
    .where(and(isOf(key), isOpen));
}

/** It stands as it stood when GitHub was asked last. */
export async function noteLook(db: Db, key: PullKey, lookedAt: Date): Promise<void> {
  await db
    .update(pullRequests)
    .set({ lookedAt })
    .where(and(isOf(key), isOpen));
}

/** It came to nothing, for this reason. */
export async function closePull(tx: Db, key: PullKey, reason: string): Promise<void> {
  await tx
    .update(pullRequests)
    .set({ state: "closed", reason })
    .where(and(isOf(key), isOpen));
}

/** It did what it was for. */
export async function deletePull(tx: Db, key: PullKey): Promise<void> {
  await tx.delete(pullRequests).where(isOf(key));
}

/** The open ones of a repository. */
export async function listOpenPulls(
  db: Db,
  { organizationId, repositoryId }: { organizationId: string; repositoryId: string },
): Promise<PullKey[]> {
  return await db
    .select({ organizationId: pullRequests.organizationId, implementationId: pullRequests.implementationId })
    .from(pullRequests)
    .innerJoin(implementations, eq(implementations.implementationId, pullRequests.implementationId))
    .where(
      and(
        eq(implementations.organizationId, organizationId),
        eq(pullRequests.organizationId, organizationId),
        eq(implementations.repositoryId, repositoryId),
        isOpen,
      ),
    );
}

/** GitHub told that something happened to it: it is asked next time, however long ago that was done. */
export async function forgetLook(db: Db, key: PullKey): Promise<void> {
  await db.update(pullRequests).set({ lookedAt: null }).where(isOf(key));
}
