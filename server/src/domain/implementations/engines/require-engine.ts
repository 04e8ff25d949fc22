import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireAgent } from "#server/domain/implementations/acp/require-agent.ts";
import { readBrief } from "#server/domain/implementations/diff-engine/read-brief.ts";
import type { ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";

export type EngineCtx = Pick<Ctx, "settings" | "model">;

interface ImplementedIn {
  brief: ImplementationRow["brief"];
  target: RunTarget;
  /** There is a branch that people push to already, as of a revision. */
  hasBranch: boolean;
}

/** Throws, in words, what an engine lacks to implement this in that repository. */
export function requireEngine(
  ctx: EngineCtx,
  { engine, agent }: ChosenEngine,
  { brief, target, hasBranch }: ImplementedIn,
): void {
  if (engine === "diff") readBrief({ brief });
  if (engine === "own-machine" && !target.isHosted && !hasBranch) {
    throw new AppError("conflict", {
      message: `The repository “${target.slug}” is hosted elsewhere. Only those that this server hosts give a branch to push to. Push a branch there, and choose “Review a branch” on the Review page.`,
    });
  }
  requireInstalled(ctx, { engine, agent });
}

/** Throws, in words, what an engine lacks on this server, whatever it is to implement. */
export function requireInstalled({ settings, model }: EngineCtx, { engine, agent }: ChosenEngine): void {
  if (engine === "agent" && model === null) {
    throw new AppError("conflict", {
      message: "No language model is set on this server. An operator sets MODEL_PROVIDER and MODEL_NAME.",
    });
  }
  if (engine === "coding-agent") requireAgent(settings, agent);
}
