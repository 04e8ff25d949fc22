import { asideHeading, asideLine, formHeading, formSentence, promiseLine, titleLabel } from "./template-words.ts";

/** A task as people or a form for issues wrote it. */
export interface TaskText {
  title: string;
  /** Markdown. */
  description: string;
  criteria: readonly string[];
}

/** What a task's text says about code. */
export interface ReadTask {
  /** Without "[Bug]" and the like. */
  title: string;
  /** Its sentences, without what a form asks about the reporter, markup and addresses of other sites. */
  prose: string;
  /** Errors that it quotes. */
  errors: string[];
  /** Other lines of logs, output and examples. */
  output: string;
  /** Files of stack traces and logs, and paths that are written out; `line` is null where none is told. */
  files: NamedFile[];
  /** Names that it marks as code, "`chunked`" or "chunked()", in order, those of the title first. */
  code: string[];
}

export interface NamedFile {
  path: string;
  line: number | null;
}

/** More than people write; logs are longer. */
const maxText = 20_000;
const maxTitle = 400;
const maxOutput = 1500;
const maxErrors = 6;
const maxFiles = 20;

/** Takes a task's text apart; the work grows with its first 20,000 letters. */
export function readTaskText({ title, description, criteria }: TaskText): ReadTask {
  const text = plainMarkup([description.slice(0, maxText), ...criteria].join("\n").slice(0, maxText));
  const { prose, output } = splitBlocks(text);
  const isError = (line: string) => line.length < 400 && errorLine.test(line);
  return {
    title: plainMarkup(title.slice(0, maxTitle)).replace(titleLabel, "").trim(),
    prose: prose.join("\n").trim(),
    errors: [...new Set(output.filter(isError).map(withoutLogHead))].slice(0, maxErrors),
    output: output
      .filter((line) => !isError(line) && !isDump(line))
      .map(withoutLogHead)
      .join("\n")
      .slice(0, maxOutput),
    files: filesIn(`${title.slice(0, maxTitle)}\n${text}`),
    code: codeNamesIn(`${title.slice(0, maxTitle)}\n${text}`),
  };
}

const maxCodeNames = 12;
/** What is called, and a span that is nothing but a name; of "Ledger.book" its last part. */
const codeName = /(?<![\w$])([A-Za-z_$][\w$]{2,60})\(|`(?:[\w$]{1,60}\.){0,4}([A-Za-z_$][\w$]{2,60})`/g;

function codeNamesIn(text: string): string[] {
  const found = [...text.matchAll(codeName)].map(([, called, alone]) => called ?? alone ?? "");
  return [...new Set(found)].slice(0, maxCodeNames);
}

/** Comments and elements of HTML are nobody's words; an address is its path where it is one of the product. */
function plainMarkup(text: string): string {
  return (
    text
      .replaceAll("\r", "")
      // Code has it in one word.
      .replaceAll(/\be-mail(s|ed|ing)?\b/gi, "email$1")
      .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, " ")
      // Within a fence they are an example of somebody's.
      .replaceAll(
        /(`{3}[\s\S]*?`{3})|<(script|style)\b[\s\S]*?(?:<\/\2\s*>|$)/gi,
        (_, fenced?: string) => fenced ?? " ",
      )
      .replaceAll(/!\[[^\]\n]{0,300}\](?:\([^)\n]{0,1000}\))?/g, " ")
      .replaceAll(
        /<\/?(?:img|br|hr|p|div|span|sup|sub|kbd|b|i|em|strong|details|summary|a|video|picture|source|table|t[rhd]|tbody|thead|ul|ol|li|h[1-6]|code|pre|blockquote)\b[^>\n]{0,1000}>/gi,
        " ",
      )
      .replaceAll(/\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,1000})[^)\n]{0,200}\)/g, "$1 $2")
      .replaceAll(/https?:\/\/[^\s)>\]"'`]{1,1000}(?:\s\w+\]\/[^\s)>\]"'`]{1,500})?/g, pathOfAddress)
  );
}

const ownHost =
  /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|<|\[|\$|[\w.-]*\b(?:example|my|your|domain|host|server)\b)/i;

function pathOfAddress(address: string): string {
  const blob = /\/(?:blob|tree|raw)\/[^/\s]+\/([^\s#?]+)(?:#L(\d+))?/.exec(address);
  if (blob) return ` ${blob[1]}${blob[2] ? `:${blob[2]}` : ""} `;
  if (!ownHost.test(address)) return " ";
  return ` ${address.replace(/^https?:\/\/[^/]*/i, "").replaceAll(/%[0-9a-f]{2}/gi, " ")} `;
}

/** A line of a form is shorter; what is longer is said by somebody. */
const longestForm = 200;
const fence = /^\s{0,8}(?:`{3,}|~{3,})/;
/** "### Steps", "**Steps:**", "Steps to reproduce:". */
const heading = /^\s{0,3}(?:#{1,6}\s+(.{1,160})|(?:\*\*|__)([^*_\n]{2,120}?):?(?:\*\*|__):?\s*)$/;
const labelled = /^\s{0,3}(?:\*\*|__)([^*_\n]{2,120}?):?(?:\*\*|__):?\s+(\S.*)$/;

/** Sentences apart from logs, output and examples; sections of a form that are about the reporter are in neither. */
function splitBlocks(text: string): { prose: string[]; output: string[] } {
  const prose: string[] = [];
  const output: string[] = [];
  let isAside = false;
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (fence.test(line)) {
      const isClosed = /^\s*(`{3,}|~{3,}).+\1\s*$/.test(line);
      if (isClosed && !isAside) output.push(line.replaceAll(/`{3,}|~{3,}/g, ""));
      else if (!isClosed) isFenced = !isFenced;
      continue;
    }
    if (isFenced) {
      if (!isAside) output.push(line);
      continue;
    }
    const found = heading.exec(line);
    const title = (found?.[1] ?? found?.[2] ?? "").replace(/[:#*_\s]+$/, "");
    if (title !== "") {
      isAside = asideHeading.test(title);
      if (!isAside && !formHeading.test(title)) prose.push(title);
      continue;
    }
    if (isAside || (line.length <= longestForm && (promiseLine.test(line) || asideLine.test(line)))) continue;
    const [, label = "", rest = line] = labelled.exec(line) ?? [];
    const said = label === "" || formHeading.test(label) ? rest : line;
    if (logLine.test(said)) output.push(said);
    else if (!formSentence.test(said.trim())) prose.push(said);
  }
  return { prose, output };
}

const logLine =
  /^\W{0,3}(?:\d{2,4}-\d{1,2}-\d{1,2}[T ]\d|\d{1,2}:\d{2}:\d{2}\b|(?:time|level|ts)=|at [\w$.<>[\] ]{1,120}\(|File "[^"\n]{1,300}", line \d|Traceback \(|(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b[\s:|[])/;
const errorLine =
  /\b[A-Z]\w*(?:Error|Exception|Fault)\b|\b(?:error|panic|fatal|exception|failed|failure|cannot|could not|can't|unable to|invalid|unexpected|violates|not found)\b/i;

/** Times, levels and process ids in front of what a line of a log says. */
function withoutLogHead(line: string): string {
  return line
    .trim()
    .replace(/^\|?[\w-]{1,40}\s*\|\s*/, "")
    .replaceAll(/\d{2,4}-\d{1,2}-\d{1,2}[T ]\d{1,2}:\d{2}(?::\d{2})?[\d.,:]*(?:Z|[+-]\d{2}:?\d{2})?/g, " ")
    .replaceAll(/^\W*\d{1,2}:\d{2}:\d{2}[\d.,]*/g, " ")
    .replace(/^[\W\d]*(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b[\s:|\]]+/i, "")
    .trim();
}

/** Long numbers, keys and encoded bytes. */
function isDump(line: string): boolean {
  return /[\da-f]{32,}|[A-Za-z\d+/]{80,}|^\s*[~=^_*-]{3,}\s*$/i.test(line);
}

const frames = [
  /File "([^"\n]{1,300})", line (\d{1,6})/g,
  /\(([\w$@./\\[\]-]{1,300}\.\w{1,6}):(\d{1,6})(?::\d{1,6})?\)/g,
  /(?<![\w$@.[\]/\\-])((?:[\w$@.[\]-]{1,80}[/\\]){0,12}[\w$@.[\]-]{1,80}\.(?:ts|tsx|js|jsx|mjs|cjs|py|go|rs|java|kt|kts|rb|php|cs|vue|svelte|scala|ex|exs|swift|c|cc|cpp|h|hpp|sql|html|erb|css|scss|ya?ml|toml|json|md|sh))(?::(\d{1,6}))?(?![\w/-])/g,
];
const outsideCode =
  /(?:^|[/\\])(?:node_modules|site-packages|dist-packages|vendor|lib\d*[/\\]python[\d.]*|usr[/\\]lib|\.pnpm|internal[/\\]process)[/\\]|^node:/;

/** Files of traces and paths in the text, in order, each once. */
function filesIn(text: string): NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const frame of frames)
    for (const [, path = "", line] of text.matchAll(frame)) {
      const plain = path.replaceAll("\\", "/").replace(/^(?:\.{1,3}\/|\/)+/, "");
      if (outsideCode.test(path) || !/[a-z]/i.test(plain)) continue;
      const known = found.get(plain);
      if (!known || known.line === null) found.set(plain, { path: plain, line: line ? Number(line) : null });
    }
  return [...found.values()].slice(0, maxFiles);
}
