import path from "node:path";

import { eq } from "drizzle-orm";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";
import type { Logger } from "#server/platform/log/logger.ts";

import { inFolder } from "./on-index.ts";
import { openScratchProduct, type ScratchProduct } from "./scratch-product.ts";

/**
 * A product about the newest commit of a repository's main branch, indexed, with the model of the environment, as a server
 * has it. Throws where the environment names none.
 */
export async function onModelProduct(
  directory: string,
  work: (product: ScratchProduct) => Promise<string>,
): Promise<string> {
  const branch = await findDefaultBranch(directory);
  const commit = branch === null ? null : await resolveCommit(directory, branch);
  if (commit === null) throw new Error(`${directory} holds no commit`);
  const name = path.basename(directory.replace(/\/(?:\.git|repo)$/, "")).replace(/^[^+]*\+/, "");
  return await inFolder(async (folder) => {
    const product = await openScratchProduct(folder, { directory, commit, name }, { log: tellAll(), env: process.env });
    try {
      if (product.ctx.model === null) throw new Error("Set MODEL_PROVIDER and what belongs to it");
      await indexRepository(product.ctx, product, { isLastTry: true });
      return await work(product);
    } finally {
      await product.close();
    }
  });
}

/** What the model took so far, by what for, as its vendor counted it. */
export async function describeUse({ ctx, organizationId }: ScratchProduct): Promise<string> {
  const calls = await ctx.wholeDb.select().from(modelCalls).where(eq(modelCalls.organizationId, organizationId));
  const sum = (count: (call: (typeof calls)[number]) => number | null) =>
    calls.reduce((total, call) => total + (count(call) ?? 0), 0);
  const seconds =
    sum(({ startedAt, endedAt }) => (endedAt === null ? 0 : endedAt.getTime() - startedAt.getTime())) / 1000;
  return `${calls.length} calls, ${sum((one) => one.inputTokens)} tokens in, ${sum((one) => one.outputTokens)} out, ${Math.round(seconds)} s of the model`;
}

/** What a server would log, for whoever waits. */
function tellAll(): Logger {
  const tell = (fields: object, message: string) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  const log: Logger = { debug: () => {}, info: tell, warn: tell, error: tell, child: () => log };
  return log;
}
