import type { ImplementationEngine, OfferedEngine } from "@cairn/contract/implementations";

/** What each engine is called, and what it does. */
export const engineWords: Record<ImplementationEngine, { title: string; text: string }> = {
  diff: {
    title: "A diff in the description",
    text: "It is applied as it is, and everything that comes after is done by this server. It needs no model.",
  },
  agent: {
    title: "The agent of this server",
    text: "The language model that is set here reads the code, writes the change and mends what fails. You see what it does while it works.",
  },
  "coding-agent": {
    title: "A coding agent on this server",
    text: "It works in a sandbox of its own, without a network, with this server's model. Its change is then built and tested like any other.",
  },
  "own-machine": {
    title: "On your machine",
    text: "You or your agent write it where you are, and push it to a branch of its own. This server then builds and tests it. Agents that are connected over MCP begin it by themselves.",
  },
};

export function nameEngine({ engine, agent }: Pick<OfferedEngine, "engine" | "agent">): string {
  return agent?.name ?? engineWords[engine].title;
}

/** Tells the offered ones apart. */
export function engineKey({ engine, agent }: Pick<OfferedEngine, "engine" | "agent">): string {
  return agent === null ? engine : `${engine} ${agent.slug}`;
}
