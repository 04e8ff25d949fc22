import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import { stem, stemsOf, synonymStems } from "#server/engine/intent/words.ts";
import { asksForSecrets } from "#server/engine/pages/plan/secret-names.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection } from "#server/engine/sections/section-text.ts";
import { writeAnySection } from "#server/engine/with-model/pages/section-writer.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

import { applyEdits, type Writing } from "./apply-edits.ts";
import type { PageTemplate } from "./choose-template.ts";
import { describeTurn, type MissingSection, type TurnSection } from "./describe-turn.ts";
import { listTitles } from "./find-section.ts";
import { interpretTurnWithModel } from "./interpret-turn-with-model.ts";
import { interpretTurn } from "./interpret-turn.ts";
import { type DraftChange, type DraftEvent, type DraftSection, type DraftTurn, type PageDraft } from "./page-draft.ts";

/** A section of which more than this share is elsewhere on the page is left out. */
const maxRepeatedShare = 0.6;
/** How far into a section its subject must have come up, in characters. */
const maxOpening = 700;

/** What a turn is worked out with. */
export interface DraftContext {
  services: readonly { serviceId: string; name: string }[];
  templates: readonly PageTemplate[];
  /** What sections are written from: the whole product, or one of its services. */
  subjectFor(serviceId: string | null): PageSubject;
  /** Null for the built-in engine. */
  model: ModelPort | null;
  signal: AbortSignal;
  newId: () => string;
  /** Answers what is no change of the draft. */
  answer(question: string, draft: PageDraft): AsyncIterable<AnswerEvent>;
}

export interface DraftMessage {
  text: string;
  draft: PageDraft;
  /** The conversation so far, oldest first. */
  earlier: readonly { role: "user" | "assistant"; content: string }[];
  /** The same message failed before and had begun to change the draft: only what is not written yet is done. */
  isRetry: boolean;
}

/**
 * Handles a message: changes the draft at once, writes its sections one by one, and says what was done and
 * what was not. Stopped in between, the draft keeps what is written, and sections without text can be written later.
 */
export async function* runTurn(message: DraftMessage, context: DraftContext): AsyncGenerator<DraftEvent> {
  const turn = message.isRetry ? goOn : yield* understand(message, context);
  if (turn.edits.length === 0 && turn.problems.length === 0 && turn.question !== null) {
    if (isAboutOutline(turn.question)) {
      yield* print(listTitles(message.draft.sections));
      return;
    }
    yield* context.answer(turn.question, message.draft);
    return;
  }
  const applied = applyEdits(message.draft, turn.edits, context);
  yield* changed(message.draft, applied.draft);
  const { draft, written, missing } = yield* writeSections(applied.draft, applied.writings, context);
  const page = turn.edits.find((edit) => edit.kind === "page");
  const problems = [...applied.problems, ...turn.problems];
  yield* print(describeTurn({ draft, page: page ?? null, done: applied.done, written, missing, problems }));
  if (turn.question !== null) yield* followUp(context.answer(turn.question, draft));
  else yield { type: "end", droppedCitations: 0, uncitedStatements: 0 };
}

const goOn: DraftTurn = { edits: [{ kind: "write-rest" }], problems: [], question: null };

async function* understand(message: DraftMessage, context: DraftContext): AsyncGenerator<DraftEvent, DraftTurn> {
  const ground = { draft: message.draft, templates: context.templates, services: context.services };
  const read = interpretTurn(message.text, ground);
  if (context.model === null) return read;
  yield { type: "thought", text: "Looking at what is to change on the page." };
  const turn = await interpretTurnWithModel(message, {
    ...ground,
    model: context.model,
    signal: context.signal,
    newId: context.newId,
  });
  // A page without sections is no answer to the prompt for one.
  const isFirst = message.draft.sections.length === 0 && turn.edits.length === 0;
  return isFirst ? read : turn;
}

function isAboutOutline(question: string): boolean {
  return (
    /\b(?:how many|what|which|list(?: all)?)\b.{0,20}\bsections\b|\boutline\b/i.test(question) &&
    !/\bmissing\b/i.test(question)
  );
}

async function* print(text: string): AsyncGenerator<DraftEvent> {
  yield { type: "text", text };
}

/** Starts a new paragraph after the report of what was done. */
async function* followUp(answer: AsyncIterable<AnswerEvent>): AsyncGenerator<DraftEvent> {
  yield { type: "text", text: "\n\n" };
  yield* answer;
}

/** The changes that need no writing, in one event. */
async function* changed(before: PageDraft, after: PageDraft): AsyncGenerator<DraftEvent> {
  const changes: DraftChange[] = [];
  if (before.title !== after.title) changes.push(update("/title", after.title));
  if (before.serviceId !== after.serviceId) changes.push(update("/serviceId", after.serviceId));
  if (before.sections !== after.sections) changes.push(update("/sections", after.sections));
  if (changes.length > 0) yield { type: "draft", changes };
}

interface WrittenDraft {
  draft: PageDraft;
  written: TurnSection[];
  missing: MissingSection[];
}

async function* writeSections(
  start: PageDraft,
  writings: readonly Writing[],
  context: DraftContext,
): AsyncGenerator<DraftEvent, WrittenDraft> {
  const result: WrittenDraft = { draft: start, written: [], missing: [] };
  const subject = context.subjectFor(start.serviceId);
  if (writings.length > 0)
    yield { type: "thought", text: "Writing from what the code says, with the lines it rests on." };
  for (const [at, writing] of writings.entries()) {
    context.signal.throwIfAborted();
    const position = result.draft.sections.findIndex(({ sectionId }) => sectionId === writing.sectionId);
    const section = result.draft.sections[position];
    if (!section?.instructions) continue;
    const startedAt = performance.now();
    const callId = `write-${at}`;
    yield { type: "call", callId, name: "write_section", target: section.title };
    const found = await writeText(section, section.instructions, subject, context);
    const text = found && speaksOf(found, writing.about) ? found : null;
    const isRepeated = text !== null && writing.before === null && saysTheSame(text, result.draft.sections, section);
    if (text === null || isRepeated) {
      result.missing.push({
        title: section.title,
        why: whyMissing(section, subject, isRepeated),
        isKept: writing.before !== null,
      });
      yield* takeBack(result, writing);
    } else {
      yield* put(result, position, {
        ...section,
        content: text.content,
        sources: text.sources,
        writtenBy: text.writtenBy,
      });
      result.written.push({
        title: section.title,
        sources: text.sources,
        isNew: writing.before === null,
        isSame: text.content === writing.before?.content,
        output: section.instructions.output,
      });
    }
    yield { type: "call-end", callId, durationMs: Math.round(performance.now() - startedAt) };
  }
  return result;
}

async function writeText(
  section: DraftSection,
  { prompt, output }: NonNullable<DraftSection["instructions"]>,
  subject: PageSubject,
  { model, signal }: DraftContext,
): Promise<AuthoredSection | null> {
  if (subject.scopes.length === 0) return null;
  return await writeAnySection({ title: section.title, prompt, output, template: null }, subject, { model, signal });
}

function whyMissing(section: DraftSection, subject: PageSubject, isRepeated: boolean): MissingSection["why"] {
  if (subject.scopes.length === 0) return "not-indexed";
  if (isRepeated) return "told-already";
  return asksForSecrets(`${section.title}. ${section.instructions?.prompt ?? ""}`) ? "secret" : "unknown";
}

async function* put(result: WrittenDraft, position: number, section: DraftSection): AsyncGenerator<DraftEvent> {
  result.draft = { ...result.draft, sections: result.draft.sections.with(position, section) };
  const base = `/sections/${position}`;
  yield {
    type: "draft",
    changes: [
      update(`${base}/sources`, section.sources),
      update(`${base}/writtenBy`, section.writtenBy),
      update(`${base}/content`, section.content),
    ],
  };
}

/** Restores a section that could not be written; removes a new one. */
async function* takeBack(result: WrittenDraft, { sectionId, before }: Writing): AsyncGenerator<DraftEvent> {
  const sections = result.draft.sections.flatMap((one) => {
    if (one.sectionId !== sectionId) return [one];
    return before ? [{ ...one, instructions: before.instructions }] : [];
  });
  result.draft = { ...result.draft, sections };
  yield { type: "draft", changes: [update("/sections", sections)] };
}

/** For the settings of something that has none, the engine may find other settings: its first lines show that. */
function speaksOf({ content }: AuthoredSection, about: readonly string[]): boolean {
  const opening = new Set(stemsOf(content.slice(0, maxOpening)));
  const wanted = new Set(about.map(stem));
  const matched = [...wanted].filter(
    (word) => opening.has(word) || synonymStems(word).some((other) => opening.has(other)),
  );
  return matched.length * 2 >= wanted.size;
}

/** Most of its lines are already in other sections, ignoring the numbers of citations. */
function saysTheSame(text: AuthoredSection, sections: readonly DraftSection[], own: DraftSection): boolean {
  if (own.instructions?.output === "mermaid") return false;
  const reported = new Set(sections.filter((other) => other !== own).flatMap(({ content }) => linesOf(content)));
  const lines = linesOf(text.content);
  return lines.filter((line) => reported.has(line)).length > lines.length * maxRepeatedShare;
}

function linesOf(content: string): string[] {
  const lines = content.split("\n").map((line) => line.replaceAll(/\s*\[\d+\]/g, "").trim());
  return lines.filter((line) => /\p{L}{3}/u.test(line) && !line.startsWith("#"));
}

function update(path: string, value: unknown): DraftChange {
  return { path, operation: "update", value };
}
