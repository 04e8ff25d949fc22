import { AppError } from "@cairn/contract/errors";
import {
  implementationEngines,
  type ImplementationEngine,
  type Obstacle,
  type OfferedEngine,
} from "@cairn/contract/implementations";

import type { ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import { nameAgent } from "#server/platform/agent-protocol/find-agent.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

/** Every engine, each coding agent of this server by itself, with what `check` says that it lacks. */
export function listEngines(
  settings: Settings,
  { chosen, check }: { chosen: ChosenEngine | null; check: (engine: ChosenEngine) => void },
): OfferedEngine[] {
  return listChoices(settings).map(({ engine, agent }) => ({
    engine,
    agent: agent === null ? null : { slug: agent, name: nameAgent(agent) },
    obstacle: findObstacle(() => check({ engine, agent }), setAt[engine]),
    isDefault: chosen?.engine === engine && chosen.agent === agent,
  }));
}

/** Where no agent is set up, that engine is there all the same, to say so. */
function listChoices({ runs }: Settings): ChosenEngine[] {
  return implementationEngines.flatMap((engine): ChosenEngine[] => {
    if (engine !== "coding-agent" || runs.agents.length === 0) return [{ engine, agent: null }];
    return runs.agents.map(({ slug: agent }) => ({ engine, agent }));
  });
}

/** Where what an engine may lack is changed. */
const setAt: Record<ImplementationEngine, Obstacle["setAt"]> = {
  diff: "task",
  // Whoever runs the server sets these by its environment, as the words say.
  agent: null,
  "coding-agent": null,
  "own-machine": "services",
};

/** What a check throws, for people to read; null where it throws nothing. */
export function findObstacle(check: () => unknown, setAt: Obstacle["setAt"]): Obstacle | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return { message: error.message, setAt };
    throw error;
  }
}
