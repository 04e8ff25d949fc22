import type { Desk } from "#server/engine/answer-context/desk.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { shapeOf } from "#server/engine/intent/ask-shape.ts";
import type { QuestionPart } from "#server/engine/intent/read-question.ts";
import { findNamed } from "#server/engine/retrieval/find-named.ts";
import { followUses } from "#server/engine/retrieval/follow-uses.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { findUses, type PlacedSymbol, type Use } from "#server/engine/retrieval/relations.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { placesBlock } from "#server/engine/statements/show-uses.ts";
import {
  codeStatement,
  evidenceOf,
  focusedEntry,
  linesOf,
  otherLinesStatement,
  shownName,
  shownPath,
  symbolEntry,
  type Block,
} from "#server/engine/statements/statements.ts";
import { tellingDoc } from "#server/engine/statements/telling-doc.ts";
import { code } from "#server/engine/text/clean-prose.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { count } from "#server/engine/text/wording.ts";

import { behaviourBlock, chooseSymbols, sharingEvidence, wholeRoom } from "./explain-code.ts";

/** Where something is: the best place with its lines, then the others. */
export async function explainPlace(
  desk: Desk,
  part: QuestionPart,
  retrieval: Retrieval,
  room = wholeRoom,
): Promise<Block[]> {
  const [main, ...others] = chooseSymbols(retrieval, room.others + 4);
  if (!main) return [filesBlock(desk, retrieval.passages), await proseBlock(desk, part, retrieval)];
  const doc = summarizeDoc(main.symbol.doc, 300, 2);
  const lead: Statement = {
    text: `In ${shownPath(desk, main)}, line ${main.symbol.startLine}: **${code(shownName(main.symbol))}** (${main.symbol.kind})${doc === null ? "" : `. ${doc.text}`}`,
    evidence: evidenceOf(main, doc),
  };
  const quoted = await codeStatement(desk, main, part.terms, main.focus);
  const further = await otherLinesStatement(desk, main, quoted);
  return [
    {
      heading: null,
      statements: [
        sharingEvidence(lead, quoted),
        tellingDoc(main, { terms: retrieval.terms, wantsAmount: shapeOf(part).asksForAmount }, lead),
        quoted,
        further,
      ].filter((one) => one !== null),
    },
    { heading: "Related places", statements: await Promise.all(others.map((other) => focusedEntry(desk, other))) },
    ...(room.hasSurroundings ? [await proseBlock(desk, part, retrieval, 1)] : []),
  ];
}

/** Files whose declarations nothing can be said about, by their best passage. */
function filesBlock(desk: Desk, passages: readonly Passage[]): Block {
  const byPath = new Map(passages.toReversed().map((passage) => [passage.path, passage]));
  const statements = [...byPath.values()]
    .toReversed()
    .slice(0, 5)
    .map((passage): Statement => {
      const title = passage.content.type === "prose" ? `, “${passage.content.prose.heading}”` : "";
      return {
        text: `- ${shownPath(desk, passage)}${title}`,
        evidence: [linesOf(passage, passage.startLine, passage.endLine)],
      };
    });
  return { heading: null, statements };
}

/** Who calls or names a declaration: how many places in how many files, and each of them. */
export async function explainUses(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const [target, ...others] = findTargets(desk, part, retrieval);
  if (!target) return [];
  const followed = await followUses(desk, target);
  const isAlone = others.filter(({ symbol }) => symbol.name === target.symbol.name).length < 2;
  // Where nothing else has the name, a line that calls it can mean nothing else.
  const byName = followed === null || isAlone ? await findUses(desk, target) : { inCode: [], inTests: [] };
  const all = onePerLine([...(followed ?? []), ...byName.inCode, ...byName.inTests]);
  const calls = asksForCalls.test(part.text) ? all.filter(({ isCall }) => isCall) : all;
  const uses = calls.length > 0 ? calls : all;
  const verb = uses.length > 0 && uses.every(({ isCall }) => isCall) ? "called" : "used";
  const lead: Statement = {
    text: `**${code(shownName(target.symbol))}** (${target.symbol.kind}, ${shownPath(desk, target)}, line ${target.symbol.startLine}) ${countOf(uses, verb)}`,
    evidence: evidenceOf(target, null),
  };
  const guess = { text: "They are told by name alone: there was no time to follow each of them.", evidence: [] };
  const sameName = others.filter(({ symbol }) => symbol.name === target.symbol.name);
  const alsoNamed = sameName.slice(0, maxSameName).map((one) => symbolEntry(desk, one));
  return [
    { heading: null, statements: [lead] },
    placesBlock(desk, uses),
    { heading: null, statements: followed === null && !isAlone && uses.length > 0 ? [guess] : [] },
    {
      heading:
        sameName.length === 1 ? "Another declaration has the same name" : "Other declarations have the same name",
      statements: alsoNamed,
    },
  ];
}

const asksForCalls = /\b(?:calls?|called|callers?|invok\w*)\b/i;
const maxSameName = 2;

function onePerLine(uses: readonly Use[]): Use[] {
  const once = new Map(uses.toReversed().map((use) => [`${use.codebase.repositoryId} ${use.path} ${use.line}`, use]));
  return [...once.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

function countOf(uses: readonly Use[], verb: string): string {
  const tests = uses.filter(({ isTest }) => isTest);
  const inCode = uses.filter(({ isTest }) => !isTest);
  const tell = (some: readonly Use[]) =>
    `${count(some.length, "place")} in ${count(new Set(some.map(({ path }) => path)).size, "file")}`;
  if (uses.length === 0)
    return "is named by no other line of the indexed code; it may be reached through a framework, by another repository, or not at all.";
  if (inCode.length === 0) return `is ${verb} in tests alone: ${tell(tests)}.`;
  return `is ${verb} from ${tell(inCode)}${tests.length > 0 ? `, and from ${tell(tests)} of tests` : ""}:`;
}

function findTargets(desk: Desk, part: QuestionPart, retrieval: Retrieval): PlacedSymbol[] {
  const words = part.terms.slice(0, 1).map(({ word }) => word);
  // As it stands in the question: "Bind" is no "bind".
  const spelt = words.flatMap((word) => part.text.split(/[^\w$]+/).filter((one) => one.toLowerCase() === word));
  for (const name of [...part.names, ...spelt, ...words]) {
    const named = findNamed(desk, name);
    if (named.length > 0) return named;
  }
  return chooseSymbols(retrieval, 2);
}

/** Which tests speak of the subject. */
export async function explainTests(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const about = chooseSymbols(retrieval, 3);
  const behaviour = await behaviourBlock(desk, part, about);
  const subject = about.slice(0, 1).map((one) => symbolEntry(desk, one));
  return [
    { ...behaviour, heading: null },
    { heading: "What they test", statements: subject },
  ];
}
