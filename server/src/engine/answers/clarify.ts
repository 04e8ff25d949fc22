import type { AnswerEvent, Codebase, Question } from "#server/engine/answer-context/answer-event.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isTestSymbol } from "#server/engine/retrieval/relations.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { planAnswer } from "./answer-from-code.ts";

/** The clarifying question, and its reason. */
export interface ClarificationRequest {
  why: string;
  questions: Extract<AnswerEvent, { type: "questions" }>["questions"];
}

const maxOptions = 6;
/** Of so many things of one name nobody can choose; the search ranks them better. */
const mostAlike = 12;
/** Kinds that are answered for all of the code where they name no part of it. */
const wholeKinds = new Set<QuestionPart["kind"]>([
  "overview",
  "run",
  "endpoints",
  "configuration",
  "data",
  "dependencies",
  "history",
  "message",
]);

/**
 * What a question leaves open so far that an answer would be a guess: nothing that it is about, or a name of several
 * things in different parts of the code. Null, nearly always, where it can be answered straight.
 */
export function clarify(question: Question, codebases: readonly Codebase[]): ClarificationRequest | null {
  if (question.selection || question.focus || (question.attachments ?? []).length > 0) return null;
  const parts = planAnswer(question);
  const [part] = parts;
  if (!part || parts.length > 1) return null;
  return askForSubject(part, codebases) ?? askWhichOne(part, codebases);
}

function askForSubject(part: QuestionPart, codebases: readonly Codebase[]): ClarificationRequest | null {
  if (wholeKinds.has(part.kind) || part.terms.length + part.names.length > 0) return null;
  if (!/\b(?:it|this|that|they|them|these|those|he|she|one)\b/i.test(part.text)) return null;
  const options = mainParts(codebases);
  if (options.length < 2) return null;
  return {
    why: "This question does not say which part of the code it is about.",
    questions: [{ questionId: "part", text: "Which part?", options, isMultiple: false }],
  };
}

/** The largest parts of the code by name. */
function mainParts(codebases: readonly Codebase[]): string[] {
  const parts = codebases
    .filter(({ isContext }) => !isContext)
    .flatMap(({ index }) => index.components())
    .filter(
      ({ path }) =>
        path !== "" && !isBesideCode(`${path}/`) && !/(?:^|\/)(?:tests?|specs?|__tests__|e2e)(?:\/|$)/i.test(path),
    )
    .toSorted((one, other) => other.files.length - one.files.length);
  return [...new Set(parts.map(({ path }) => path))].slice(0, maxOptions);
}

function askWhichOne(part: QuestionPart, codebases: readonly Codebase[]): ClarificationRequest | null {
  if (!["explain", "where", "uses"].includes(part.kind)) return null;
  const name = onlyName(part);
  if (name === null) return null;
  const locations = codebases.filter(({ isContext }) => !isContext).flatMap((codebase) => locationsOf(codebase, name));
  const byArea = new Map(locations.toReversed().map((location) => [location.area, location]));
  if (byArea.size < 2 || locations.length > mostAlike) return null;
  const options = [...byArea.values()].toReversed().slice(0, maxOptions);
  return {
    why: `${codeSpan(name)} is the name of ${byArea.size} different things here.`,
    questions: [
      {
        questionId: "which",
        text: `Which ${codeSpan(name)}?`,
        options: options.map(({ option }) => option),
        isMultiple: false,
      },
    ],
  };
}

/**
 * The one name, written as code, that a question is about, when nothing else in it distinguishes declarations of that
 * name.
 */
function onlyName({ names, terms, text }: QuestionPart): string | null {
  const [name, another] = names;
  if (name === undefined || another !== undefined || /[./#:]/.test(name)) return null;
  if (terms.some(({ word }) => !name.toLowerCase().includes(word))) return null;
  return /^\w+$/.test(name) && !/\b(?:all|every|each|any|different|kinds?)\b/i.test(text) ? name : null;
}

interface NamedArea {
  /** Folder; things of one folder belong together. */
  area: string;
  option: string;
}

/** Positions of exported declarations with exactly this name, outside tests and examples. */
function locationsOf({ index, name: repository }: Codebase, name: string): NamedArea[] {
  return index
    .findSymbols(name, { limit: 40 })
    .filter(({ path, symbol }) => {
      const isOwn = index.facts(path)?.kind === "source" && !isBesideCode(path) && !isTestSymbol(symbol);
      return isOwn && symbol.name === name && symbol.parent === null && symbol.isExported && symbol.kind !== "variable";
    })
    .map(({ path, symbol }) => ({
      area: `${repository} ${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`,
      option: `${symbol.name} (${symbol.kind}) in ${path}`,
    }));
}

/**
 * The question that needed clarification, with the person's choice in it, and the chosen file; null for a
 * message that is no choice.
 */
export function readChoice(text: string, earlier: Question["earlier"]): { text: string; path: string | null } | null {
  const [, requested, chosen] = /^\*\*(Which [^*]{1,200}\?)\*\* (.{1,500})$/.exec(text.trim()) ?? [];
  const before = earlier.findLast(({ role }) => role === "user")?.content;
  if (requested === undefined || chosen === undefined || before === undefined) return null;
  const [, path] = / in (\S+)$/.exec(chosen) ?? [];
  if (path !== undefined) return { text: before, path };
  const named = before.replace(/\b(?:it|this|that|they|them|these|those|one)\b/i, () => codeSpan(chosen));
  return { text: named === before ? `${before} ${codeSpan(chosen)}` : named, path: null };
}
