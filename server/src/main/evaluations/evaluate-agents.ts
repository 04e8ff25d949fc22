import type { CheckVerdict } from "@cairn/contract/run-checks";
import { and, eq, like } from "drizzle-orm";

import type { Ctx } from "#server/ctx.ts";
import { createRunHost } from "#server/domain/implementations/agent/create-run-host.ts";
import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { serveRunTools } from "#server/http/mcp/serve-run-tools.ts";
import { tools } from "#server/main/start/edges.ts";
import { runOperations } from "#server/platform/db/tables/implementations.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";

import { implementFix } from "./implement-fix.ts";
import { replayPastFixes, type PastFix } from "./past-fixes.ts";
import { asMember, type ScratchProduct } from "./scratch-product.ts";

/** What an agent made of a task that somebody solved once already. */
interface AgentFix {
  repository: string;
  commit: string;
  title: string;
  /** Of the test that the commit came with, which the agent never saw. */
  isRedBefore: boolean;
  isGreenAfter: boolean;
  verdict: CheckVerdict | "failed";
  reason: string;
  /** Of the model: how often it was asked, how long it took, and tokens as its vendor counted them. */
  calls: number;
  modelSeconds: number;
  inputTokens: number;
  outputTokens: number;
  /** What the run's log says of when a coding agent was ready, each time that it was started. */
  readiness: string[];
  /** From start to end, with all checks. */
  seconds: number;
  /** The change that it wrote. */
  patch: string;
}

const builtIn = "built-in";

/**
 * Has an agent solve tasks that were solved once already: it gets title and description of each, on the commit before, and the
 * commit's own test, which it does not see, judges what it did. `engine`: `built-in`, or a coding agent by its name in RUN_AGENTS.
 * Model and agents are those of the environment, as for a server.
 */
export async function evaluateAgents(wanted: { file: string; engine: string; isJson: boolean }): Promise<string> {
  const replayed = await replayPastFixes(wanted.file, async (product, fix) => {
    await indexRepository(product.ctx, product, { isLastTry: true });
    const one = await solve(product, fix, wanted.engine);
    // A run may take minutes, and whoever waits wants to know.
    process.stderr.write(`${report(one)}\n`);
    return one;
  });
  return (wanted.isJson ? replayed.map((one) => JSON.stringify(one)) : replayed.map(report)).join("\n");
}

async function solve(product: ScratchProduct, fix: PastFix, agent: string): Promise<AgentFix> {
  const { name: repository, commit, title, description } = fix;
  const startedAt = performance.now();
  const { implementationId, head, verdict, reason, isRedBefore, isGreenAfter } = await implementFix(product, fix, {
    description,
    engine: agent === builtIn ? { engine: "agent" } : { engine: "coding-agent", agent },
    starter: await asMember(product),
    equip: (ctx) => equip(product, ctx),
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const usage = await sumCalls(product.ctx, implementationId);
  const readiness = await listReadiness(product.ctx, implementationId);
  const patch = head === null ? "" : await readPatch(product, fix.parent, head);
  const sides = { isRedBefore, isGreenAfter };
  return { repository, commit, title, ...sides, verdict, reason, ...usage, readiness, seconds, patch };
}

/** What the process of a server gives a run: the model, the tools, and the product that they look into. */
function equip({ ctx, services }: ScratchProduct, run: RunCtx): RunCtx {
  const model = connectModel(services.settings.models);
  return {
    ...run,
    ...(model && { loadAgent: async () => ({ model, host: createRunHost(ctx, tools), pausesMs: [] }) }),
    product: {
      openCtx: async () => ctx,
      serveTools: (connection, guest) => serveRunTools(services, tools, { connection, guest }),
    },
  };
}

async function sumCalls(
  { wholeDb }: Ctx,
  implementationId: string,
): Promise<Pick<AgentFix, "calls" | "modelSeconds" | "inputTokens" | "outputTokens">> {
  const calls = await wholeDb.select().from(modelCalls).where(eq(modelCalls.implementationId, implementationId));
  const sum = (of: (call: (typeof calls)[number]) => number) => calls.reduce((total, call) => total + of(call), 0);
  const ms = sum(({ sentAt, endedAt }) =>
    sentAt === null || endedAt === null ? 0 : endedAt.getTime() - sentAt.getTime(),
  );
  return {
    calls: calls.length,
    modelSeconds: Math.round(ms / 1000),
    inputTokens: sum(({ inputTokens }) => inputTokens ?? 0),
    outputTokens: sum(({ outputTokens }) => outputTokens ?? 0),
  };
}

async function listReadiness({ wholeDb }: Ctx, implementationId: string): Promise<string[]> {
  const isReady = and(
    eq(runOperations.implementationId, implementationId),
    like(runOperations.text, "% was ready after %"),
  );
  const entries = await wholeDb.select({ text: runOperations.text }).from(runOperations).where(isReady);
  return entries.map(({ text }) => text);
}

async function readPatch({ ctx, repositoryId }: ScratchProduct, base: string, head: string): Promise<string> {
  const directory = hostedDirectory(ctx.settings.server.dataDir, repositoryId);
  return (await runGit({ directory, args: ["diff", "--no-ext-diff", base, head] })).stdout.toString();
}

function report({ repository, commit, title, verdict, reason, ...one }: AgentFix): string {
  const said = `${one.isRedBefore ? "red" : "NOT RED"} before, ${one.isGreenAfter ? "green" : "NOT GREEN"} after, ${verdict}`;
  const cost = `${one.calls} calls, ${one.inputTokens} tokens in and ${one.outputTokens} out`;
  return `${repository} ${commit.slice(0, 9)} ${title}\n  ${said}; ${cost}; ${one.seconds} s, of which the model ${one.modelSeconds} s. ${[...one.readiness, reason].join(" ")}`;
}
