/** Lines that name, load or declare without doing anything. */
const inert =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\s+(?:\*|\{|type\b)|(?:export\s+)?(?:declare|interface|type)\s|using\b|use\s|package\b|module\b|namespace\b|#include\b|@|end\b|else:?\s*$|try:?\s*\{?\s*$|(?:pub\s+)?mod\s)|\brequire\(|^[\s()[\]{};,]*$/;

/** A line as it is, and with all that is no code as spaces. */
interface CodeLine {
  line: string;
  masked: string;
  language: string;
}

/** The line spoilt in one way; null where it has nothing of the kind. */
type Mutator = (code: CodeLine) => string | null;

/** Puts something else in the place of the first that matches in the code of the line. */
function swap(pattern: RegExp, exchange: (found: string) => string): Mutator {
  return ({ line, masked }) => {
    const match = pattern.exec(masked);
    if (match === null) return null;
    const [found] = match;
    return `${line.slice(0, match.index)}${exchange(found)}${line.slice(match.index + found.length)}`;
  };
}

/** Puts the opposite of what a pattern finds around `inner` in its place. */
function negate(pattern: RegExp): Mutator {
  return ({ line, masked, language }) => {
    const match = pattern.exec(masked);
    const [before = "", inner = ""] = [match?.groups?.["before"], match?.groups?.["inner"]];
    if (match === null || inner.trim() === "" || !isBalanced(inner)) return null;
    const end = before.length + inner.length;
    const not = language === "python" || language === "ruby" ? "not " : "!";
    return `${line.slice(0, before.length)}${not}(${line.slice(before.length, end)})${line.slice(end)}`;
  };
}

/** The most telling first: what decides, what is counted with, what comes out, what is done at all, what is said. */
const mutators: readonly Mutator[] = [
  negate(/^(?<before>\s*(?:\}\s*)?(?:else )?if ?\()(?<inner>.+)\)\s*\{?\s*$/),
  negate(/^(?<before>\s*(?:el)?if )(?<inner>[^(].*|\(.*\) .*):\s*$/),
  swap(/[!=]==?(?!=)/, (found) => (found.startsWith("!") ? found.replace("!", "=") : found.replace("=", "!"))),
  swap(/(?<=\s)(?:<=|>=|<|>)(?=\s)/, (found) => opposite[found] ?? found),
  swap(/(?<=\s)(?:&&|\|\|)(?=\s)/, (found) => (found === "&&" ? "||" : "&&")),
  swap(/(?<=\s)(?:is not|not in)(?=\s)/, (found) => (found === "is not" ? "is" : "in")),
  swap(/(?<=\s)(?:and|or)(?=\s)/, (found) => (found === "and" ? "or" : "and")),
  swap(/\b(?:true|false|True|False)\b/, (found) => flipped[found] ?? found),
  swap(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/, (found) => `${Number(found) + 1}`),
  swap(/(?<=[\w)\]]\s)[-+*/](?=\s[\w([])/, (found) => exchanged[found] ?? found),
  swap(/[-+](?==\s)/, (found) => exchanged[found] ?? found),
  negate(/^(?<before>\s*return )(?<inner>[^;]*[^;{([,\s])\s*;?\s*$/),
  negate(/^(?<before>.*=> )(?<inner>[^{][^;]*[^;{([,\s])\s*[;,]?\s*$/),
  ({ line, masked, language }) => dropStatement(line, masked, language),
  ({ line, masked }) => changeText(line, masked),
];

const opposite: Readonly<Record<string, string>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
const flipped: Readonly<Record<string, string>> = { true: "false", false: "true", True: "False", False: "True" };
const exchanged: Readonly<Record<string, string>> = { "+": "-", "-": "+", "*": "+", "/": "*" };

/**
 * The ways in which a line is spoilt a little, the most telling first, each at the place of its kind: what it does changes, and
 * it stays code. Null where it has nothing of the kind; none for a line that does nothing.
 */
export function mutateLine(code: CodeLine): (string | null)[] {
  if (inert.test(code.masked)) return [];
  return mutators.map((mutate) => mutate(code));
}

/** A whole statement that only does or keeps something. */
const statement =
  /^(?<indent>\s*)(?:[\w.$]+(?:\[[^\]]*\])?\s*[-+*/|&]?=(?![=>])\s*\S.*[^,;([{\s]|(?:await\s+)?[\w.$]+\(.*\))(?<end>;?)\s*$/;
const declares =
  /^\s*(?:const|let|var|val|final|static|public|private|protected|def|class|function|func|fn|return|throw|raise|yield|del|assert|super)\b/;

/** Without it, and with something in its place that a block may consist of. */
function dropStatement(line: string, masked: string, language: string): string | null {
  if (declares.test(masked) || !isBalanced(masked)) return null;
  // What is told to be code may be quotes alone, as in `print("…")`.
  const match = statement.exec(masked.replaceAll(/(?<=\() +(?=\))/g, (spaces) => "_".repeat(spaces.length)));
  if (match === null || line.trim() === "") return null;
  const { indent = "", end = "" } = match.groups ?? {};
  if (end !== "") return `${indent};`;
  return `${indent}${language === "go" ? "_ = 0" : "0"}`;
}

function isBalanced(code: string): boolean {
  let depth = 0;
  for (const sign of code) {
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A text of the line with another sign at its end. */
function changeText(line: string, masked: string): string | null {
  const text = /(["'])((?:(?!\1)[^\\]|\\.)+)\1/.exec(line);
  if (text === null || masked.slice(text.index, text.index + text[0].length).trim() !== "") return null;
  const end = text.index + text[0].length - 1;
  return `${line.slice(0, end)}~${line.slice(end)}`;
}
