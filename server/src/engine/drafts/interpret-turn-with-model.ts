import { readFileSync } from "node:fs";

import { z } from "zod";

import type { ModelPort, ModelTool } from "#server/platform/models/model-port.ts";

import { applyEdits } from "./apply-edits.ts";
import type { TurnGround } from "./command.ts";
import {
  maxDraftSections,
  maxPromptLength,
  maxTitleLength,
  quoted,
  type DraftEdit,
  type DraftTurn,
  type PageDraft,
} from "./page-draft.ts";

const maxSteps = 12;
const maxEarlierTurns = 6;
const maxTurnLength = 4_000;
/** Of each section's text, so that the model knows what is there. */
const maxShownText = 600;
const maxShownTemplates = 20;

const system = readFileSync(new URL("./prompts/edit-page.md", import.meta.url), "utf8");
const title = z.string().trim().min(2).max(maxTitleLength);
const instructions = z.string().trim().min(2).max(maxPromptLength);
const output = z.enum(["markdown", "mermaid", "plain-text"]);
const number = z.number().int().min(1).describe("The section's number on the page as it is now");

/**
 * Lets a model decide what changes. It can only name edits, the same that a person's words may mean: a call of the
 * wrong shape is refused by the tool's schema, one that names nothing by the tool, and both are reported. Its text is
 * not shown.
 */
export async function interpretTurnWithModel(
  message: { text: string; earlier: readonly { role: "user" | "assistant"; content: string }[] },
  ground: TurnGround & { model: ModelPort; signal: AbortSignal; newId: () => string },
): Promise<DraftTurn> {
  const context = openEditDesk(ground);
  let calls = 0;
  const request = {
    system,
    messages: [...earlierTurns(message.earlier), { role: "user" as const, content: describe(message.text, ground) }],
    tools: listTools(context, ground),
    maxSteps,
    signal: ground.signal,
  };
  for await (const event of ground.model.stream(request)) if (event.type === "tool-start") calls += 1;
  const { edits, refusals } = context;
  const isRefused = edits.length === 0 && calls > 0;
  const reason = refusals.at(-1) ?? "what it sent was no change of a page";
  const problems = isRefused ? [`The model wanted a change that is not possible: ${reason}. Nothing was changed.`] : [];
  return { edits, problems, question: edits.length === 0 && !isRefused ? message.text : null };
}

interface EditContext {
  readonly edits: DraftEdit[];
  readonly refusals: string[];
  /** The draft with every edit so far. */
  draft(): PageDraft;
  /** Applies an edit, or throws the reason; returns the page's state afterwards. */
  take(edit: DraftEdit): string;
  /** The id behind a number. */
  idOf(number: number): string;
  refuse(reason: string): never;
}

function openEditDesk({ draft: start, services, newId }: TurnGround & { newId: () => string }): EditContext {
  let draft = start;
  const edits: DraftEdit[] = [];
  const refusals: string[] = [];
  const refuse = (reason: string): never => {
    refusals.push(reason);
    throw new Error(`Refused: ${reason}.`);
  };
  return {
    edits,
    refusals,
    draft: () => draft,
    refuse,
    take(edit) {
      const applied = applyEdits(draft, [edit], { services, newId });
      if (applied.problems.length > 0) return refuse(applied.problems.join(" ").replace(/\.$/, ""));
      draft = applied.draft;
      edits.push(edit);
      return `Taken. The page now:\n${outline(draft)}`;
    },
    idOf(wanted) {
      const id = draft.sections[wanted - 1]?.sectionId;
      return id ?? refuse(`the page has ${draft.sections.length} sections, not ${wanted}`);
    },
  };
}

function listTools(context: EditContext, { services, newId }: TurnGround & { newId: () => string }): ModelTool[] {
  const before = z
    .number()
    .int()
    .min(1)
    .max(maxDraftSections)
    .optional()
    .describe("Number of the section it shall stand before; absent for the end");
  const beforeId = (wanted: number | undefined) => (wanted === undefined ? null : context.idOf(wanted));
  return [
    tool("set_title", "Gives the page its title.", z.object({ title }), (input) =>
      context.take({ kind: "title", title: input.title }),
    ),
    tool(
      "add_section",
      `Adds a section, which is then written from the code by its instructions. A page has at most ${maxDraftSections}.`,
      z.object({ title, instructions, output: output.default("markdown"), before }),
      (input) => {
        const section = { title: input.title, prompt: input.instructions, output: input.output };
        return context.take({ kind: "add", section, beforeId: beforeId(input.before), sectionId: newId() });
      },
    ),
    tool("remove_section", "Removes a section.", z.object({ number }), (input) =>
      context.take({ kind: "remove", sectionId: context.idOf(input.number) }),
    ),
    tool("rename_section", "Gives a section another title.", z.object({ number, title }), (input) =>
      context.take({ kind: "rename", sectionId: context.idOf(input.number), title: input.title }),
    ),
    tool(
      "rewrite_section",
      "Writes a section again, by other instructions or in another output where they are given.",
      z.object({ number, instructions: instructions.optional(), output: output.optional() }),
      (input) => {
        const sectionId = context.idOf(input.number);
        return context.take({
          kind: "rewrite",
          sectionId,
          prompt: input.instructions ?? null,
          output: input.output ?? null,
        });
      },
    ),
    tool("move_section", "Moves a section.", z.object({ number, before }), (input) =>
      context.take({ kind: "move", sectionId: context.idOf(input.number), beforeId: beforeId(input.before) }),
    ),
    tool(
      "set_service",
      "Puts the page below one of the product's services, or with null at the top of the product.",
      z.object({ name: z.string().max(200).nullable() }),
      (input) => {
        const service = services.find(({ name }) => name.toLowerCase() === input.name?.toLowerCase());
        if (input.name !== null && !service) return context.refuse("the product has no such service");
        return context.take({ kind: "place", serviceId: service?.serviceId ?? null });
      },
    ),
  ];
}

function tool<I extends z.ZodType>(
  name: string,
  description: string,
  input: I,
  run: (input: z.output<I>) => string,
): ModelTool {
  return { name, description, input, run: async (given) => run(input.parse(given)) };
}

function describe(text: string, { draft, services, templates }: TurnGround): string {
  const known = templates.slice(0, maxShownTemplates).map((one) => {
    const sections = one.sections.map((section) => `  - ${section.title} (${section.output}): ${section.prompt}`);
    return [`${one.title}:`, ...sections].join("\n");
  });
  const names = services.map(({ name, serviceId }) => (serviceId === draft.serviceId ? `${name} (the page's)` : name));
  return `${text}\n\n<page>\nTitle: ${draft.title || "(none yet)"}\n${outline(draft, true)}\n</page>\n<services>\n${names.join("\n")}\n</services>\n<templates>\n${known.join("\n")}\n</templates>`;
}

function outline({ sections }: PageDraft, hasText = false): string {
  if (sections.length === 0) return "No sections yet.";
  return sections
    .map(({ title: name, instructions: given, content }, at) => {
      const head = `${at + 1}. ${quoted(name)}${given ? ` (${given.output}): ${given.prompt}` : " (written by hand)"}`;
      return hasText && content !== ""
        ? `${head}\n   ${content.slice(0, maxShownText).replaceAll("\n", "\n   ")}`
        : head;
    })
    .join("\n");
}

function earlierTurns(earlier: readonly { role: "user" | "assistant"; content: string }[]) {
  return earlier
    .slice(-maxEarlierTurns)
    .map(({ role, content }) => ({ role, content: content.slice(0, maxTurnLength) }))
    .filter(({ content }) => content.trim() !== "");
}
