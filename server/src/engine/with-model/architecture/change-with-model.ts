import { readFileSync } from "node:fs";

import { z } from "zod";

import {
  drawnForms,
  formWords,
  serviceForms,
  type EditedDraft,
  type SpokenChange,
} from "#server/engine/architecture-edits/edited-draft.ts";
import { resolveChanges, type ResolvedChanges } from "#server/engine/architecture-edits/resolve-changes.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { visibleText } from "#server/platform/models/visible-text.ts";

const prompts = {
  edit: readFileSync(new URL("./prompts/edit.md", import.meta.url), "utf8"),
  suggest: readFileSync(new URL("./prompts/suggest.md", import.meta.url), "utf8"),
};
const tries = 2;
const maxAnswer = 60_000;
const maxOutputTokens = 6_000;
const maxSaid = 600;
/** More than it is asked for; one change may become several. */
const maxChanges = 100;
/** Of each description, so that a large drawing still fits. */
const maxShownDescription = 160;
const maxShownNodes = 300;
const maxShownEdges = 600;

const text = z.string().max(5_000);
const reason = z.string().nullish().catch(null);
const type = z.enum([...serviceForms, ...drawnForms]);
const ends = { source: text, target: text, reason };
const changeSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("add"), name: text, type, description: text.nullish(), technology: text.nullish(), reason }),
  z.object({ do: z.literal("rename"), node: text, name: text, reason }),
  z.object({ do: z.literal("retype"), node: text, type, reason }),
  z.object({ do: z.literal("describe"), node: text, description: text, reason }),
  z.object({ do: z.literal("split"), node: text, into: z.array(text), reason }),
  z.object({ do: z.literal("remove"), node: text, reason }),
  z.object({ do: z.literal("connect"), ...ends }),
  z.object({ do: z.literal("forbid"), ...ends }),
  z.object({ do: z.literal("disconnect"), ...ends }),
  z.object({ do: z.literal("arrange"), reason }),
]);
const answerSchema = z.object({ say: z.string().catch(""), changes: z.array(z.unknown()) });
/** What a model is asked for; what it answers is taken change by change. */
const wantedSchema = z.object({ say: z.string(), changes: z.array(changeSchema) });

/** What a model proposes, as far as it holds. */
export interface ModelChanges extends ResolvedChanges {
  /** Its own words about it; "" where it said nothing. */
  say: string;
}

/**
 * Lets a model say what changes, in the same words that people's commands mean, and checks each like theirs: a node that is
 * not there, a name that is too long or a line from a node to itself is left out and told. Null where it answers nothing of
 * the shape. Throws what the model throws.
 */
export async function changeWithModel(
  { task, words, draft }: { task: keyof typeof prompts; words: string; draft: EditedDraft },
  { model, signal }: { model: ModelPort; signal: AbortSignal },
): Promise<ModelChanges | null> {
  const messages = [{ role: "user" as const, content: compose(task, words, draft) }];
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    let answer = "";
    const asked = { messages, tools: [], maxSteps: 1, maxOutputTokens, signal, json: wantedSchema };
    for await (const event of model.stream({ system: prompts[task], ...asked })) {
      if (event.type === "text") answer += event.text;
      if (answer.length > maxAnswer) break;
    }
    const read = readAnswer(answer);
    if (read === null) continue;
    const { changes, problems } = resolveChanges(draft, read.spoken);
    return { changes, problems: [...problems, ...read.problems], say: read.say };
  }
  return null;
}

function readAnswer(answer: string): { say: string; spoken: SpokenChange[]; problems: string[] } | null {
  const [begin, end] = [answer.indexOf("{"), answer.lastIndexOf("}")];
  if (begin === -1 || end < begin || answer.length > maxAnswer) return null;
  try {
    const { data } = answerSchema.safeParse(JSON.parse(answer.slice(begin, end + 1)));
    if (data === undefined) return null;
    const read = data.changes.slice(0, maxChanges).map((change) => changeSchema.safeParse(change).data ?? null);
    const spoken = read.filter((change) => change !== null).map(withVisibleText);
    const lost = read.length - spoken.length;
    const what = lost === 1 ? "One change" : `${lost} changes`;
    const problems =
      lost === 0 ? [] : [`${what} of the model could not be read and ${lost === 1 ? "was" : "were"} left out.`];
    return { say: toLine(data.say).slice(0, maxSaid), spoken, problems };
  } catch {
    return null;
  }
}

/** Names and descriptions hold nothing that a person could not see. */
function withVisibleText(change: z.infer<typeof changeSchema>): SpokenChange {
  const entries = Object.entries(change).map(([field, value]) => {
    if (typeof value === "string") return [field, toLine(value)];
    return [field, Array.isArray(value) ? value.map(toLine) : value];
  });
  return Object.fromEntries(entries) as SpokenChange;
}

function toLine(said: string): string {
  return visibleText(said).toWellFormed().replaceAll(/\s+/g, " ").trim();
}

function compose(task: keyof typeof prompts, words: string, { nodes, edges }: EditedDraft): string {
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]));
  const shown = nodes.slice(0, maxShownNodes).map(({ name, form, description }) => {
    return { name, is: formWords[form], description: description.slice(0, maxShownDescription) };
  });
  const lines = edges.slice(0, maxShownEdges).map(({ sourceId, targetId, stance, isInCode }) => {
    const said = [...(stance === null ? [] : [stance]), ...(isInCode ? ["in the code"] : [])];
    return { source: names.get(sourceId), target: names.get(targetId), is: said.join(", ") };
  });
  const tag = task === "edit" ? "request" : "goal";
  return [inTag(tag, words), inTag("drawing", JSON.stringify({ nodes: shown, lines }))].join("\n\n");
}

/** Nothing inside may look like the end of it. */
function inTag(name: string, content: string): string {
  return `<${name}>\n${visibleText(content)
    .toWellFormed()
    .replaceAll(/<(?=\/?\s*(?:request|goal|drawing)\b)/gi, "‹")}\n</${name}>`;
}
