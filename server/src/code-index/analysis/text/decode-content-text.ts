import type { FileKind } from "#server/code-index/ports/facts.ts";
import { decodeText } from "#server/text/decode-text.ts";

/** Larger content is listed, not parsed. */
export const maxParsedBytes = 1_000_000;
/** A text whose lines are this long on average was written by a program. */
const minifiedAverageLine = 400;
const minifiedLongestLine = 20_000;

/** Content as text, with its problem if any; `text` is null when it cannot be read. */
export interface ContentText {
  text: string | null;
  problem: string | null;
  /** Overrules what the path says; null where the content says nothing. */
  kind: FileKind | null;
}

/** Decodes bytes, and detects binary, other encodings, minified and generated content. */
export function decodeContentText(content: Uint8Array): ContentText {
  if (content.length > maxParsedBytes) {
    return { text: null, problem: `larger than ${maxParsedBytes / 1_000_000} MB`, kind: null };
  }
  const decoded = decodeText(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  if (decoded === null || decoded.text.includes("\0")) return { text: null, problem: "binary content", kind: "binary" };
  return judged(decoded.text, problemOf(decoded.encoding));
}

function problemOf(encoding: string): string | null {
  if (encoding === "utf-8") return null;
  return encoding.startsWith("utf-16") ? "encoded as UTF-16" : "not encoded as UTF-8";
}

function judged(raw: string, problem: string | null): ContentText {
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (isMinified(text)) return { text: null, problem: "minified: very long lines", kind: "generated" };
  return { text, problem, kind: isGenerated(text) ? "generated" : null };
}

function isMinified(text: string): boolean {
  if (text.length < 5000) return false;
  let lines = 1;
  let longest = 0;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    if (end - start > longest) longest = end - start;
    lines += 1;
    start = end + 1;
  }
  longest = Math.max(longest, text.length - start);
  return longest > minifiedLongestLine || text.length / lines > minifiedAverageLine;
}

function isGenerated(text: string): boolean {
  const head = text.slice(0, 1500);
  if (!/generated/i.test(head)) return false;
  return /^.{0,12}(?:@generated\b|Code generated .{0,80}DO NOT EDIT|.{0,60}auto-?generated\b.{0,80}(?:do not|don't) (?:edit|modify))/im.test(
    head,
  );
}
