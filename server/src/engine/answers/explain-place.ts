import type { Statement } from "../cited-text.ts";
import { code } from "../pages/text/clean-prose.ts";
import { summarizeDoc } from "../pages/text/summarize-doc.ts";
import { count, fold } from "../pages/text/wording.ts";
import type { Desk } from "./desk.ts";
import { behaviourBlock, chooseSymbols } from "./explain-code.ts";
import { findNamed } from "./find-named.ts";
import type { Passage, Retrieval } from "./passages.ts";
import { proseBlock } from "./quote-prose.ts";
import type { QuestionPart } from "./read-question.ts";
import { findUses, type PlacedSymbol } from "./relations.ts";
import { usesBlock } from "./show-uses.ts";
import {
  codeStatement,
  evidenceOf,
  linesOf,
  shownName,
  shownPath,
  shownSignature,
  symbolEntry,
  type Block,
} from "./statements.ts";

const maxUses = 12;
const maxCallers = 4;

/** Where something is: the best place with its lines, then the others. */
export async function explainPlace(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const [main, ...others] = chooseSymbols(retrieval, 6);
  if (!main) return [filesBlock(desk, retrieval.passages), await proseBlock(desk, part, retrieval)];
  const doc = summarizeDoc(main.symbol.doc, 300, 2);
  const lead: Statement = {
    text: `In ${shownPath(desk, main)}, line ${main.symbol.startLine}: **${code(shownName(main.symbol))}** (${main.symbol.kind})${doc === null ? "" : `. ${doc.text}`}`,
    evidence: evidenceOf(main, doc),
  };
  const quoted = await codeStatement(desk, main, part.terms);
  return [
    { heading: null, statements: quoted ? [lead, quoted] : [lead] },
    { heading: "Related places", statements: others.map((other) => symbolEntry(desk, other)) },
    await proseBlock(desk, part, retrieval, 1),
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

/** Who calls or names a declaration. */
export async function explainUses(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const [target, other] = findTargets(desk, part, retrieval);
  if (!target) return packageUses(desk, part);
  const uses = await findUses(desk, target);
  const isUsed = uses.inCode.length + uses.inTests.length > 0;
  const callers = [...new Set(uses.inCode.flatMap(({ within }) => (within ? [shownName(within)] : [])))];
  const by =
    callers.length === 0
      ? ""
      : ` Used by ${fold(
          callers.map((name) => code(name)),
          maxCallers,
        )}.`;
  const lead: Statement = {
    text: `**${code(shownName(target.symbol))}** is declared in ${shownPath(desk, target)}: ${shownSignature(target.symbol)}.${by}`,
    evidence: [...evidenceOf(target, null), ...uses.inCode.slice(0, 3).map((use) => linesOf(use, use.line))],
  };
  const none: Statement = {
    text: "No other line of the indexed code names it; it may be reached through a framework, by another repository, or not at all.",
    evidence: [],
  };
  const blocks: Block[] = [
    { heading: null, statements: isUsed ? [lead] : [lead, none] },
    usesBlock(desk, target, uses, maxUses),
  ];
  const alsoNamed = other && other.symbol.name === target.symbol.name ? [symbolEntry(desk, other)] : [];
  return [...blocks, { heading: "Another declaration has the same name", statements: alsoNamed }];
}

function findTargets(desk: Desk, part: QuestionPart, retrieval: Retrieval): PlacedSymbol[] {
  for (const name of [...part.names, ...part.terms.slice(0, 1).map(({ word }) => word)]) {
    const named = findNamed(desk, name);
    if (named.length > 0) return named;
  }
  return chooseSymbols(retrieval, 2);
}

/** "Where is express used" asks for a package from outside. */
function packageUses(desk: Desk, part: QuestionPart): Block[] {
  const words = new Set([...part.names, ...part.terms.map(({ word }) => word)].map((word) => word.toLowerCase()));
  return desk.codebases.flatMap((codebase) =>
    codebase.index
      .externalImports()
      .filter(({ name }) => words.has(name.toLowerCase()))
      .map(({ name, files }) => ({
        heading: `${code(name)} is imported by ${count(files.length, "file")}`,
        statements: files.slice(0, 15).map((path): Statement => {
          const found = codebase.index.facts(path)?.imports.find((one) => one.specifier.startsWith(name));
          return {
            text: `- ${shownPath(desk, { codebase, path })}`,
            evidence: [linesOf({ codebase, path }, found?.line ?? 1)],
          };
        }),
      })),
  );
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
