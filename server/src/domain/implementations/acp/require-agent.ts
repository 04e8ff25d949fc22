import { AppError } from "@cairn/contract/errors";

import { findAgent, nameAgent, type StartableAgent } from "#server/platform/agent-protocol/find-agent.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

/** The coding agent of this name, where it can be started here. Throws `conflict` with what it lacks, in words. */
export function requireAgent(settings: Settings, slug: string | null): StartableAgent {
  const agent = slug === null ? null : findAgent(settings, slug);
  if (agent === null) throw new AppError("conflict", { message: sayUnknown(slug) });
  if ("reason" in agent) throw new AppError("conflict", { message: agent.reason });
  return agent;
}

function sayUnknown(slug: string | null): string {
  if (slug === null) return "No coding agents are set up on this server. An operator must name them in RUN_AGENTS.";
  return `${nameAgent(slug)} is not set up on this server. An operator must name it in RUN_AGENTS.`;
}
