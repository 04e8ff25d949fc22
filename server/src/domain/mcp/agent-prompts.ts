import { AppError } from "@cairn/contract/errors";
import { parseInput } from "@cairn/contract/input-messages";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Tool, ToolScope } from "#server/edge.ts";

import { plainName } from "./plain-name.ts";

export interface AgentPrompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  /** Whether the team's rules come along. */
  hasRules: boolean;
  /** The prompt's text; `given` are the arguments. */
  write: (given: Record<string, string>) => string;
}

const service = {
  name: "service",
  description: "Name of the service it is about; without it, the whole product",
  required: false,
};
const cite = "Name the repository, path, lines and commit for each statement about the code.";
const maxServiceName = 100;
const serviceLine = (name = ""): string =>
  name.trim() === "" ? "" : `\n\nIt is about this service: ${plainName(name, maxServiceName)}`;

/** The given text unchanged, fenced off from ours. */
function quote(text = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return [ticks, text, ticks].join("\n");
}

/** Ways to begin that a person picks in their client. They hold nothing of a tenant until arguments are given. */
export const agentPrompts: readonly AgentPrompt[] = [
  {
    name: "explain_code",
    title: "Explain a part of the code",
    description: "Explains what a file, a symbol or a topic of the product does and how it hangs together.",
    arguments: [{ name: "about", description: "A path, a name in the code or a topic", required: true }, service],
    hasRules: false,
    write: (given) =>
      `Explain this part of the product: what it does, how it is built and what else depends on it. Look it up with the search tools, read the places you find and the documentation pages about it. ${cite}\n\n${quote(given["about"])}${serviceLine(given["service"])}`,
  },
  {
    name: "plan_change",
    title: "Plan a change",
    description: "Plans a change step by step from the code as it is and the team's rules.",
    arguments: [{ name: "change", description: "What is to be different afterwards", required: true }, service],
    hasRules: true,
    write: (given) =>
      `Plan this change, without making it yet. Find the code it touches and what depends on it, name the files to change in order, the tests to write and what could go wrong. Follow the team's rules whose condition is met and say which those are. ${cite}\n\n${quote(given["change"])}${serviceLine(given["service"])}`,
  },
  {
    name: "review_diff",
    title: "Review a diff against the rules",
    description: "Reviews a diff against the team's rules and the code around it.",
    arguments: [{ name: "diff", description: "The changes, as git diff prints them", required: true }, service],
    hasRules: true,
    write: (given) =>
      `Review this diff. Check each of the team's rules whose condition is met, then read the code around the changes for what they break or forget. List findings by weight, each with file and line, and the rule where one is broken. ${cite}\n\n${quote(given["diff"])}${serviceLine(given["service"])}`,
  },
];

const maxArgumentLength = 200_000;

/** The text of a prompt, and the team's rules where it needs them. */
export async function getAgentPrompt(
  ctx: Ctx,
  input: ToolScope & { name: string; given: Record<string, string>; tools: readonly Tool[] },
): Promise<{ prompt: AgentPrompt; text: string; rules: string | null }> {
  const { organizationId, projectId } = await requireProject(ctx, input, "rule.read");
  const prompt = agentPrompts.find(({ name }) => name === input.name);
  if (!prompt) throw new AppError("invalid_input", { message: "There is no such prompt" });
  for (const { name, required } of prompt.arguments) {
    const value = input.given[name] ?? "";
    if (required && value.trim() === "") throw new AppError("invalid_input", { message: `Say the argument ${name}` });
    if (value.length > maxArgumentLength)
      throw new AppError("too_large", { message: `The argument ${name} is too long` });
  }
  const rulesTool = prompt.hasRules ? input.tools.find(({ name }) => name === "get_rules") : undefined;
  const text = prompt.write(input.given);
  if (!rulesTool) return { prompt, text, rules: null };
  const requested = input.given["service"] ? { service: input.given["service"] } : {};
  const rules = await rulesTool.run(ctx, { organizationId, projectId }, parseInput(rulesTool.input, requested));
  return { prompt, text, rules: rules.text };
}
