import type { z, ZodType } from "zod";

import type { AgentWork } from "#server/domain/implementations/agent/agent-work.ts";

/** What came of a call. */
export interface ToolOutcome {
  /** For people: "Edited src/tides.ts". */
  title: string;
  /** For the model. */
  text: string;
  /** The commit that holds the change from here on; absent where it is as before. */
  commit?: string;
  /** The agent is done. */
  isFinished?: boolean;
}

/** Something that the built-in agent may do. What it leaves is the same when it is done once more on the same commit. */
export interface AgentTool {
  name: string;
  description: string;
  input: ZodType;
  /** Throws an AppError, in words that the model is told. */
  run(work: AgentWork, input: unknown): Promise<ToolOutcome>;
}

export function defineAgentTool<I extends ZodType>(tool: {
  name: string;
  description: string;
  input: I;
  run: (work: AgentWork, input: z.output<I>) => Promise<ToolOutcome>;
}): AgentTool {
  return { ...tool, run: (work, input) => tool.run(work, input as z.output<I>) };
}

/** Of a repository's path. */
export const maxPathLength = 1_000;
