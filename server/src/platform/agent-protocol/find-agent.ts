import { existsSync } from "node:fs";
import path from "node:path";

import { dialectNames, listDialects } from "#server/platform/settings/model-dialects.ts";
import { type AgentEntry, knownSlugs, type KnownSlug } from "#server/platform/settings/parse-agent-entry.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { type AgentModel, type KnownAgent, knownAgents, usualEnvironment } from "./known-agents.ts";

type AgentSettings = Pick<Settings, "models" | "runs">;

/** A coding agent of this server that can be started. */
export interface StartableAgent {
  slug: string;
  name: string;
  /** As it is started behind the walls, program first. */
  command: readonly string[];
  signInBy: string | null;
  environment(model: AgentModel): Record<string, string>;
}

/** Why one cannot be, in words for people. */
interface MissingAgent {
  slug: string;
  name: string;
  reason: string;
}

/** Where this server's own Node.js lies behind the walls. */
const node = "/opt/cairn/bin/node";

/** What people call it. */
export function nameAgent(slug: string): string {
  return isKnown(slug) ? knownAgents[slug].name : slug;
}

/** A configured agent; null where the operator names none of that name. */
export function findAgent(settings: AgentSettings, slug: string): StartableAgent | MissingAgent | null {
  const entry = settings.runs.agents.find((one) => one.slug === slug);
  return entry === undefined ? null : openAgent(settings, entry);
}

function openAgent(settings: AgentSettings, entry: AgentEntry): StartableAgent | MissingAgent {
  const { slug } = entry;
  const name = nameAgent(slug);
  const missing = (reason: string) => ({ slug, name, reason });
  if (settings.runs.sandbox === "off") return missing("This server runs no commands (RUN_SANDBOX).");
  if (settings.models.provider === "none") {
    return missing(`${name} calls a language model, and this server has none. An operator must set MODEL_PROVIDER.`);
  }
  if (entry.command !== null) return openByCommand(settings, { slug, name, command: entry.command });
  if (!isKnown(slug)) return missing(`This server does not know how to start ${name}.`);
  const known = knownAgents[slug];
  if (!listDialects(settings.models).includes(known.dialect)) {
    return missing(
      `${name} speaks ${dialectNames[known.dialect]}, which the model of this server does not understand. An operator who knows better sets MODEL_DIALECTS.`,
    );
  }
  const { agentFolders } = settings.runs;
  const program = agentFolders
    .map((folder) => path.join(folder, "node_modules", known.program))
    .find((file) => existsSync(file));
  if (program === undefined) return missing(sayInstall(known, agentFolders));
  const command = [...(known.isNode ? [node] : []), program, ...known.args];
  return { slug, name, command, signInBy: known.signInBy, environment: (model) => known.environment(model) };
}

function openByCommand(
  { runs }: AgentSettings,
  { slug, name, command }: { slug: string; name: string; command: readonly string[] },
): StartableAgent | MissingAgent {
  const absent = command.find(
    (word) => runs.agentFolders.some((folder) => word.startsWith(`${folder}/`)) && !existsSync(word),
  );
  if (absent !== undefined) return { slug, name, reason: `${absent} is not there. An operator must install it.` };
  return { slug, name, command, signInBy: null, environment: usualEnvironment };
}

function sayInstall(known: KnownAgent, folders: readonly string[]): string {
  const where = folders.length === 0 ? "a folder that RUN_AGENT_FOLDERS names" : folders.join(" or ");
  return `${known.name} is not installed. An operator must install the npm package ${known.package} in ${where}.`;
}

function isKnown(slug: string): slug is KnownSlug {
  return knownSlugs.some((known) => known === slug);
}
