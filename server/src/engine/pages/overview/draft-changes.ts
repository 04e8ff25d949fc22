import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";
import { asSentence, cutText, leadingSentences } from "#server/engine/text/sentences.ts";
import type { CommitRecord } from "#server/git-source.ts";

const consideredCommits = 60;

/** What the changelog says of its newest version, and recent commits that can still be pointed at in the code. */
export async function draftChanges(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    blocks.push(...(await changelogBlocks(scope)));
    const { items, newest } = commitItems(scope);
    const where = subject.scopes.length > 1 ? ` in ${codeSpan(scope.repository.name)}` : "";
    // Newer ones come with most pushes; the day says which are meant.
    if (newest !== undefined && items.length >= 2)
      blocks.push(
        list(
          `Commits${where} up to ${day(newest.committedAt)} whose work can be seen in the code as it stands:`,
          items,
        ),
      );
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** The first entries of the newest version in the scope's changelog; empty without one. */
export async function changelogBlocks(scope: CodeScope, maxEntries = 6): Promise<DraftBlock[]> {
  const path = scope.files
    .map((file) => file.path)
    .find((one) => /^(?:changelog|changes|history|news|releases)(?:\.(?:md|rst|txt))?$/i.test(scope.shorten(one)));
  const lines = path === undefined ? null : await scope.lines(path);
  if (path === undefined || lines === null) return [];
  const version = firstVersion(parseProse(lines, path.endsWith(".rst")));
  if (version === null) return [];
  const items = version.entries.slice(0, maxEntries).map((block): ListItem => ({
    text: asSentence(leadingSentences(cleanProse(block.text), 220, 1)),
    evidence: [scope.at(path, block.startLine, block.endLine)],
  }));
  const more = version.entries.length > items.length ? ", among other things" : "";
  const text = `${codeSpan(scope.shorten(path))} says of ${codeSpan(withoutLinks(version.heading.text))}${more}:`;
  return [paragraph({ text, evidence: [scope.at(path, version.heading.startLine)] }), list(null, items)];
}

/** A version's heading inside a code span, where escapes would be shown literally. */
function withoutLinks(heading: string): string {
  return heading.replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1");
}

/** The topmost chapter named after a version that has entries; an empty "Unreleased" is passed over. */
function firstVersion(blocks: readonly ProseBlock[]): { heading: ProseBlock; entries: ProseBlock[] } | null {
  const starts = blocks.flatMap((block, at) =>
    block.kind === "heading" && /\d+\.\d+|unreleased/i.test(block.text) ? [at] : [],
  );
  for (const [position, start] of starts.entries()) {
    const entries = blocks.slice(start + 1, starts[position + 1]).filter(isEntry);
    const heading = blocks[start];
    if (heading && entries.length > 0) return { heading, entries };
  }
  return null;
}

/** "Nothing yet!" is a placeholder and no entry. */
function isEntry({ kind, text }: ProseBlock): boolean {
  return kind === "item" && !/^\W*(?:nothing(?: (?:yet|here|new))?|none(?: yet)?|n\/a|tbd|todo)\W*$/i.test(text);
}

/** A commit is listed only when its message names a declaration in a file it changed: those lines are the proof. */
function commitItems(scope: CodeScope): { items: ListItem[]; newest: CommitRecord | undefined } {
  const commits =
    scope.folder === ""
      ? scope.repository.index.history.recentCommits(consideredCommits)
      : scope.repository.index.history.commitsTouching(scope.folder, consideredCommits);
  const items: ListItem[] = [];
  const reported = new Set<string>();
  for (const commit of commits) {
    if (items.length >= 8) break;
    const found = matchCommit(scope, commit);
    if (found === null || reported.has(`${found.path}\n${found.name}`)) continue;
    reported.add(`${found.path}\n${found.name}`);
    items.push(found.item);
  }
  return { items, newest: commits[0] };
}

/** A commit with the declaration that its words name; null where nothing in the code shows it. */
export function matchCommit(
  scope: CodeScope,
  commit: CommitRecord,
): { path: string; name: string; item: ListItem } | null {
  if (
    /^(?:bump|release|merge|revert|chore|ci|build|docs?|style)\b|dependabot|renovate|\bversion \d/i.test(commit.subject)
  )
    return null;
  const wanted = new Set(wordsOf(commit.subject));
  const paths = new Set(scope.sources.map((file) => file.path));
  let best: {
    path: string;
    symbol: NonNullable<ReturnType<CodeScope["facts"]>>["symbols"][number];
    score: number;
  } | null = null;
  for (const path of commit.paths.filter((one) => paths.has(one)).slice(0, 12)) {
    for (const symbol of scope.facts(path)?.symbols ?? []) {
      const words = wordsOf(symbol.name);
      const hits = words.filter((word) => wanted.has(word)).length;
      const score = isNamed(commit.subject, symbol.name) ? 5 : hits >= 2 ? hits * (hits / words.length) : 0;
      if (score > (best?.score ?? 1.2)) best = { path, symbol, score };
    }
  }
  if (best === null) return null;
  const subject = cutText(
    cleanProse(
      commit.subject
        .replace(/^\w+(?:\([^)]*\))?!?:\s*/, "")
        .replace(/^\[?#\d+\]?[:,]?\s*/, "")
        .replace(/\s*\(?#\d+\)?$/, ""),
    ),
    110,
  );
  const text = `“${subject.replace(/\.$/, "")}” (${day(commit.committedAt)}): see ${codeSpan(best.symbol.name)} in ${codeSpan(scope.shorten(best.path))}.`;
  return {
    path: best.path,
    name: best.symbol.name,
    item: { text, evidence: [symbolEvidence(scope, best.path, best.symbol)] },
  };
}

/** Whether the words name the declaration itself: as code, or by a name that no ordinary word could be. */
function isNamed(subject: string, name: string): boolean {
  const isUnmistakable = /[a-z0-9][A-Z]|\w_\w/.test(name) && name.length > 4;
  return isUnmistakable
    ? [...subject.matchAll(/[\w$]+/g)].some(([word]) => word === name)
    : subject.includes(`\`${name}\``);
}

function day(moment: string): string {
  return new Date(moment).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

const ordinaryWords = new Set(
  "add adds fix fixes the for and with from into use uses make test tests support update remove new when not get set file files type".split(
    " ",
  ),
);

function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return [...new Set(words)].filter((word) => !ordinaryWords.has(word));
}
