import type { MarkFact } from "#server/code-index/ports/facts.ts";

const maxAnnotations = 50;
const maxArgumentsLength = 3_000;
const maxTexts = 50;
const maxShown = 120;

/** Marks in the comment above a declaration, which starts at a line: `@Route("/boats", methods={"GET"})`. */
export function readAnnotations(comment: string, firstLine: number): MarkFact[] {
  const found: MarkFact[] = [];
  for (const match of comment.matchAll(/^[ \t]*(?:\/\*)?\*[ \t]*@(?:\w{1,60}\\)*([A-Z]\w{0,60})(\()?/gm)) {
    if (found.length >= maxAnnotations) break;
    const from = match.index + match[0].length;
    const inner = match[2] === undefined ? "" : withoutStars(comment.slice(from, closingAt(comment, from)));
    const text = `${match[1] ?? ""}${inner === "" ? "" : `(${inner})`}`.replace(/\s+/g, " ").slice(0, maxShown);
    const line = firstLine + comment.slice(0, match.index).split("\n").length - 1;
    found.push({ name: match[1] ?? "", text, args: readArguments(inner), line });
  }
  return found;
}

function withoutStars(text: string): string {
  return text.replaceAll(/\n[ \t]*\*/g, "\n").trim();
}

/** Behind the bracket that closes what is open at a position; texts may hold brackets. */
function closingAt(text: string, from: number): number {
  const end = Math.min(text.length, from + maxArgumentsLength);
  let depth = 1;
  let isText = false;
  for (let at = from; at < end; at += 1) {
    const char = text[at];
    if (char === '"') isText = !isText;
    else if (!isText && char === "(") depth += 1;
    else if (!isText && char === ")" && (depth -= 1) === 0) return at;
  }
  return end;
}

function readArguments(inner: string): Record<string, string[]> {
  const args: Record<string, string[]> = {};
  for (const [at, part] of splitArguments(inner).entries()) {
    const [, name = String(at), value = ""] = /^\s*(?:(\w{1,60})\s*=)?([^]*)$/.exec(part) ?? [];
    // Of a map the texts are no list.
    if (/^\s*\{[^]*["\w]\s*[=:]/.test(value)) continue;
    args[name] = [...value.matchAll(/"((?:[^"]|"")*)"/g)].slice(0, maxTexts).map(([, text = ""]) => text);
  }
  return args;
}

function splitArguments(inner: string): string[] {
  const parts: string[] = [];
  let [depth, from, isText] = [0, 0, false];
  for (let at = 0; at <= inner.length; at += 1) {
    const char = inner[at];
    if (char === '"') isText = !isText;
    else if (!isText && (char === "{" || char === "(")) depth += 1;
    else if (!isText && (char === "}" || char === ")")) depth -= 1;
    if (char !== undefined && (char !== "," || isText || depth > 0)) continue;
    if (inner.slice(from, at).trim() !== "") parts.push(inner.slice(from, at));
    from = at + 1;
  }
  return parts;
}
