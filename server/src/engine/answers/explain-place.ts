import type { CommitRecord } from "../../code-index/git-source.ts";
import type { Statement } from "../cited-text.ts";
import { cleanProse, code } from "../pages/text/clean-prose.ts";
import { cutText } from "../pages/text/sentences.ts";
import { summarizeDoc } from "../pages/text/summarize-doc.ts";
import { count, enumerate } from "../pages/text/wording.ts";
import type { Desk, FilePlace } from "./desk.ts";
import { behaviourBlock, chooseSymbols, proseBlock, usesBlock } from "./explain-code.ts";
import type { Passage, Retrieval } from "./passages.ts";
import type { QuestionPart } from "./read-question.ts";
import { findUses, type PlacedSymbol } from "./relations.ts";
import { codeStatement, evidenceOf, linesOf, shownName, shownPath, symbolEntry, type Block } from "./statements.ts";

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
  const uses = await findUses(desk, target, 15);
  const lead: Statement = {
    text: `**${code(shownName(target.symbol))}** is declared in ${shownPath(desk, target)}: ${code(target.symbol.signature)}`,
    evidence: evidenceOf(target, null),
  };
  const none: Statement = {
    text: "No other line of the indexed code names it; it may be reached through a framework, by another repository, or not at all.",
    evidence: [],
  };
  const blocks: Block[] = [
    { heading: null, statements: uses.length > 0 ? [lead] : [lead, none] },
    usesBlock(desk, target, uses),
  ];
  const alsoNamed = other && other.symbol.name === target.symbol.name ? [symbolEntry(desk, other)] : [];
  return [...blocks, { heading: "Another declaration has the same name", statements: alsoNamed }];
}

function findTargets(desk: Desk, part: QuestionPart, retrieval: Retrieval): PlacedSymbol[] {
  for (const name of part.names) {
    const last = name.split(/[.#]|::/).at(-1) ?? name;
    const exact = desk.lookUp("find_symbol", name, () =>
      desk.codebases.flatMap((codebase) =>
        codebase.index.findSymbols(last, { limit: 5 }).map(({ path, symbol }) => ({ codebase, path, symbol })),
      ),
    );
    const named = exact.filter(({ symbol }) => symbol.name === last);
    if (named.length > 0) return named.sort((a, b) => Number(isTest(a)) - Number(isTest(b)));
  }
  return chooseSymbols(retrieval, 2);
}

function isTest({ codebase, path }: FilePlace): boolean {
  return codebase.index.facts(path)?.kind === "test";
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

/** Who changed what, and when. */
export function explainHistory(desk: Desk, part: QuestionPart, retrieval: Retrieval): Block[] {
  const [main] = chooseSymbols(retrieval, 1);
  const passage = retrieval.passages[0];
  const place = main ?? passage;
  if (!place || part.terms.length + part.names.length === 0)
    return desk.codebases.map((codebase) => recentChanges(desk, codebase));
  const commits = desk.lookUp("file_history", place.path, () =>
    place.codebase.index.history.commitsTouching(place.path, 8),
  );
  const authors = [...new Set(commits.map(({ authorName }) => authorName))];
  const lines = main ? evidenceOf(main, null) : [linesOf(place, passage?.startLine ?? 1, passage?.endLine ?? 1)];
  const about = main
    ? `${code(shownName(main.symbol))} stands in ${shownPath(desk, place)}`
    : `This stands in ${shownPath(desk, place)}`;
  const lead: Statement = {
    text:
      commits.length === 0
        ? `${about}; the indexed history holds no change of it`
        : `${about}, last changed by ${enumerate(authors.slice(0, 4))}`,
    evidence: lines,
  };
  return [
    { heading: null, statements: [lead] },
    { heading: "Changes of that file, newest first", statements: commits.map((commit) => commitEntry(commit, lines)) },
  ];
}

function recentChanges(desk: Desk, codebase: FilePlace["codebase"]): Block {
  const files = new Set(codebase.index.files().map(({ path }) => path));
  const statements = codebase.index.history.recentCommits(12).flatMap((commit) => {
    const path = commit.paths.find((one) => files.has(one) && (codebase.index.facts(one)?.lines ?? 0) > 0);
    return path === undefined ? [] : [commitEntry(commit, [linesOf({ codebase, path }, 1)])];
  });
  return {
    heading: `Latest changes${desk.codebases.length > 1 ? ` of ${codebase.name}` : ""}`,
    statements: statements.slice(0, 8),
  };
}

function commitEntry(commit: CommitRecord, evidence: Statement["evidence"]): Statement {
  return {
    text: `- ${commit.committedAt.slice(0, 10)}, ${commit.authorName}: ${cleanProse(cutText(commit.subject, 120))} (${code(commit.oid.slice(0, 8))})`,
    evidence,
  };
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
