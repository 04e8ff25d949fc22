import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { splitSentences } from "#server/engine/text/sentences.ts";

/** Kinds of what one has to know, with the words by which comments tell it, the surest first. */
const kinds: readonly RegExp[] = [
  /\bwork(?:s|ing)? ?-?around\b|\bquirk|(?<!\b(?:than|not|no|have) (?:a )?)\bbug in\b|\bknown (?:issue|bug|limitation)|\bbackwards?[- ]compat|\bfor (?:historical|legacy) reasons/i,
  /\brace condition|\bdead-?lock|\bconcurrent(?:ly)?\b|\batomic(?:ally)?\b|\bat the same time\b|\bmust (?:be|come|run|happen|stand)\b.{0,40}\b(?:before|after|first|last)\b|\border (?:matters|is important)|\bonly once\b|\bidempoten/i,
  /\b(?:must not|must never|must always|never (?:call|use|change|return|log|store|trust)\b|do(?:n't| not) (?:call|use|change|remove|move|log|cache|trust|forget)\b|make sure|otherwise|be careful|beware|caution|important(?:ly)?:|warning:)/i,
  /\b(?:at most|no more than|limit(?:ed)? (?:to|of)|rate[- ]limit|retr(?:y|ies|ied)\b|time ?-?out|back-?off|give up|too (?:large|many|long)|exceeds?)\b/i,
];
/** Candidates by their lines; each is read again as the comment that it stands in. */
const marker =
  "workaround|work around|works around|quirk|bug in|known (issue|bug|limitation)|compatib|race condition|deadlock|concurrent|atomic|at the same time|order matters|only once|idempoten|must not|must never|must always|must be|never |do not |don't |make sure|otherwise|careful|beware|caution|important|warning:|at most|no more than|limited to|limit of|rate limit|retry|retries|timeout|backoff|back off|give up|too large|too many|exceed";
const commentLine = /^\s*(?:\/\/+|#+(?!!)|\*(?!\/)|--|;;)\s?(.*)$/;
const shownOfKind = 3;
const perFile = 2;
const [shortest, longest] = [40, 260];
/** So that the same code always gives the same text, work is bounded by counts and not by the clock. */
const bounds = { maxFiles: 400, maxLinesPerFile: 12, deadlineMs: 3_600_000 };

/** What comments in the code warn of, in their own words, with the code that they are about. */
export async function draftGotchas({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) blocks.push(...(await warningsOf(scope)));
  const items = blocks.reduce((sum, block) => sum + (block.kind === "list" ? block.items.length : 0), 0);
  return items < leastItems ? null : { blocks };
}

const leastItems = 2;

interface Warning {
  path: string;
  startLine: number;
  endLine: number;
  text: string;
  kind: number;
  about: SymbolFact | null;
}

async function warningsOf(scope: CodeScope): Promise<DraftBlock[]> {
  const query = { pattern: `^\\s*(//|#|\\*|--).*\\b(${marker})`, isRegex: true, ignoreCase: true, isWord: false };
  const sources = new Set(scope.sources.map(({ path }) => path));
  const { files } = await scope.repository.index.findLines(query, bounds);
  const found: Warning[] = [];
  for (const { path, lines } of files.filter((file) => sources.has(file.path) && !generated.test(file.path)))
    for (const { line } of lines) {
      const warning = await warningAt(scope, path, line);
      if (warning !== null && !found.some((one) => one.path === path && one.startLine === warning.startLine))
        found.push(warning);
    }
  // Of each kind some; which kind it is, a reader sees.
  const told = kinds.flatMap((_, kind) => chosen(found.filter((one) => one.kind === kind)));
  return told.length === 0
    ? []
    : [
        list(
          null,
          told.map((one) => warningItem(scope, one)),
        ),
      ];
}

const sameWords = 60;
const generated =
  /(?:^|\/)(?:vendor|third_party|public\/js|plugins\/\w+\/jquery[^/]*|dist|generated|migrations?|environments)\/|(?:^|\/)(?:schema\.rb|structure\.sql)$|\.min\.|\.gen\.|_pb2?\./;

/** Longer ones first, as they give reasons; of a file at most two. */
function chosen(warnings: readonly Warning[]): Warning[] {
  const taken = new Map<string, number>();
  const reason = ({ text }: Warning) =>
    Number(/\bbecause\b|\bsince\b|\bso that\b|\botherwise\b|\bas\b.{0,30}\bwould\b|\bif\b/i.test(text));
  return warnings
    .toSorted(
      (a, b) =>
        reason(b) - reason(a) ||
        Number(b.about !== null) - Number(a.about !== null) ||
        b.text.length - a.text.length ||
        (a.path < b.path ? -1 : 1),
    )
    .filter(({ path, text }) => {
      // The same words stand above several things alike.
      const words = [`begins ${text.slice(0, sameWords)}`, `ends ${text.slice(-sameWords)}`];
      const isSaid = words.some((part) => taken.has(part));
      for (const key of [path, ...words]) taken.set(key, (taken.get(key) ?? 0) + 1);
      return (taken.get(path) ?? 0) <= perFile && !isSaid;
    })
    .slice(0, shownOfKind);
}

async function warningAt(scope: CodeScope, path: string, line: number): Promise<Warning | null> {
  const lines = (await scope.lines(path)) ?? [];
  const isComment = (at: number) => commentLine.test(lines[at - 1] ?? "");
  if (!isComment(line)) return null;
  let [startLine, endLine] = [line, line];
  while (startLine > 1 && isComment(startLine - 1) && line - startLine < maxComment) startLine -= 1;
  while (isComment(endLine + 1) && endLine - line < maxComment) endLine += 1;
  const written = lines.slice(startLine - 1, endLine).map((text) => commentLine.exec(text)?.[1] ?? "");
  // Tags of documentation end what is said of the whole; a line without words ends a sentence.
  const tagAt = written.findIndex((text) => /^\s*@[a-z]\w*(?:\s|$)/i.test(text));
  if (tagAt >= 0 && line - startLine >= tagAt) return null;
  const words = (tagAt < 0 ? written : written.slice(0, tagAt)).map((text) => (text.trim() === "" ? ".\n" : text));
  const sentences = splitSentences(
    cleanProse(
      withStops(words)
        .join(" ")
        .replace(/(?<=[.!?:])\s*\.\n/g, " ")
        .replace(/^\s*\.\n/, "")
        .replace(/\s+/g, " ")
        .replace(/\s+\.(?=\s|$)/g, "."),
    ),
  );
  const kind = kinds.findIndex((pattern) => sentences.some((one) => pattern.test(one)));
  const at = sentences.findIndex((one) => kinds[kind]?.test(one) === true);
  const said = [sentences[at - 1] ?? "", sentences[at] ?? ""].join(" ").trim();
  const text = said.length <= longest ? said : (sentences[at] ?? "");
  if (kind < 0 || text.length < shortest || text.length > longest || !isProse(text)) return null;
  const about = aboutOf(scope, path, endLine);
  if (!standsAlone(text, about?.name ?? null)) return null;
  return { path, startLine, endLine, text, kind, about };
}

const maxComment = 14;
const shorter = 12;

/** Sentences that end with a line and without a stop: where a line is much shorter than the others, and a capital begins the next. */
function withStops(lines: readonly string[]): string[] {
  const longestLine = Math.max(...lines.map((line) => line.trim().length));
  return lines.map((line, at) => {
    const next = lines[at + 1]?.trim() ?? "";
    const isEnd = /[\p{L}\p{N})`]$/u.test(line.trim()) && /^\p{Lu}\p{Ll}+\s/u.test(next);
    return isEnd && line.trim().length + shorter < longestLine ? `${line.trimEnd()}.` : line;
  });
}

/** Why something is so, what would happen otherwise, or what may never be. */
const reason =
  /\bbecause\b|\bsince\b(?! (?:v?\d|version))|\bso that\b|\bdue to\b|\bto (?:avoid|prevent|work around|preserve|protect|guard)\b|\b(?:can|could|may|might|would|will|cannot|can't|won't|doesn't) (?:also |not |never |still )?(?:lead|cause|break|fail|race|overwrite|end up|result|come|lose|leak|block|crash|deadlock|time out|be (?:lost|wrong|killed|called|read|used|changed|reused|dropped|stale|slow))\b|\bmust\b|\bnever\b|\botherwise an?\b|\brace condition\b|\bmay change\b|\b(?:bug|quirk|issue|limitation) (?:in|of|with)\b|\brisks?\b|\botherwise,? (?:\w+ ){1,6}(?:would|could|may|might|fails?|breaks?|(?:will|can)\b.*\b(?:again|wrong|errors?|crash\w*|fail\w*|lost|leak\w*|exceed\w*|incorrect\w*|break\w*|forever))\b|\b(?:at most|no more than|limited to|limit of) (?:\S+ )?(?:\d|one|two|three|four|five|ten)\b/i;
/** What points at lines that a reader does not see, or retells them. */
const pointing =
  /^(?:This(?! (?:can|could|may|might|must|would)\b)|These|Those|It|They|Both|So|But|And|Also|Then|Otherwise|Same|Here|Now|Next|See|As (?:above|below))\b|\b(?:above|below|following (?:line|block|code))\b|\$\d|::|:\s-\s|\b\w+ - an? |^We have encountered\b|^Workaround due to\b|[:-]\s*$|\s-\s.*\s-\s/;
const retelling =
  /^(?:Otherwise|If|When|For|Check|Call|Set|Get|Use)\b[^.]*?(?:,| then)\s*(?:we )?(?:return|let|use|set|move|include|try|do|call|skip|then|run|stop|add|fall back)\b/i;

/** Words of a standard that is quoted, and what is about tests. */
const ofOthers = /\bMUST\b|\bSHALL\b|\b(?:refactoring|tests?|test suite)\b/;

/** "Middleware that wraps the request, so that …" and "Checks whether …" say what something is or does. */
const defining =
  /^(?:An? |The )?\p{L}+ (?:(?:that|which) \p{L}+s|to \p{L}+)\b|^\p{Lu}\p{Ll}+s (?:(?:whether|if|the|an?|that)\b|`)/u;

const firm = /\bmust\b|\bnever\b|\bbecause\b/i;

/** Whether somebody who sees the quoted words alone learns what holds and why. */
function standsAlone(text: string, name: string | null): boolean {
  if (!reason.test(text) || pointing.test(text) || ofOthers.test(text)) return false;
  // What a comment says of the function that it stands above is what the function does.
  const isDoc = name !== null && text.toLowerCase().startsWith(`${name.toLowerCase()} `);
  if (isDoc) return firm.test(text);
  if (defining.test(text)) return /\bnever\b|\bbecause\b/i.test(text);
  return splitSentences(text).some((one) => reason.test(one) && (!retelling.test(one) || firm.test(one)));
}

/** Code that is commented out, tasks and orders to tools are no prose. */
function isProse(text: string): boolean {
  return (
    /^\p{Lu}|^`/u.test(text) &&
    (text.match(/\p{L}{3,}/gu) ?? []).length >= 6 &&
    !/[;{}]|=>|===|\b(?:TODO|FIXME|XXX|eslint|noqa|nolint|ts-ignore|license|copyright|@param|@return)\b/i.test(text) &&
    !/\w\(\w*\)\s*\.|\)\s*$/.test(text)
  );
}

/** What is declared right below, else what the comment stands in. */
function aboutOf(scope: CodeScope, path: string, endLine: number): SymbolFact | null {
  const symbols = scope.facts(path)?.symbols ?? [];
  const below = symbols.find(({ startLine }) => startLine > endLine && startLine <= endLine + 2);
  const around = symbols
    .filter(
      (one) =>
        one.startLine <= endLine && endLine <= one.endLine && /function|method|class|struct|component/.test(one.kind),
    )
    .toSorted((a, b) => b.startLine - a.startLine)[0];
  return below ?? around ?? null;
}

function warningItem(scope: CodeScope, { path, startLine, endLine, text, about }: Warning): ListItem {
  const name =
    about === null ? "" : `${codeSpan(about.parent === null ? about.name : `${about.parent}.${about.name}`)} in `;
  return { text: `${name}${codeSpan(scope.shorten(path))}: “${text}”`, evidence: [scope.at(path, startLine, endLine)] };
}
