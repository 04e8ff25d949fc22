import { isLibrary } from "#server/engine/facts/code/describe-offer.ts";
import { describeHighlight } from "#server/engine/facts/code/describe-shape.ts";
import { describeFolder, type Description } from "#server/engine/facts/code/describe.ts";
import { chooseFolders, describeByContent } from "#server/engine/facts/code/find-folders.ts";
import { findManifests } from "#server/engine/facts/project/find-manifests.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { entryItems } from "#server/engine/pages/service/draft-responsibility.ts";
import { heading, list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { parseProse } from "#server/engine/text/parse-prose.ts";
import { qualificationIn } from "#server/engine/text/qualification.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";
import { fileName, fold } from "#server/engine/text/wording.ts";

/** The folders that matter, as a tree, each with what is in it. */
export async function draftLayout(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const items = await folderItems(scope);
    if (items.length < 2) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(list(null, items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

async function folderItems(scope: CodeScope): Promise<ListItem[]> {
  const items: ListItem[] = [];
  for (const folder of chooseFolders(scope)) {
    const reported =
      (await describeNamedFolder(scope, folder.path)) ??
      describeByContent(scope, folder) ??
      describeHighlight(scope, folder.files);
    if (reported === null) continue;
    const shown = folder.depth === 0 ? scope.shorten(folder.path) : folder.path.slice(folder.path.lastIndexOf("/") + 1);
    const text = `${codeSpan(`${shown}/`)}: ${reported.text}`;
    items.push({ ...reported, text, depth: folder.depth });
  }
  return items;
}

/** The words of the folder's manifest, README or opening comment. */
async function describeNamedFolder(scope: CodeScope, path: string): Promise<Description | null> {
  const manifest = findManifests(scope).find((one) => one.folder === path && one.manifest.description !== null);
  const description = manifest?.manifest.description;
  if (!manifest || !description || description.text.trim().length < 10) return await describeFolder(scope, path, 180);
  const text = asSentence(leadingSentences(cleanProse(description.text), 180, 2));
  return { text, evidence: [scope.at(manifest.path, description.startLine, description.endLine)] };
}

/** What its authors wrote, and where the program begins. */
export async function draftFirstReading(subject: PageSubject): Promise<Draft | null> {
  const perScope = await Promise.all(subject.scopes.map((scope) => firstReading(scope, subject.scopes.length > 1)));
  const blocks = perScope.flat();
  return blocks.length > 0 ? { blocks } : null;
}

async function firstReading(scope: CodeScope, isOneOfMany: boolean): Promise<DraftBlock[]> {
  const documents = await documentItems(scope);
  const entries = entryItems(scope, 4, { withLibraries: isLibrary(scope) });
  const blocks: DraftBlock[] = [
    ...(documents.length > 0 ? [list("What its authors wrote about it:", documents)] : []),
    ...(entries.length > 0 ? [list("Where it begins:", entries)] : []),
  ];
  return isOneOfMany && blocks.length > 0 ? [heading(codeSpan(scope.repository.name)), ...blocks] : blocks;
}

/** Documents for whoever changes the code, those about its design first; how the product is used is another matter. */
async function documentItems(scope: CodeScope): Promise<ListItem[]> {
  const documents = scope.files
    .filter((file) => file.kind === "docs" && /\.(?:md|mdx|rst)$/.test(file.path) && file.lines > 8)
    .map((file) => ({ path: file.path, short: scope.shorten(file.path) }))
    .filter(
      ({ short }) =>
        short.split("/").length <= deepest &&
        rankOf(short) !== null &&
        !aboutPeople.test(fileName(short)) &&
        !translated.test(short) &&
        !ofTemplate.test(short) &&
        !/^\.|(?:^|\/)(?:examples?|scripts?|tests?|bench\w*)\//.test(short),
    )
    .toSorted((a, b) => (rankOf(a.short) ?? 0) - (rankOf(b.short) ?? 0));
  const items: ListItem[] = [];
  for (const { path, short } of documents.slice(0, 16)) {
    if (items.length >= 6) break;
    const lines = (await scope.lines(path)) ?? [];
    const said = openingOf(lines, path);
    if (said === null || !isOfWhole(said, { short, lines, repository: scope.repository.name })) {
      items.push(...chaptersOf(scope, path, lines));
      continue;
    }
    const told = asSentence(leadingSentences(cleanProse(said.text).replace(/:$/, "."), 200, 2));
    // What stands in the first lines of a document is about all of it.
    const more = qualificationIn(lines.slice(0, headLines).join("\n"), told);
    if (more === null && countNewWords(`${short} ${emptyInDocuments}`, told) < leastNewWords) continue;
    const endLine = more === null ? said.endLine : Math.max(said.endLine, Math.min(headLines, lines.length));
    const text = more === null ? told : `${told} ${more}`;
    items.push({ text: `${codeSpan(short)}: ${text}`, evidence: [scope.at(path, said.startLine, endLine)] });
  }
  return items;
}

/** What its head says, or a sentence about the document, is about all of it; of a design its opening is too. */
function isOfWhole(
  said: { text: string; endLine: number },
  { short, lines, repository }: { short: string; lines: readonly string[]; repository: string },
): boolean {
  const text = cleanProse(said.text);
  const isHead = lines[0]?.trim() === "---" && said.endLine <= lines.indexOf("---", 1);
  return (
    (isHead || ofDocument.test(text) || aboutDesign.test(short)) &&
    !aboutManners.test(text) &&
    !tornOut.test(text) &&
    !repeatsProduct(text, repository)
  );
}

/** What begins a document without speaking of it may be its first step: then its chapters say what is in it. */
function chaptersOf(scope: CodeScope, path: string, lines: readonly string[]): ListItem[] {
  const headings = parseProse(lines, path.endsWith(".rst")).filter(
    ({ kind, note }) => kind === "heading" && note === "2",
  );
  const titles = headings.map(({ text }) => `“${cleanProse(text).replace(/^[\d.)\s]+|:$/g, "")}”`);
  // What a project asks of those who contribute stands among its rules.
  if (titles.length < leastChapters || /contribut/i.test(fileName(path))) return [];
  return [
    {
      text: `${codeSpan(scope.shorten(path))}, with the chapters ${fold(titles, shownChapters)}.`,
      evidence: headings.slice(0, shownChapters).map(({ startLine, endLine }) => scope.at(path, startLine, endLine)),
    },
  ];
}

const leastChapters = 2;
const shownChapters = 6;

/** "This guide explains …", or what is said for search engines. */
const ofDocument =
  /^(?:this|the|these|in this)\b.{0,40}\b(?:documents?|documentation|pages?|guides?|files?|chapters?|sections?|articles?|overview)\b/i;

/** What its head says for search engines is about all of it; else its first paragraph. */
function openingOf(
  lines: readonly string[],
  path: string,
): { text: string; startLine: number; endLine: number } | null {
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  const at = lines.slice(0, Math.max(0, end)).findIndex((line) => /^description:\s*\S/.test(line));
  const text = at < 0 ? "" : (lines[at] ?? "").replace(/^description:\s*/, "").replace(/^(["'])(.*)\1$/, "$2");
  if (text.length >= shortestHead && !/^[>|]/.test(text)) return { text, startLine: at + 1, endLine: at + 1 };
  return openingParagraphs({ path, blocks: parseProse(lines, path.endsWith(".rst")) }, 1)[0] ?? null;
}

const shortestHead = 30;
const deepest = 5;

const headLines = 12;
/** "This is the documentation for the API" says of `API.md` what its name says. */
const emptyInDocuments =
  "document documentation guide page manual section describe explain cover list contain brief explanation overview introduction here there following several various method way available how use using this will you your can old new all about";
const leastNewWords = 2;

/** Null for what is about using the product; the design comes before how changes are made, and what is near the root first. */
function rankOf(path: string): number | null {
  const kind = [aboutDesign, aboutChanging, /^(?:docs?\/)?api\.\w+$/i].findIndex((one) => one.test(path));
  return kind < 0 ? null : kind * 100 + path.split("/").length;
}

/** "Quay is a …" introduces the product once more, whatever the document is about. */
function repeatsProduct(text: string, repository: string): boolean {
  const plain = (one: string) => one.toLowerCase().replace(/[^a-z0-9]/g, "");
  const subject = /^([\w.-]+(?: [A-Z][\w.-]*)?) (?:is|are) (?:an?|the)\b/.exec(text)?.[1] ?? "";
  return plain(subject).length > 3 && plain(repository).endsWith(plain(subject));
}

/** Documents in other languages say the same once more. */
const translated =
  /(?:^|\/)(?:docs?|documentation|i18n|translations?)\/(?:\w+\/)?(?!en\b|js\b|go\b|ui\b|db\b|ci\b|qa\b)[a-z]{2}(?:[-_][A-Za-z]{2,4})?\//;
/** What begins so is not about the whole document. */
const tornOut =
  /^(?:As of|At the (?:moment|time)|Have you|The following|Currently|Unfortunately|First(?:ly)?,|Before you|If you|When you|To (?:get|start|begin)\b|You (?:can|will|need|should)\b|Some of|There (?:is|are)\b)/;

/** How to talk to one another says nothing of the code. */
const aboutManners = /\b(?:please|welcome|thank|appreciate|discuss|bug reports?|feature requests?|pull requests?)\b/i;

/** Pages that generators of documentation put into every new site. */
const ofTemplate = /(?:^|\/)(?:markdown-(?:examples|features)|api-examples|tutorial-(?:basics|extras)\/.*)\.mdx?$/i;
const aboutPeople =
  /readme|change|history|licen[sc]e|conduct|contributors|authors|security|code_of|pull_request|issue|release|sponsors|thanks|news|releasing|policy|charter|governance|claude|agents|gemini|copilot|maintainers|backers|support|funding|translat|trademark|copyright|faq|spelling/i;
const aboutDesign =
  /(?:^|[/_. -])(?:architecture|design|domain|internals?|concepts?|structure|data-?model|schema|storage|protocols?|how[-_]it[-_]works|code-?(?:base|map|overview)|plugins?)(?:[/_. -]|$)/i;
const aboutChanging =
  /(?:^|[/_. -])(?:develop(?:ment|ing|ers?)?(?:s?-guides?)?|contribut(?:ing|ors?|e)|hacking|testing|database-changes|style-?guide)(?:[/_. -]|$)/i;
