import type { Ctx } from "#server/ctx.ts";
import { findObstacle } from "#server/domain/implementations/engines/list-engines.ts";
import { requireInstalled } from "#server/domain/implementations/engines/require-engine.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

/** Why what wrote the change cannot resolve its conflicts, in words; null where it can. */
export function findRunObstacle(ctx: Pick<Ctx, "settings" | "model">, row: ImplementationRow): string | null {
  const { engine, agent } = row;
  switch (engine) {
    case "diff":
      return "The diff of the task is applied as it is: nothing here can decide between two sides.";
    case "own-machine":
      return "It is written on somebody's own machine: they bring the base branch in there, and push.";
    case "agent":
    case "coding-agent":
      return findObstacle(() => requireInstalled(ctx, { engine, agent }), null)?.message ?? null;
  }
}
