import { AppError, unknownErrorMessage, type ErrorCode } from "@cairn/contract/errors";
import { explainIssue } from "@cairn/contract/input-messages";
import { ZodError } from "zod";

import type { Ctx } from "#server/ctx.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { isGivenUp } from "#server/is-given-up.ts";

import { describeFreshness, freshnessSchema, readFreshness, type Freshness } from "./freshness.ts";
import { runWritingTool, type AgentToolCall } from "./run-writing-tool.ts";

export type AgentToolResult = ({ isError: false; freshness: Freshness } & ToolResult) | { isError: true; text: string };

/**
 * Runs a tool for an outside agent, as the agent's user. Every result states how new the code behind it is. An
 * error is reported to the agent in a sentence, so that it can try otherwise; unexpected errors are only logged.
 * The caller has already checked the right to the project and gives its ids; each tool checks its own rights.
 */
export async function runAgentTool(ctx: Ctx, call: AgentToolCall): Promise<AgentToolResult> {
  const tool = call.tools.find(({ name }) => name === call.name);
  if (!tool) return { isError: true, text: "There is no such tool." };
  const startedAt = performance.now();
  try {
    const input = tool.input.parse(call.input ?? {}, { error: explainIssue });
    const result = await (tool.writes ? runWritingTool(ctx, tool, call, input) : tool.run(ctx, call.scope, input));
    const answer = await addFreshness(ctx, call.scope, result);
    const durationMs = Math.round(performance.now() - startedAt);
    ctx.log.info({ tool: tool.name, projectId: call.scope.projectId, durationMs }, "agent used a tool");
    return { isError: false, ...answer };
  } catch (error) {
    const refusal = isGivenUp(error, ctx.signal) ? givenUp : readRefusal(error);
    if (refusal) ctx.log.info({ tool: tool.name, code: refusal.code }, "a tool refused an agent's call");
    else ctx.log.error({ error, tool: tool.name }, "an agent's tool failed");
    return { isError: true, text: refusal?.message ?? unknownErrorMessage };
  }
}

/** A tool that reads code says itself which commit it read, and its text begins with it; others get it here. */
async function addFreshness(
  ctx: Ctx,
  scope: ToolScope,
  { text, data }: ToolResult,
): Promise<ToolResult & { freshness: Freshness }> {
  const own = freshnessSchema.safeParse(data["repositories"]);
  if (own.success) return { text, data, freshness: own.data };
  const freshness = await readFreshness(ctx, scope);
  return { text: `${describeFreshness(freshness)}\n\n${text}`, data, freshness };
}

const givenUp = new AppError("cancelled", { message: "The call was ended" });

/** Null for what nobody foresaw. */
function readRefusal(error: unknown): { code: ErrorCode; message: string } | null {
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    const message = issue ? `Wrong input: ${issue.path.join(".") || "input"}: ${issue.message}` : "Wrong input.";
    return { code: "invalid_input", message };
  }
  return error instanceof AppError && error.code !== "internal" ? error : null;
}
