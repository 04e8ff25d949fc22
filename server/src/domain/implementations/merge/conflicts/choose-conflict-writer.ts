import { AppError } from "@cairn/contract/errors";
import type { ImplementationEngine, OfferedEngine } from "@cairn/contract/implementations";

import { listEngines } from "#server/domain/implementations/engines/list-engines.ts";
import { requireInstalled, type EngineCtx } from "#server/domain/implementations/engines/require-engine.ts";
import { findCommitObstacle } from "#server/domain/implementations/publishing/find-commit-obstacle.ts";
import type { ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

/** What can decide between two sides. */
const deciding: ReadonlySet<ImplementationEngine> = new Set(["agent", "coding-agent"]);

/** What could put the change together with its base branch in a run, each with what it lacks; what wrote it comes first. */
export function listConflictWriters(ctx: EngineCtx, row: NamedImplementationRow): OfferedEngine[] {
  const check = (engine: ChosenEngine) => requireConflictWriter(ctx, row, engine);
  const isAuthor = (one: OfferedEngine) => one.engine === row.engine && (one.agent?.slug ?? null) === row.agent;
  return listEngines(ctx.settings, { chosen: null, check })
    .filter(({ engine }) => deciding.has(engine))
    .toSorted((one, other) => Number(isAuthor(other)) - Number(isAuthor(one)));
}

/** As asked for, or else what wrote it so far. Throws `conflict` in words where that cannot. */
export function chooseConflictWriter(
  ctx: EngineCtx,
  row: NamedImplementationRow,
  { engine = row.engine, agent }: { engine?: ImplementationEngine; agent?: string },
): ChosenEngine {
  const chosen = { engine, agent: engine === "coding-agent" ? (agent ?? row.agent) : null };
  requireConflictWriter(ctx, row, chosen);
  return chosen;
}

function requireConflictWriter(ctx: EngineCtx, row: NamedImplementationRow, chosen: ChosenEngine): void {
  if (!deciding.has(chosen.engine)) throw new AppError("conflict", { message: undecided });
  const obstacle = findCommitObstacle(row);
  if (obstacle !== null) throw new AppError("conflict", { message: obstacle });
  requireInstalled(ctx, chosen);
}

const undecided =
  "A diff is applied as it is, and what people push is theirs: nothing in them decides between two sides. Choose an agent of this server, or resolve them by hand.";
