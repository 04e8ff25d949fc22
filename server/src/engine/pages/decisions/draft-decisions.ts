import { evidenceOfFile } from "#server/engine/facts/code/file-evidence.ts";
import { listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import {
  heading,
  list,
  listing,
  paragraph,
  type DraftBlock,
  type ListItem,
} from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { enumerate, fileName, folderOf } from "#server/engine/text/wording.ts";

const maxRecords = 40;
const maxFolders = 4;
const recordFolder =
  /(?:^|\/)(?:adrs?|decisions|decision-records|architecture[-_]decisions?|architecture-decision-records)$/i;
const recordFile = /(?:^|\/)(?:adr[-_ ]?\d+[^/]*|\d{2,4}[-_. ][^/]+)\.(?:md|markdown|rst|adoc)$/i;
const notARecord = /^(?:readme|index|template|_template|0*-?template)\b|template/i;

/** The architecture decision records of its authors: title, state and decision. Null when there are none. */
export async function draftDecisions(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const paths = findRecords(scope);
    const items = (await Promise.all(paths.slice(0, maxRecords).map((path) => recordItem(scope, path)))).filter(
      (item) => item !== null,
    );
    if (items.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    const rest = paths.length > items.length ? "; the first of them are below" : "";
    const folders = [...Map.groupBy(paths, folderOf)].slice(0, maxFolders);
    const names = enumerate(folders.map(([folder]) => codeSpan(scope.shorten(folder) || ".")));
    const lead = paragraph({
      text: `Decisions are recorded in ${names}${rest}.`,
      evidence: folders.flatMap(([, [first = ""]]) => evidenceOfFile(scope, first)),
    });
    const lists = folders.map(([folder]) => listedFactsIn(scope, "files", folder));
    blocks.push(lead, listing(list(null, items), ...lists));
  }
  return blocks.length > 0 ? { blocks } : null;
}

/**
 * Numbered documents in a folder of decisions, or named as records in any folder; a service has the whole repository's.
 */
function findRecords(scope: CodeScope): string[] {
  const all = scope.repository.index.files().filter((file) => file.kind === "docs");
  const isRecord = (path: string) =>
    !notARecord.test(fileName(path)) &&
    (recordFolder.test(folderOf(path)) || /(?:^|\/)adr[-_ ]?\d/i.test(path)) &&
    (recordFile.test(path) || recordFolder.test(folderOf(path)));
  const found = all.map((file) => file.path).filter(isRecord);
  const own = found.filter((path) => scope.folder !== "" && path.startsWith(`${scope.folder}/`));
  return (own.length > 0 ? own : found).toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

async function recordItem(scope: CodeScope, path: string): Promise<ListItem | null> {
  const lines = (await scope.lines(path)) ?? [];
  const blocks = parseProse(lines, path.endsWith(".rst"));
  const title = blocks.find((block) => block.kind === "heading");
  if (!title) return null;
  const status = findStatus(lines);
  const decided = findDecision(blocks, title);
  const name = cleanProse(title.text).replace(/^(?:adr|decision)?[-\s]*\d+\s*[.:–—-]\s*/i, "");
  const number = /(\d+)/.exec(fileName(path))?.[1];
  const state = status === null ? "" : ` (${status.text})`;
  const text = decided === null ? "" : `: ${asSentence(leadingSentences(cleanProse(decided.text), 280, 2))}`;
  return {
    text: `${number === undefined ? "" : `${Number(number)}. `}**${name}**${state}${text || "."}`,
    evidence: [
      scope.at(path, title.startLine, title.endLine),
      ...(status ? [scope.at(path, status.line)] : []),
      ...(decided ? [scope.at(path, decided.startLine, decided.endLine)] : []),
    ],
  };
}

/** "Status: accepted", "**Status** accepted", or a heading with the state below it. */
function findStatus(lines: readonly string[]): { text: string; line: number } | null {
  const states = /\b(proposed|draft|accepted|approved|adopted|implemented|rejected|deprecated|superseded)\b/i;
  for (const [at, line] of lines.slice(0, 30).entries()) {
    if (!/^\W*status\b/i.test(line)) continue;
    const position = states.test(line) ? at : lines.findIndex((one, below) => below > at && one.trim() !== "");
    const state = states.exec(lines[position] ?? "")?.[1];
    if (state !== undefined) return { text: state.toLowerCase(), line: position + 1 };
  }
  return null;
}

/** "Decision drivers" are what led to it. */
const namesDecision = /\bdecision\b(?! (?:drivers?|criteria|makers?|date|log)\b)/i;

/** The text under "Decision", after "**Decision.**", else the first paragraph that is no state and no date. */
function findDecision(blocks: readonly ProseBlock[], title: ProseBlock): ProseBlock | null {
  const at = blocks.findIndex((block) => block.kind === "heading" && namesDecision.test(block.text) && block !== title);
  const below =
    at < 0 ? undefined : blocks.slice(at + 1).find((block) => block.kind === "paragraph" || block.kind === "item");
  if (below) return below;
  const paragraphs = blocks.filter((block) => block.kind === "paragraph" && block.startLine > title.endLine);
  const marked = paragraphs.find(({ text }) => /^\W*decision\W/i.test(text));
  if (marked) return { ...marked, text: marked.text.replace(/^\W*decision[.:*\s]+/i, "") };
  return paragraphs.find(({ text }) => !/^\W*(?:status|date|deciders?|authors?|context)\b/i.test(text)) ?? null;
}
