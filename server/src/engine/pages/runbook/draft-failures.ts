import { findEntryPoints } from "#server/engine/facts/code/find-entry-points.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { table, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";

import { enclosingSymbol } from "./enclosing-symbol.ts";

const shownMessages = 18;
const perFile = 3;
/** Files that are read for messages: those that are about failing, starting or settings come first. */
const readFiles = 300;
const minWords = 3;

/** A message as people see it in logs or on a screen; placeholders for run-time values stay as written. */
const patterns: readonly RegExp[] = [
  /\b(?:throw|reject)\b.{0,40}?\b(?:new\s+)?(?<kind>\w*(?:Error|Exception|Problem|Failure))\(\s*(?:[^"'`\n]{0,40}?)(?<quote>["'`])(?<text>(?:(?!\k<quote>).){8,200})\k<quote>/,
  /\braise\s+(?<kind>[\w.]+)\(\s*(?:[^"'\n]{0,30}?)[fr]{0,2}(?<quote>["'])(?<text>(?:(?!\k<quote>).){8,200})\k<quote>/,
  /\b(?<kind>errors\.New|fmt\.Errorf|log\.Fatal\w*|panic)\(\s*(?<quote>["`])(?<text>(?:(?!\k<quote>).){8,200})\k<quote>/,
  /\b(?<kind>anyhow!|bail!|panic!|expect)\(\s*(?<quote>")(?<text>(?:(?!\k<quote>).){8,200})"/,
  /\bErr\(\s*(?<quote>")(?<text>(?:(?!\k<quote>).){8,200})"/,
  /\b(?:logger|log|console|logging|slog)\.(?<kind>error|fatal|critical|Error|Fatal)\w*\(\s*(?:[^"'`\n]{0,50}?)(?<quote>["'`])(?<text>(?:(?!\k<quote>).){8,200})\k<quote>/,
];

interface Message {
  path: string;
  line: number;
  /** The line of the message, when it is below. */
  endLine: number;
  text: string;
  /** HTTP status beside the message; else null. */
  status: string | null;
  /** The condition right above; null when there is none. */
  condition: { text: string; line: number } | null;
  weight: number;
}

/** Messages the code gives when something fails, with where and on which condition. */
export async function draftFailures({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = await Promise.all(
    scopes.map(async (scope) => {
      const messages = await findMessages(scope);
      const chosen = chooseMessages(messages);
      const hasStatus = chosen.some(({ status }) => status !== null);
      const rows = chosen.map((message) => messageRow(scope, message, hasStatus));
      const lead =
        messages.length > rows.length
          ? `${rows.length} of ${messages.length} messages that its code gives when something fails, those about starting and settings first:`
          : null;
      return rows.length < 2
        ? []
        : [table(lead, ["Message", ...(hasStatus ? ["Status"] : []), "Given by", "When"], rows)];
    }),
  );
  return blocks.flat().length > 0 ? { blocks: blocks.flat() } : null;
}

async function findMessages(scope: CodeScope): Promise<Message[]> {
  const starts = new Set(findEntryPoints(scope).map(({ path }) => path));
  const files = scope.sources
    .map(({ path }) => ({ path, weight: weightOf(path) + (starts.has(path) ? 3 : 0) }))
    .toSorted((a, b) => b.weight - a.weight || a.path.localeCompare(b.path))
    .slice(0, readFiles);
  const found = await Promise.all(files.map((file) => messagesIn(scope, file)));
  const unique = new Map(found.flat().map((message) => [message.text, message]));
  return [...unique.values()];
}

function weightOf(path: string): number {
  const isStarting = /config|settings|env|bootstrap|start|main|server|app\b|cli/i.test(path);
  const isReaching = /database|db|store|client|connect|auth|queue|worker|job/i.test(path);
  const isScreen = /\.(?:tsx|jsx|vue|svelte)$/.test(path);
  return (isStarting ? 3 : 0) + (isReaching ? 2 : 0) + (/error/i.test(path) ? 1 : 0) - (isScreen ? 4 : 0);
}

async function messagesIn(scope: CodeScope, { path, weight }: { path: string; weight: number }): Promise<Message[]> {
  const lines = (await scope.lines(path)) ?? [];
  const found: Message[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.length > 400 || /^\s*(?:\/\/|#(?!\[)|\*)/.test(line)) continue;
    const own = patterns.map((pattern) => pattern.exec(line)?.groups?.["text"]).find((one) => one !== undefined);
    const declared = own === undefined ? declaredBelow(lines, at) : null;
    const text = own ?? declared?.text;
    if (text === undefined || !isInformative(text)) continue;
    const condition = conditionAbove(lines, at);
    found.push({
      path,
      line: at + 1,
      endLine: declared?.line ?? at + 1,
      text,
      status: statusIn(lines.slice(at, declared?.line ?? at + 1).join(" ")),
      condition,
      weight: weight + (actionable.test(text) ? 2 : 0) + (condition ? 1 : 0),
    });
  }
  return found;
}

/** A call that continues on the next lines: `createError(`, its code, its message, or `raise HTTPException(`. */
const openCall =
  /\b(?:create|define|make|new)\w*(?:Error|Exception)\w*\($|\b(?:raise|throw)\s+(?:new\s+)?[\w.]*(?:Error|Exception|Problem|Failure)\w*\($/;

/** The message of an error that is declared over several lines. */
function declaredBelow(lines: readonly string[], at: number): { text: string; line: number } | null {
  if (!openCall.test(lines[at]?.trimEnd() ?? "")) return null;
  for (let below = at + 1; below <= at + 3; below += 1) {
    const line = lines[below]?.slice(0, 240) ?? "";
    const text =
      /^\s*(?:(?:detail|message|msg|reason)\s*[=:]\s*)?[fr]?(["'`])((?:(?!\1).)*\s(?:(?!\1).)*)\1,?\s*$/.exec(
        line,
      )?.[2];
    if (text !== undefined && isInformative(text)) return { text, line: below + 1 };
  }
  return null;
}

/** `status_code=404`, `status.HTTP_404_NOT_FOUND`, `.status(404)`, `new HttpError(404, …)`. */
function statusIn(call: string): string | null {
  const found =
    /\bstatus(?:_?code)?\s*[=:(]\s*([45]\d\d)\b|\bHTTP_([45]\d\d)_|\b(?:\w*(?:Error|Exception|Response)|abort|error)\(\s*([45]\d\d)\b/i.exec(
      call,
    );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

/** Words of people who may do something about it. */
const actionable =
  /\b(?:must|required|missing|invalid|cannot|can't|could not|unable|failed|not (?:set|found|allowed|available|configured)|unknown|unsupported|timed? ?out|refused|denied|expired|already|unexpected|please)\b/i;

/** Several words with letters; messages for those who write the code itself are left out. */
function isInformative(text: string): boolean {
  const words = text.replaceAll(/[$%#]?\{[^}]*\}/g, " ").match(/\p{L}{2,}/gu) ?? [];
  return (
    words.length >= minWords &&
    !/\b(?:unreachable|should (?:never|not) happen|not implemented|todo|lorem|(?:must|should) be used (?:within|inside|in an?))\b/i.test(
      text,
    )
  );
}

function conditionAbove(lines: readonly string[], at: number): Message["condition"] {
  const own = lines[at] ?? "";
  const depth = own.length - own.trimStart().length;
  for (let above = at; above >= Math.max(0, at - 3); above -= 1) {
    const line = lines[above] ?? "";
    const isOutside = above === at || line.length - line.trimStart().length < depth;
    const found = isOutside
      ? /\b(?:if|elif|unless|while)\b\s*(.+?)\s*(?:\{|:|\)\s*throw\b.*|\bthen)?\s*$/.exec(line)
      : null;
    if (found && above === at && !/^\s*(?:\}\s*else\s+)?if\b/.test(line)) return null;
    if (found) {
      const text = (found[1] ?? "").replace(/\)?\s*(?:throw|raise|return|panic)\b.*$/, "").trim();
      return text === "" ? null : { text: balanced(text), line: above + 1 };
    }
    if (above !== at && /\b(?:else|except|catch|rescue|case|default)\b/.test(line)) return null;
  }
  return null;
}

/** Without the brackets that stood around the whole condition. */
function balanced(text: string): string {
  if (!text.startsWith("(")) return text;
  const opens = (text.match(/\(/g) ?? []).length;
  const closes = (text.match(/\)/g) ?? []).length;
  const inner = text.slice(1, closes >= opens ? -1 : undefined);
  return text.endsWith(")") || closes < opens ? inner : text;
}

/** A few of each file; if that leaves space, more of the files that have more. */
function chooseMessages(messages: readonly Message[]): Message[] {
  const sorted = messages.toSorted((a, b) => b.weight - a.weight);
  const taken = new Map<string, number>();
  const spread = sorted.filter(({ path }) => {
    taken.set(path, (taken.get(path) ?? 0) + 1);
    return (taken.get(path) ?? 0) <= perFile;
  });
  return [...new Set([...spread, ...sorted])].slice(0, shownMessages);
}

function messageRow(
  scope: CodeScope,
  { path, line, endLine, text, status, condition }: Message,
  hasStatus: boolean,
): TableRow {
  const symbol = enclosingSymbol(scope, path, line);
  const location = codeSpan(scope.shorten(path));
  const message = cutText(cleanProse(text.replaceAll(/\\[nt]/g, " ").replaceAll(/\\(["'`])/g, "$1")), 140);
  return {
    cells: [
      `“${message}”`,
      ...(hasStatus ? [status ?? ""] : []),
      symbol === null ? location : `${codeSpan(symbol.name)} in ${location}`,
      condition === null ? "" : codeSpan(condition.text, 80),
    ],
    evidence: [scope.at(path, condition?.line ?? line, endLine)],
  };
}
