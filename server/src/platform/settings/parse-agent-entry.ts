/** A coding agent as the operator names it. */
export interface AgentEntry {
  /** What it is called in addresses and tables. */
  slug: string;
  /** Program first; null: one that this server knows how to start. */
  command: readonly string[] | null;
}

/** Agents that this server knows how to start; see `known-agents`. */
export const knownSlugs = ["claude-code", "codex", "gemini", "opencode"] as const;
export type KnownSlug = (typeof knownSlugs)[number];

/** Reads `codex` or `helper=/opt/agents/bin/helper acp`; null where it is neither. */
export function parseAgentEntry(entry: string): AgentEntry | null {
  const at = entry.indexOf("=");
  const slug = at === -1 ? entry : entry.slice(0, at).trim();
  if (!/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/.test(slug)) return null;
  if (at === -1) return knownSlugs.some((known) => known === slug) ? { slug, command: null } : null;
  const command = entry
    .slice(at + 1)
    .split(/\s+/)
    .filter((word) => word !== "");
  return command.length === 0 ? null : { slug, command };
}
