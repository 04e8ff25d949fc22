import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { isStopWord, splitWords, stem, stemsOf } from "#server/engine/intent/words.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asksOfDisk =
  /\bwhere\b.*\b(?:files?|copies|uploads|documents|images|attachments|originals|pictures|photos|videos)\b.*\bon (?:the )?(?:disk|server)\b/i;
const asksOfFolders =
  /\b(?:in )?(?:which|what) (?:folders?|director(?:y|ies))\b.*\b(?:end up|ends up|kept|stored|saved|live|lie|written|go)\b/i;
const asksOfBucket = /\b(?:how|where|which)\b.*\b(?:s3|bucket|object storage)\b/i;
const folderSetting = /(?:storage|uploads?|media|files?)_?(?:folder|dir|directory|path|root)$/i;
const folderName = /(?:^|_)(?:dir|directory|folder|path|root)$/i;
const ofFolder = /(?:folder|dir|directory)$/i;
const ofBuckets = /\bS3\b|\bobject storage\b/i;
const sayNothing = new Set(["folder", "folders", "directory", "directories", "copies", "copy", "end", "kept", "files"]);
const maxSettings = 10;
const maxFolders = 3;
const maxConstants = 6;
const longestValue = 140;

/** The folders that files are kept in, as settings and constants name them, and the settings by which they go to a bucket instead. */
export async function tellStorage(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (asksOfBucket.test(text)) return tellBucket(context, codebase);
  if (asksOfFolders.test(text)) {
    const named = await constantsFor(context, codebase, text);
    return named.length === 0 ? [] : [{ heading: null, statements: named }];
  }
  if (!asksOfDisk.test(text)) return [];
  const folders = codebase.index
    .settings()
    .filter(({ name, kind }) => kind === "variable" && folderSetting.test(name))
    .slice(0, maxFolders)
    .flatMap((one) => told(context, codebase, one, "The folder is set by "));
  return folders.length === 0 ? [] : [{ heading: null, statements: folders }];
}

/** Settings that stand beside what talks to the bucket; none without such a place. */
function tellBucket(context: AnswerContext, codebase: Codebase): StatementBlock[] {
  const node = codebase.index
    .system()
    .nodes.find(({ kind, name }) => (kind === "outside" || kind === "store") && ofBuckets.test(name));
  if (node === undefined) return [];
  const within = new Set(node.sources.map(({ path }) => folderOf(path)));
  const own = codebase.index
    .settings()
    .filter(
      ({ name, sites, kind }) =>
        kind === "variable" &&
        !ofFolder.test(name) &&
        sites.some(({ path, source }) => source === "read" && within.has(folderOf(path))),
    );
  const items = own.slice(0, maxSettings).flatMap((one) => told(context, codebase, one, "- "));
  if (items.length < 2) return [];
  return [{ heading: null, statements: [{ text: "Files go to a bucket by these settings:", evidence: [] }, ...items] }];
}

/** With its default, and the place that reads it. */
function told(context: AnswerContext, codebase: Codebase, setting: IndexedSetting, before: string): Statement[] {
  const { name, defaultValue, sites } = setting;
  const site = sites.find(({ source }) => source === "read") ?? sites[0];
  if (site === undefined) return [];
  const standard = defaultValue === null || defaultValue === "" ? "" : `, by default ${codeSpan(defaultValue)}`;
  const place = { codebase, path: site.path };
  return [
    {
      text: `${before}${codeSpan(name)}${standard} (${shownPath(context, place)}, line ${site.line})`,
      evidence: [linesOf(place, site.line)],
    },
  ];
}

/** `ORIGINALS_DIR = MEDIA_ROOT / "documents" / "originals"` of "originals", and below it what it rests on itself. */
async function constantsFor(context: AnswerContext, codebase: Codebase, text: string): Promise<Statement[]> {
  const nouns = new Set(
    splitWords(asksOfFolders.exec(text)?.[0] ?? "")
      .filter((word) => !isStopWord(word) && !sayNothing.has(word))
      .map(stem),
  );
  const folders: { path: string; name: string; line: number }[] = [];
  for (const { path, kind } of codebase.index.files()) {
    if (kind !== "source" && kind !== "config") continue;
    for (const { name, kind: is, startLine, parent } of codebase.index.facts(path)?.symbols ?? [])
      if (parent === null && /constant|variable/.test(is) && folderName.test(name))
        folders.push({ path, name, line: startLine });
  }
  const wanted = folders.filter(({ name }) => stemsOf(name).some((root) => nouns.has(root)));
  // Several files name their own: which of them is meant is not known.
  const [home] = [...Map.groupBy(wanted, ({ path }) => path).values()].toSorted((a, b) => b.length - a.length);
  if (home === undefined || home.length < 2) return [];
  const [{ path } = { path: "" }] = home;
  const lines = await context.lines({ codebase, path });
  const valueOf = (line: number) => (lines[line - 1] ?? "").trim().slice(0, longestValue);
  const items = home.slice(0, maxConstants).map((one) => ({ one, value: valueOf(one.line) }));
  const base = folders.filter(
    (one) => one.path === path && !home.includes(one) && items.some(({ value }) => new RegExp(String.raw`=.*\b${one.name}\b`).test(value)),
  ); // prettier-ignore
  const all = [...items, ...base.map((one) => ({ one, value: valueOf(one.line) }))];
  return [
    { text: `${shownPath(context, { codebase, path })} names the folders:`, evidence: [] },
    ...all.map(({ one, value }): Statement => ({
      text: `- ${codeSpan(value)} (line ${one.line})`,
      evidence: [linesOf({ codebase, path }, one.line)],
    })),
  ];
}
