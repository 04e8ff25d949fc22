import type { ImplementationKey } from "#server/domain/implementations/store/implementations.store.ts";
import type { Tool, ToolScope } from "#server/edge.ts";
import type { TurnModel } from "#server/platform/models/model-port.ts";

/** What a run asks of the server that it belongs to, which has the indexes and everything that people wrote. */
export interface RunHost {
  /** What can be looked up; all of it only reads. */
  tools: readonly Pick<Tool, "name" | "description" | "input">[];
  /** Markdown. Throws an AppError in plain words. */
  useTool(scope: ToolScope, name: string, input: unknown): Promise<string>;
  /** The task with all that belongs to it, as Markdown. */
  readBrief(key: ImplementationKey): Promise<string>;
}

/** What the built-in agent needs beside what every run has. */
export interface AgentParts {
  model: TurnModel;
  host: RunHost;
  /** Before it asks a model again that could not answer. */
  pausesMs: readonly number[];
}
