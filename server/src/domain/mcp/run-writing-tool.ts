import { createHash } from "node:crypto";

import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { answerOnce } from "#server/domain/idempotency/answer-once.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Tool, ToolResult, ToolScope } from "#server/edge.ts";

import { takeAgentWrite } from "./take-agent-write.ts";

/** What an agent calls. */
export interface AgentToolCall {
  tools: readonly Tool[];
  scope: ToolScope;
  name: string;
  input: unknown;
  /** Names the call among all of the agent's calls; null where it is not known to be sent once. */
  callId: string | null;
}

const resultSchema = z.object({ text: z.string(), data: z.record(z.string(), z.unknown()) });

/**
 * Runs a tool that changes something, if the product lets agents do that and this one has not done too much. A call that
 * comes again, by its key or as the same call of a session, changes nothing more and is answered as the first time.
 */
export async function runWritingTool(ctx: Ctx, tool: Tool, call: AgentToolCall, input: unknown): Promise<ToolResult> {
  const { scope } = call;
  const { action, isRepeatable } = tool.writes ?? { action: "task.write", isRepeatable: false };
  // Before anything is looked up: who may not write learns just that.
  await requireProject(ctx, scope, action);
  const run = async (): Promise<ToolResult> => {
    await takeAgentWrite(ctx, scope, action);
    return await tool.run(ctx, scope, input);
  };
  const key = isRepeatable ? null : keyOf(call, input);
  if (key === null) return await run();
  const request = { method: "MCP", address: `${tool.name} ${scope.projectId}`, body: bytesOf(input) };
  const { body } = await answerOnce(ctx, { key, request }, async () => {
    return { status: 200, body: JSON.stringify(await run()) };
  });
  return resultSchema.parse(JSON.parse(body ?? "{}"));
}

/** Null where a call that comes again cannot be told from a new one. */
function keyOf({ scope, callId }: AgentToolCall, input: unknown): string | null {
  const { idempotencyKey } = input as { idempotencyKey?: string };
  if (idempotencyKey !== undefined) return digest(["key", scope.projectId, idempotencyKey]);
  // Some clients number other calls alike; so the same call has the same input, too.
  return callId === null ? null : digest(["call", scope.projectId, callId, input]);
}

/** Keys of agents are among those of their user's own calls, so they begin otherwise. */
function digest(parts: readonly unknown[]): string {
  return `mcp ${createHash("sha256").update(bytesOf(parts)).digest("base64url")}`;
}

function bytesOf(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
