import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { narrowScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { interpretPrompt } from "#server/engine/intent/interpret-prompt.ts";
import { asksForSecrets } from "#server/engine/pages/plan/secret-names.ts";
import { topicNamed } from "#server/engine/pages/plan/topics.ts";
import type { DraftBlock, TableRow } from "#server/engine/sections/section-draft.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest } from "#server/engine/sections/section-text.ts";

import { draftFirst, namesOf } from "./write-from-prompt.ts";

type CoverageGapKind = "endpoint" | "command" | "setting" | "table";

/** One of a kind that a section lists, and which it does not have. */
export interface CoverageGap {
  kind: CoverageGapKind;
  /** As the section would write it: `GET /tides`, `TIDE_URL`. */
  name: string;
  /** Where it is declared. */
  evidence: Evidence;
}

interface WrittenText {
  content: string;
  /** Its sources, with their current lines. */
  sources: readonly Evidence[];
}

/** Sections that list all facts of a kind: by topic, and by template of a first page. */
const listings = new Set([
  "endpoints",
  "api",
  "commands",
  "scripts",
  "configuration",
  "first-settings",
  "data-model",
  "data-fields",
]);

/** A list's kind by the first column of its table. */
const kinds: ReadonlyMap<string, { kind: CoverageGapKind; nameCells: number }> = new Map([
  ["Method", { kind: "endpoint", nameCells: 2 }],
  ["Command", { kind: "command", nameCells: 1 }],
  ["Flag", { kind: "command", nameCells: 1 }],
  ["Key", { kind: "setting", nameCells: 1 }],
  ["Table or model", { kind: "table", nameCells: 1 }],
] as const);

/**
 * What a listing section would contain now and does not: lines added to the code where nothing is cited make no section
 * stale. `changed` are files that changed since it was written, by repository; nothing else is looked at unless there
 * is something new in them, so that the check costs little.
 */
export async function findCoverageGaps(
  request: SectionRequest,
  subject: PageSubject,
  { written, changed }: { written: WrittenText; changed: ReadonlyMap<string, ReadonlySet<string>> },
): Promise<CoverageGap[]> {
  if (!listsThings(request, subject)) return [];
  const scopes = subject.scopes.flatMap((scope) => {
    const paths = changed.get(scope.repository.repositoryId);
    const narrow = paths && narrowOnce(scope, paths);
    return narrow && narrow.files.length > 0 ? [narrow] : [];
  });
  if (scopes.length === 0) return [];
  const isNew = ({ name, evidence }: CoverageGap) =>
    changed.get(evidence.repositoryId)?.has(evidence.path) === true && !tells(written, name, evidence);
  const near = (await listFacts(request, { ...subject, scopes })).filter(isNew);
  // A long list names its first so many: one that writing again would not bring is not missing.
  return near.length === 0 ? [] : (await listFacts(request, subject)).filter(isNew);
}

/** By scope and changed files. */
const narrowed = new WeakMap<CodeScope, WeakMap<ReadonlySet<string>, CodeScope>>();

/** Sections that were written from one commit share the result of the first of them. */
function narrowOnce(scope: CodeScope, paths: ReadonlySet<string>): CodeScope {
  const known = narrowed.get(scope) ?? new WeakMap<ReadonlySet<string>, CodeScope>();
  narrowed.set(scope, known);
  const narrow = known.get(paths) ?? narrowScope(scope, paths);
  known.set(paths, narrow);
  return narrow;
}

function listsThings(request: SectionRequest, subject: PageSubject): boolean {
  const { template } = request;
  if (template !== null) return listings.has(template.templateKey);
  return listedTopics(request, subject).length > 0;
}

function listedTopics(request: SectionRequest, subject: PageSubject) {
  if (asksForSecrets(`${request.prompt}\n${request.title}`)) return [];
  const parts = interpretPrompt(request, namesOf(subject));
  return parts.flatMap((part) => (part.kind === "topic" && listings.has(part.topic) ? [topicNamed(part.topic)] : []));
}

async function listFacts(request: SectionRequest, subject: PageSubject): Promise<CoverageGap[]> {
  const facts = (await draftLists(request, subject)).flatMap((block) => {
    const listed = block.kind === "table" ? kinds.get(block.columns[0] ?? "") : undefined;
    return block.kind === "table" && listed ? block.rows.flatMap((row) => readRow(row, listed)) : [];
  });
  return [...new Map(facts.map((fact) => [`${fact.kind} ${fact.name}`, fact])).values()];
}

async function draftLists(request: SectionRequest, subject: PageSubject): Promise<DraftBlock[]> {
  if (request.template === null) {
    const found = await Promise.all(listedTopics(request, subject).map((topic) => draftFirst(topic, subject)));
    return found.flat();
  }
  const draft = await request.template.draft(subject);
  return draft === null || "diagram" in draft ? [] : draft.blocks;
}

/** The first evidence of a row is where its thing is declared; others say more about it. */
function readRow(row: TableRow, { kind, nameCells }: { kind: CoverageGapKind; nameCells: number }): CoverageGap[] {
  const [evidence] = row.evidence;
  const name = row.cells
    .slice(0, nameCells)
    .map((cell) => /`([^`]+)`/.exec(cell)?.[1] ?? cell)
    .join(" ");
  return evidence && name !== "" ? [{ kind, name, evidence }] : [];
}

/** By resting on its lines, or by naming it in one line, as a text does that a model wrote from other lines. */
function tells({ content, sources }: WrittenText, name: string, evidence: Evidence): boolean {
  const isCited = sources.some(
    ({ repositoryId, path, startLine, endLine }) =>
      repositoryId === evidence.repositoryId &&
      path === evidence.path &&
      startLine <= evidence.endLine &&
      endLine >= evidence.startLine,
  );
  if (isCited) return true;
  const words = name.split(" ").map((word) => new RegExp(`(?<![\\w/-])${word.replace(/\W/g, "\\$&")}(?![\\w/:-])`));
  return content.split("\n").some((line) => words.every((word) => word.test(line)));
}
