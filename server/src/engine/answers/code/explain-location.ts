import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { actAsked } from "#server/engine/intent/question-act.ts";
import { shapeOf } from "#server/engine/intent/question-shape.ts";
import { chooseLead } from "#server/engine/retrieval/choose-lead.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import { findNamed } from "#server/engine/retrieval/find-named.ts";
import type { LeadCandidate } from "#server/engine/retrieval/fit-act.ts";
import { followUses } from "#server/engine/retrieval/follow-uses.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { findUses, type LocatedSymbol, type Use } from "#server/engine/retrieval/relations.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { standsFirm } from "#server/engine/retrieval/stands-firm.ts";
import { relevantDoc } from "#server/engine/statements/informative-doc.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { locationsBlock, useEntry } from "#server/engine/statements/show-uses.ts";
import {
  codeStatement,
  evidenceOf,
  focusedEntry,
  linesOf,
  otherLinesStatement,
  shownName,
  shownPath,
  symbolEntry,
  wholeOf,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { count } from "#server/engine/text/wording.ts";

import { behaviourBlock } from "./describe-behaviour.ts";
import { nearestBlock } from "./describe-doubt.ts";
import { actingEntry, actStatement, sharingEvidence, fullBudget, withoutRepeats } from "./explain-code.ts";
import { explainDecision, guardStatements, refusalsStatement } from "./explain-guards.ts";
import { showFirstFiles } from "./show-first-files.ts";

/** Where something is: the best location with its lines, then the others. */
export async function explainLocation(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  budget = fullBudget,
): Promise<StatementBlock[]> {
  const { candidates, isSure } = await chooseLead(context, part, retrieval, chooseSymbols(retrieval, maxCandidates));
  const [main, ...others] = candidates;
  if (!main) return [filesBlock(context, retrieval.passages), await proseBlock(context, part, retrieval)];
  if (!(isSure && (await standsFirm(context, part, retrieval, main))) && !asksWhether.test(part.text))
    return [await nearestBlock(context, { part, retrieval }, candidates, maxNearest)];
  const alike = others
    .filter((other) => isAsGood(other, main) && !isUnlikelyPlace(other.path, part.text))
    .slice(0, maxAlike);
  const doc = summarizeDoc(main.symbol.doc, 300, 2);
  const lead: Statement = {
    text: `In ${shownPath(context, main)}, line ${main.symbol.startLine}: **${codeSpan(shownName(main.symbol))}** (${main.symbol.kind})${doc === null ? "" : `. ${doc.text}`}`,
    evidence: evidenceOf(main, doc),
  };
  const quoted = await codeStatement(context, main, part.terms, main.focus);
  const decides = actAsked(part) === "decides";
  const further = await otherLinesStatement(context, main, quoted);
  return [
    {
      heading: null,
      statements: [
        sharingEvidence(lead, quoted),
        relevantDoc(main, { terms: retrieval.terms, wantsAmount: shapeOf(part).asksForAmount }, lead),
        isIn(main.acts, quoted) ? null : actStatement(main),
        ...(await guardStatements(context, main)),
        decides ? await refusalsStatement(context, main, true) : null,
        quoted,
        ...(decides ? await explainDecision(context, main, part.terms) : [further]),
      ].filter((one) => one !== null),
    },
    {
      heading: main.acts === null ? "Just as likely" : "It is done here as well",
      statements: await Promise.all(alike.map((one) => actingEntry(context, one))),
    },
    {
      heading: "Where to go on",
      statements: withoutRepeats([
        ...(await showFirstFiles(context, retrieval, [main, ...alike])),
        ...(await Promise.all(
          others.filter((other) => !alike.includes(other)).map((other) => focusedEntry(context, other)),
        )),
      ]).slice(0, budget.others + maxFurther),
    },
  ];
}

const maxCandidates = 8;
const maxNearest = 5;
/** Where a place is asked for, more of those that may be it are named than beside an explanation. */
const maxFurther = 2;
/** Places that do the same as the first one, beside it. */
const maxAlike = 2;
const asksWhether = /^(?:and\s+)?(?:is|are|does|do|can|has|have)\b/i;

/** Says nearly as much of the question; of what is asked to be done, does it too on a line that is known. */
const nearlyAll = 0.85;

function isAsGood(other: LeadCandidate, main: LeadCandidate): boolean {
  if (main.acts === null) return other.coverage >= main.coverage * nearlyAll;
  return other.acts !== null && other.acts.verb === main.acts.verb;
}

function isIn(acts: LeadCandidate["acts"], quoted: Statement | null): boolean {
  return (
    acts === null || (quoted?.evidence ?? []).some((one) => one.startLine <= acts.line && acts.line <= one.endLine)
  );
}

/** Files whose declarations nothing can be said about, by their best passage. */
function filesBlock(context: AnswerContext, passages: readonly Passage[]): StatementBlock {
  const byPath = new Map(passages.toReversed().map((passage) => [passage.path, passage]));
  const statements = [...byPath.values()]
    .toReversed()
    .slice(0, 5)
    .map((passage): Statement => {
      const title = passage.content.type === "prose" ? `, “${passage.content.prose.heading}”` : "";
      return {
        text: `- ${shownPath(context, passage)}${title}`,
        evidence: [linesOf(passage, passage.startLine, passage.endLine)],
      };
    });
  return { heading: null, statements };
}

/** Who calls or uses a declaration: the number of uses and files, and each of them. */
export async function explainUses(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const [target, ...others] = findTargets(context, part, retrieval);
  if (!target) return [];
  const uses = await findAllUses(context, target, asksForCalls.test(part.text));
  const lead: Statement = {
    text: `**${codeSpan(shownName(target.symbol))}** (${target.symbol.kind}, ${shownPath(context, target)}, line ${target.symbol.startLine}) ${describeUses(context, target, uses)}`,
    evidence: evidenceOf(target, null),
  };
  const sameName = others.filter(({ symbol }) => symbol.name === target.symbol.name);
  const alsoNamed = sameName.slice(0, maxSameName).map((one) => symbolEntry(context, one));
  const { certain, possible } = uses;
  return [
    { heading: null, statements: [lead] },
    locationsBlock(context, certain),
    {
      ...locationsBlock(context, certain.length > 0 ? possible.slice(0, maxPossible) : possible),
      heading: certain.length > 0 ? `It may also be ${verbFor(possible)} from` : null,
    },
    {
      heading:
        sameName.length === 1 ? "Another declaration has the same name" : "Other declarations have the same name",
      statements: alsoNamed,
    },
  ];
}

const asksForCalls = /\b(?:calls?|called|callers?|invok\w*)\b/i;
const maxSameName = 2;
/** Lines that may mean something else, beside those that do not. */
const maxPossible = 3;

/** What is known of who uses a declaration. */
interface KnownUses {
  certain: readonly Use[];
  /** Lines that name it and may mean something else. */
  possible: readonly Use[];
  /** Whether nothing else in the repository uses it. */
  isComplete: boolean;
}

/** Resolved by the language's rules; where they are not enough, also lines with the name. */
async function findAllUses(context: AnswerContext, target: LocatedSymbol, wantsCalls: boolean): Promise<KnownUses> {
  const { certain, likely, isComplete: isFollowed } = await followUses(context, target);
  // Calls of a type that only promises the method lead to that type.
  const isComplete = isFollowed && (target.symbol.kind !== "method" || certain.some(({ isTest }) => !isTest));
  const byName = isComplete ? { inCode: [], inTests: [] } : await findUses(context, target);
  const known = new Set(certain.map(keyOf));
  const possible = [...likely, ...byName.inCode, ...byName.inTests].filter((use) => !known.has(keyOf(use)));
  const [sure, unsure] = [certain, possible].map((uses) => onePerLine(uses).filter((use) => !isSignature(use, target)));
  const all = { certain: sure ?? [], possible: unsure ?? [], isComplete };
  const calls = { ...all, certain: all.certain.filter(isCall), possible: all.possible.filter(isCall) };
  // Code that hands it on as a value says more than tests that call it.
  const isOnlyTested = isInTestsAlone(calls) && !isInTestsAlone(all);
  return wantsCalls && calls.certain.length + calls.possible.length > 0 && !isOnlyTested ? calls : all;
}

/** A type that promises the method, or another type's method of that name, declares it and calls nothing. */
function isSignature({ within, text }: Use, { symbol }: LocatedSymbol): boolean {
  if (symbol.kind !== "method" && symbol.kind !== "function") return false;
  const isPromise = within?.kind === "interface" || within?.kind === "type" || within?.kind === "trait";
  return (
    isPromise &&
    new RegExp(`^(?:[\\w<>,?\\[\\]]+\\s+)*${symbol.name.replaceAll(/[^\w]/g, String.raw`\$&`)}\\??\\s*[(<:]`).test(text)
  );
}

function isCall(use: Use): boolean {
  return use.isCall;
}

function isInTestsAlone({ certain, possible }: KnownUses): boolean {
  return [...certain, ...possible].every(({ isTest }) => isTest);
}

function keyOf({ codebase, path, line }: Use): string {
  return `${codebase.repositoryId} ${path} ${line}`;
}

function onePerLine(uses: readonly Use[]): Use[] {
  const once = new Map(uses.toReversed().map((use) => [keyOf(use), use]));
  return [...once.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

function verbFor(uses: readonly Use[]): string {
  return uses.length > 0 && uses.every(isCall) ? "called" : "used";
}

/** Only a search that followed every use may say that there is no other. */
function describeUses(
  context: AnswerContext,
  { codebase }: LocatedSymbol,
  { certain, possible, isComplete }: KnownUses,
): string {
  const verb = verbFor([...certain, ...possible]);
  if (certain.length === 0 && possible.length === 0) {
    return isComplete
      ? `is named by no other line of ${wholeOf(context, codebase)}; it may be reached through a framework, by another repository, or not at all.`
      : "has no use that is known: no line was found that names it, and not every file could be followed.";
  }
  const isSure = isComplete && possible.length === 0;
  if (isSure && certain.every(({ isTest }) => isTest)) {
    const within = context.codebases.length > 1 ? ` of ${wholeOf(context, codebase)}` : "";
    // Templates, containers and configuration may name it without an import.
    return `was found to be ${verb} in tests${within} only: ${countOf(certain)}.`;
  }
  if (isSure) return `is ${verb} from ${withTests(certain)}:`;
  const reported = [
    ...(certain.length > 0 ? [`is ${verb} from ${withTests(certain)}`] : []),
    ...(possible.length > 0 ? [`may be ${verb} from ${withTests(possible)}`] : []),
  ];
  return `${reported.join("; it ")}${isComplete ? "" : "; not every use of it is known"}:`;
}

function countOf(uses: readonly Use[]): string {
  return `${count(uses.length, "place")} in ${count(new Set(uses.map(({ path }) => path)).size, "file")}`;
}

function withTests(uses: readonly Use[]): string {
  const tests = uses.filter(({ isTest }) => isTest);
  const inCode = uses.filter(({ isTest }) => !isTest);
  if (inCode.length === 0) return `${countOf(tests)} of tests`;
  return `${countOf(inCode)}${tests.length > 0 ? `, and from ${countOf(tests)} of tests` : ""}`;
}

function findTargets(context: AnswerContext, part: QuestionPart, retrieval: Retrieval): LocatedSymbol[] {
  const words = part.terms.slice(0, 1).map(({ word }) => word);
  // Spelt as in the question: "Bind" is no "bind".
  const spelt = words.flatMap((word) => part.text.split(/[^\w$]+/).filter((one) => one.toLowerCase() === word));
  for (const name of [...part.names, ...spelt, ...words]) {
    const named = findNamed(context, name);
    if (named.length > 0) return named;
  }
  return chooseSymbols(retrieval, 2);
}

/** Which tests cover the subject. */
export async function explainTests(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const about = chooseSymbols(retrieval, 3);
  const titled = await behaviourBlock(context, part, about);
  const behaviour = titled.statements.length > 0 || !about[0] ? titled : await usedInTests(context, about[0]);
  const subject = about.slice(0, 1).map((one) => symbolEntry(context, one));
  return [
    { ...behaviour, heading: null },
    { heading: "What they test", statements: subject },
  ];
}

const maxTestLines = 5;

/** A declaration may be tested by cases that call it otherwise. */
async function usedInTests(context: AnswerContext, target: LocatedSymbol): Promise<StatementBlock> {
  const { inTests } = await findUses(context, target);
  const lead = {
    text: `No test is named after ${codeSpan(shownName(target.symbol))}, but tests use it:`,
    evidence: [],
  };
  const shown = inTests.slice(0, maxTestLines).map((use) => useEntry(context, use));
  return { heading: null, statements: shown.length === 0 ? [] : [lead, ...shown] };
}
