import { commitChange } from "#server/domain/implementations/phases/commit-change.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { lockRun, updateRun } from "#server/domain/implementations/store/runs.store.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

interface CheckpointOptions {
  workCopy: WorkCopy;
  /** The parent of each: a later one takes the place of the one before. */
  base: string;
  date: Date;
  /** A sentence about who wrote it. */
  text: string;
}

interface Checkpoints {
  /** Files may have changed: takes them at once, and then now and again, in the background. */
  onStep: () => void;
  /** Resolves when none is taken any more in the background. */
  settle(): Promise<void>;
  /** Takes what stands there in the end; null where it is what the base has. Throws what may not come in. */
  takeLast(): Promise<string | null>;
}

/** A crash loses no more of the work than what was written in this time. */
const everyMs = 20_000;

/** Keeps what stands in a work copy as the head of the implementation, also while somebody works there. */
export function createCheckpoints(work: PhaseWork, options: CheckpointOptions): Checkpoints {
  const { ctx } = work;
  let under: Promise<unknown> = Promise.resolve();
  let isTaking = false;
  let takenAt = Number.NEGATIVE_INFINITY;
  return {
    onStep() {
      if (isTaking || performance.now() - takenAt < everyMs) return;
      isTaking = true;
      // Half a change may be one that cannot be taken; the whole may be another.
      under = takeCheckpoint(work, options, { whileRunning: true })
        .catch((error: unknown) => ctx.log.info({ error }, "a checkpoint of a run was not taken"))
        .finally(() => {
          isTaking = false;
          takenAt = performance.now();
        });
    },
    async settle() {
      await under;
    },
    takeLast: () => takeCheckpoint(work, options, { whileRunning: false }),
  };
}

async function takeCheckpoint(
  work: PhaseWork,
  { workCopy, base, date, text }: CheckpointOptions,
  { whileRunning }: { whileRunning: boolean },
): Promise<string | null> {
  const { ctx, directory, lease } = work;
  const { signal } = ctx;
  const taken = await ctx.sandbox.takeTree(workCopy, { signal, whileRunning });
  const tree = taken?.tree ?? (await readCommitHeader(directory, workCopy.commit, { signal })).tree;
  if (tree === (await readCommitHeader(directory, base, { signal })).tree) return null;
  const oid = await commitChange(work, { tree, base, date, text });
  await ctx.db.transaction(async (tx) => {
    const { headOid } = await lockRun(tx, lease);
    if (headOid !== oid) await updateRun(tx, lease.implementationId, { headOid: oid });
  });
  return oid;
}
