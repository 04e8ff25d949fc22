/** What becomes of a row when the row goes that it refers to. */
export type DeletionRule = "deleted" | "emptied" | "refused";

// Bounded, and read where blanks are collapsed: hostile text must not take longer.
const rule =
  /\bon[_\s]?delete\b["'`]?\s{0,14}[:=(]{0,3}\s{0,14}["'`:]{0,3}(?:\w+\.){0,5}(cascade|set[_\s]?null|nullify|restrict\w*|protect|no[_\s]?action)/i;
const byName: readonly [RegExp, DeletionRule][] = [
  [/\bcascadeOnDelete\(/, "deleted"],
  [/\bnullOnDelete\(/, "emptied"],
  [/\brestrictOnDelete\(/, "refused"],
];
const longestDeclaration = 14;

/** As the declaration of a reference says it, with the line on which that ends; null where it says nothing. Lines count from 1. */
export function deletionRuleAt(lines: readonly string[], line: number): { rule: DeletionRule; endLine: number } | null {
  const { text, count } = declarationAt(lines, line);
  const found = ruleIn(text) ?? (isWholeKeyOfLaravel(text) ? "refused" : null);
  return found === null ? null : { rule: found, endLine: line + count - 1 };
}

/** A key of Laravel that was read to its end and names no rule: the database refuses, as it does for `restrictOnDelete`. */
function isWholeKeyOfLaravel(text: string): boolean {
  return /->(?:foreign|constrained|references)\(/.test(text) && text.trim().endsWith(";") && !/on_?delete/i.test(text);
}

function ruleIn(text: string): DeletionRule | null {
  const named = byName.find(([pattern]) => pattern.test(text))?.[1];
  if (named !== undefined) return named;
  const said = rule.exec(text)?.[1]?.toLowerCase();
  if (said === undefined) return null;
  if (said === "cascade") return "deleted";
  return /null/.test(said) ? "emptied" : "refused";
}

interface ReferenceText {
  text: string;
  /** Of lines. */
  count: number;
}

/** The declaration that begins on a line, without the one behind it. */
function declarationAt(lines: readonly string[], line: number): ReferenceText {
  const near = lines.slice(line - 1, line - 1 + longestDeclaration).map((one) => one.replaceAll(/\s+/g, " ").trim());
  const from = near.slice(0, 3).findIndex((one) => /\breferences\s+[\w"`[]/i.test(one));
  if (from < 0) return byBrackets(near);
  const rest = near.slice(from);
  const text = ofStatement(rest.join(" ")).trim();
  let count = 1;
  while (count < rest.length && !rest.slice(0, count).join(" ").includes(text)) count += 1;
  return { text, count: from + count };
}

/** `REFERENCES boats (id) ON DELETE CASCADE, …` to where the next column begins. */
function ofStatement(text: string): string {
  const start = text.search(/\breferences\s/i);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const one = text[at];
    if (one === "(") depth += 1;
    if (one === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && (one === "," || one === ";"))) return text.slice(start, at);
  }
  return text.slice(start);
}

/** To where all brackets are closed again; what ends in a comma without any goes on. */
function byBrackets(lines: readonly string[]): ReferenceText {
  let depth = 0;
  let hasBrackets = false;
  let text = "";
  let count = 0;
  for (const line of lines) {
    count += 1;
    const opened = line.match(/[([{]/g)?.length ?? 0;
    depth += opened - (line.match(/[)\]}]/g)?.length ?? 0);
    hasBrackets ||= opened > 0;
    text += ` ${line}`;
    // A chain of calls goes on over the lines below.
    if (/^\??(?:->|\.\s*[a-z])/i.test(lines[count] ?? "") && !line.endsWith(";")) continue;
    if (depth <= 0 && (hasBrackets || !/,\s*$/.test(line))) break;
  }
  return { text, count };
}
