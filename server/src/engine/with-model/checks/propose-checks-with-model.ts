import { readFileSync } from "node:fs";

import { z } from "zod";

import type { ModelPort } from "#server/platform/models/model-port.ts";
import { visibleText } from "#server/platform/models/visible-text.ts";

const system = readFileSync(new URL("./prompts/checks.md", import.meta.url), "utf8");
const tries = 2;
const maxAnswer = 200_000;
const maxOutputTokens = 12_000;

/** What a model is told of a task. */
export interface CheckRequest {
  title: string;
  description: string;
  /** Those that something is to be proposed for. */
  criteria: readonly string[];
  /** By what they do: "test" → "npm test". */
  commands: Readonly<Record<string, string | null>>;
  /** A test of the service as it stands; null where it has none. */
  example: { path: string; content: string } | null;
  /** Of the code that the task is about, by paths from the service's folder. */
  files: readonly { path: string; content: string }[];
}

/** What a model proposes for a criterion, as it wrote it; or in a sentence why it proposes nothing. */
export interface ModelCheck {
  check:
    | { kind: "test-file"; path: string; content: string; command: string }
    | { kind: "command"; command: string; exitCode: number; outputContains: string | null }
    | null;
  reason: string;
}

const answerSchema = z.object({
  checks: z.array(
    z.discriminatedUnion("kind", [
      z.object({
        criterion: z.number().int(),
        kind: z.literal("test"),
        path: z.string(),
        content: z.string(),
        command: z.string(),
      }),
      z.object({
        criterion: z.number().int(),
        kind: z.literal("command"),
        command: z.string(),
        exitCode: z.number().int().optional(),
        outputContains: z.string().nullish(),
      }),
      z.object({ criterion: z.number().int(), kind: z.literal("person"), why: z.string().optional() }),
    ]),
  ),
});
type AnsweredChecks = z.infer<typeof answerSchema>;

/**
 * Asks a model for a check of each criterion; answers one for each, in their order. Null where nothing that it said could be
 * used. Throws what the model throws.
 */
export async function proposeChecksWithModel(
  request: CheckRequest,
  { model, signal }: { model: ModelPort; signal: AbortSignal },
): Promise<ModelCheck[] | null> {
  const messages = [{ role: "user" as const, content: compose(request) }];
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    let text = "";
    const asked = { system, messages, tools: [], maxSteps: 1, maxOutputTokens, signal, json: answerSchema };
    for await (const event of model.stream(asked)) {
      if (event.type === "text") text += event.text;
      if (text.length > maxAnswer) break;
    }
    const answer = parse(text);
    if (answer !== null) return request.criteria.map((_criterion, at) => readCheck(answer, at + 1));
  }
  return null;
}

function parse(text: string): AnsweredChecks | null {
  const [begin, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (begin === -1 || end < begin || text.length > maxAnswer) return null;
  try {
    return answerSchema.safeParse(JSON.parse(text.slice(begin, end + 1))).data ?? null;
  } catch {
    return null;
  }
}

function readCheck({ checks }: AnsweredChecks, number: number): ModelCheck {
  const said = checks.find(({ criterion }) => criterion === number);
  if (said === undefined) return { check: null, reason: "The model proposed nothing for it." };
  switch (said.kind) {
    case "person": {
      const why = said.why?.trim().slice(0, 300) ?? "";
      return { check: null, reason: why === "" ? "The model proposed nothing to run for it." : why };
    }
    case "command": {
      const { command, exitCode = 0, outputContains = null } = said;
      return { check: { kind: "command", command, exitCode, outputContains }, reason: "A command that shows it." };
    }
    case "test": {
      const { path, content, command } = said;
      return { check: { kind: "test-file", path, content, command }, reason: "A new test of what the criterion says." };
    }
  }
}

function compose({ title, description, criteria, commands, example, files }: CheckRequest): string {
  const lines = Object.entries(commands).flatMap(([kind, line]) => (line === null ? [] : [`${kind}: ${line}`]));
  const parts = [
    ["task", `${title}\n\n${description}`],
    ["criteria", criteria.map((text, at) => `${at + 1}. ${text}`).join("\n")],
    ["commands", lines.join("\n") || "none"],
    ...(example === null ? [] : [["example", `${example.path}\n${example.content}`]]),
    ...files.map(({ path, content }) => ["code", `${path}\n${content}`]),
  ];
  return parts.map(([name = "", text = ""]) => inTag(name, text)).join("\n\n");
}

/** Nothing inside may look like the end of it. */
function inTag(name: string, text: string): string {
  return `<${name}>\n${visibleText(text)
    .toWellFormed()
    .replaceAll(/<(?=\/?\s*(?:task|criteria|commands|example|code)\b)/gi, "‹")}\n</${name}>`;
}
