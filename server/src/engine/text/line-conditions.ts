/** What decides whether, or how often, a line is reached within its function. Lines count from 1. */
export interface LineCondition {
  kind: "if" | "unless" | "each" | "while" | "failure" | "end";
  /** As written, without its keyword. */
  text: string;
  line: number;
  /** The line is no branch around it: what stands there leaves before it is reached. */
  isEarlier?: boolean;
}

const maxLines = 240;
const maxJoined = 12;
/** Nobody writes longer conditions; comment marks by the thousand would each be looked behind to the end of the line. */
const longestLine = 1200;

/** Branches and loops around a line, outermost first, by how the code is indented. */
export function conditionsAround(lines: readonly string[], line: number, first: number): LineCondition[] {
  const found: LineCondition[] = [];
  let depth = indentOf(lines[line - 1] ?? "");
  for (let above = line - 1; above >= Math.max(first, line - maxLines) && depth > 0; above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || /^\s*(?:\/\/|#|\*|\/\*)/.test(text)) continue;
    if (indentOf(text) >= depth) continue;
    // `) {` ends a condition over several lines, and stands as deep as the header above that it belongs to.
    above = openingOf(lines, above, first);
    depth = indentOf(lines[above - 1] ?? "");
    const condition = headerAt(lines, above, first);
    if (condition !== null) found.unshift(condition);
  }
  return found;
}

/** Where a header begins that ends in `) {` on a line of its own; the line itself for any other. */
function openingOf(lines: readonly string[], at: number, first: number): number {
  const text = lines[at - 1] ?? "";
  if (!/^\s*\)+\s*(?:\{|:|then|=>\s*\{)?\s*$/.test(text)) return at;
  for (let above = at - 1; above >= Math.max(first, at - maxJoined); above -= 1) {
    const one = lines[above - 1] ?? "";
    if (one.trim() === "" || indentOf(one) > indentOf(text)) continue;
    return /^\s*(?:\}\s*)?(?:else\s+)?(?:el(?:s?if)|if|unless|while|for(?:each)?)\b.*\(\s*$/.test(one) ? above : at;
  }
  return at;
}

/** Whether a line stands in a function that is only kept, in a map or as what is handed back: nobody knows when it runs. */
export function isKeptForLater(lines: readonly string[], line: number, first: number): boolean {
  let depth = indentOf(lines[line - 1] ?? "");
  for (let above = line - 1; above >= Math.max(first, line - maxLines) && depth > 0; above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= depth) continue;
    depth = indentOf(text);
    if (kept.test(text)) return true;
  }
  return false;
}

const kept =
  /^\s*(?:["'`]?[\w-]+["'`]?\s*:|return)\s*(?:async\s+)?(?:func\s*\([^)]{0,120}\)[^{]{0,60}\{|function\b.{0,120}\{|\([^)]{0,120}\)\s*=>\s*\{|lambda\b.*:)\s*$/;

function headerAt(lines: readonly string[], at: number, first: number): LineCondition | null {
  const text = withoutComment(joined(lines, at));
  if (/^\s*\}?\s*else\b(?!\s*if)\s*[:{]?\s*$/.test(text)) return otherwise(lines, at, first);
  const branch =
    /^\s*(?:\}\s*)?(?:else\s+)?(?:el(?:s?if)|if|unless|when|while)\b\s*(.{2,600}?)\s*(?:\{|:|then)?\s*$/.exec(text);
  if (branch !== null) {
    const said = withoutBrackets(branch[1] ?? "");
    if (/^\s*while\b/.test(text))
      return /^(?:true|True|1)$/.test(said) ? null : { kind: "while", text: said, line: at };
    return said === "" ? null : { kind: /^\s*unless\b/.test(text) ? "unless" : "if", text: said, line: at };
  }
  if (/^\s*(?:defer\b.*\{|(?:\}\s*)?finally\b.*[{:]|ensure)\s*$/.test(text))
    return { kind: "end", text: text.trim(), line: at };
  if (/^\s*(?:\}\s*)?(?:except|catch|rescue)\b/.test(text)) return { kind: "failure", text: text.trim(), line: at };
  const choice = /^\s*case\s+(.{1,120}?)\s*:?\s*\{?\s*$/.exec(text)?.[1];
  if (choice !== undefined) return { kind: "if", text: subjectOfChoice(lines, at, choice, first), line: at };
  const loop = /^\s*(?:async\s+)?for(?:each|Each)?\b\s*\(?(.{3,120}?)\)?\s*(?:\{|:|do)?\s*$/.exec(text)?.[1];
  if (loop !== undefined && /\bin\b|\bof\b|\brange\b|:/.test(loop))
    return { kind: "each", text: loop.replace(/^(?:const|let|var)\s+/, ""), line: at };
  const call = /(?<![\w.@])([\w.@]+)\.(?:forEach|each|find_each|map)\b\s*(?:\(|do\b|\{)/.exec(text)?.[1];
  return call === undefined ? null : { kind: "each", text: call, line: at };
}

/** A comment behind it is none of its words. */
function withoutComment(text: string): string {
  return text.replace(/\s+(?:\/\/|#\s|--\s)[^"'`]*$/, "").replace(/\s*\/\*[^*]{0,200}\*\/\s*$/, "");
}

/** A condition over several lines as one. */
function joined(lines: readonly string[], at: number): string {
  let text = lines[at - 1] ?? "";
  if (!/^\s*(?:\}\s*)?(?:else\s+)?(?:elif|elsif|elseif|if|unless|while|for(?:each)?)\b/.test(text))
    return withSingleBlanks(text).slice(0, longestLine);
  for (let more = at; more < at + maxJoined && !/[{:]\s*$|\bthen\s*$/.test(text) && more < lines.length; more += 1) {
    if (balance(text) === 0 && !/(?:&&|\|\||\band|\bor|,|\()\s*$/.test(text)) break;
    text += ` ${(lines[more] ?? "").trim()}`;
  }
  return withSingleBlanks(text).slice(0, longestLine);
}

/** Blanks that belong to several parts of a pattern would be divided among them in every way. */
export function withSingleBlanks(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

/** What an `else` is the other case of. */
function otherwise(lines: readonly string[], at: number, first: number): LineCondition | null {
  const depth = indentOf(lines[at - 1] ?? "");
  for (let above = at - 1; above >= Math.max(first, at - maxLines); above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) > depth) continue;
    const found =
      indentOf(text) === depth
        ? /^\s*(?:\}\s*else\s+)?(?:if|elif)\b\s*(.{2,200}?)\s*(?:\{|:)?\s*$/.exec(joined(lines, above))
        : null;
    if (found !== null) return { kind: "unless", text: withoutBrackets(found[1] ?? ""), line: above };
    if (indentOf(text) < depth) return null;
  }
  return null;
}

/** `case "create"` of `switch action` is `action is "create"`. */
function subjectOfChoice(lines: readonly string[], at: number, choice: string, first: number): string {
  const depth = indentOf(lines[at - 1] ?? "");
  for (let above = at - 1; above >= Math.max(first, at - maxLines); above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) > depth || /^\s*case\b/.test(text)) continue;
    const written = /^\s*(?:switch|match|select|case)\b\s*(.{0,80}?)\s*[{:]?\s*$/.exec(withSingleBlanks(text))?.[1];
    const of = written === undefined ? undefined : withoutBrackets(written);
    return of === undefined || of === "" || of === "true" ? choice : `${of} is ${choice}`;
  }
  return choice;
}

function withoutBrackets(text: string): string {
  const inner = /^\((.*)\)$/.exec(text.trim())?.[1];
  return inner !== undefined && isBalancedInside(inner) ? inner.trim() : text.trim();
}

function isBalancedInside(text: string): boolean {
  let open = 0;
  for (const one of text) {
    if (one === "(") open += 1;
    if (one === ")") open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function balance(text: string): number {
  return (text.match(/\(/g) ?? []).length - (text.match(/\)/g) ?? []).length;
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
