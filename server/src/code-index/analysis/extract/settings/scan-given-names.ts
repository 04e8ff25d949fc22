import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import type { OpenReading } from "./scan-readings.ts";
import { commentBeside } from "./setting-comments.ts";
import { plainEntry } from "./setting-entry.ts";

/** A name that a reading is given elsewhere in its file, and the line on which it stands. */
interface GivenName {
  name: string;
  line: number;
}

const maxNames = 200;
const maxBefore = 1500;
/** Properties that hold texts in capitals of other kinds. */
const ofMuchElse = /^(?:type|code|status|error|event|action|kind|level|method|role|message|state|category)$/i;
const variable = /["'`]([A-Z][A-Z0-9]*_[A-Z0-9_]+)["'`]/g;

/** `x.key`, `${x.key}_ID` and `"TIDE_" + x.key`, with what stands around the property. */
const byProperty =
  /^(?:["'`](?<before>[A-Z][A-Z0-9_]*_)["'`]\s*\+\s*)?[a-z_$]\w*(?:\?\.|\.|->)(?<property>[A-Za-z_]\w*)$|^["'`](?<start>[A-Z][A-Z0-9_]*_)?\$\{[a-z_$]\w*\.(?<put>\w+)\}(?<after>_[A-Z0-9_]+)?["'`]$/;

/** What an open reading reads by the names that its file gives it. */
export function readByGivenNames(source: SourceText, reading: OpenReading): SettingEntry[] {
  const isRequired = isDemanded(source, reading.offset) ? true : reading.isRequired;
  const seen = new Set<string>();
  return namesGiven(source, reading).flatMap(({ name, line }) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const origin = reading.rule.isMention === true ? "mentioned" : "read";
    const entry = plainEntry(name, { kind: "variable", source: origin, line });
    return [{ ...entry, type: reading.type, isRequired, comment: commentBeside(source, line) }];
  });
}

/**
 * The names that a reading is given by a property of objects (`process.env[entry.flag]` beside `flag: "TIDE_OPEN"`), or
 * by a loop over a list of names.
 */
function namesGiven(source: SourceText, reading: OpenReading): GivenName[] {
  const written = reading.name.trim();
  const parts = byProperty.exec(written)?.groups;
  if (parts !== undefined) {
    const before = parts["before"] ?? parts["start"] ?? "";
    const after = parts["after"] ?? "";
    const property = parts["property"] ?? parts["put"] ?? "";
    if (ofMuchElse.test(property)) return [];
    return valuesOf(source, property, before + after === "").map(({ name, line }) => ({
      name: before + name + after,
      line,
    }));
  }
  const looped = /^[&$]?([a-z_]\w*)$/.exec(written)?.[1];
  return looped === undefined ? [] : namesOfLoop(source, reading, looped);
}

/** Texts in capitals that a property of that name holds; a part of a name may be a single word. */
function valuesOf(source: SourceText, property: string, isWhole: boolean): GivenName[] {
  const value = isWhole ? "[A-Z][A-Z0-9]*_[A-Z0-9_]+" : "[A-Z][A-Z0-9_]+";
  const pattern = new RegExp(String.raw`\b${property}["']?\s*[:=]\s*["'\x60](${value})["'\x60]`, "g");
  const found: GivenName[] = [];
  for (const { match, line } of matchesInCode(source, pattern)) {
    if (found.length >= maxNames) break;
    found.push({ name: match[1] ?? "", line });
  }
  return found;
}

/** What a loop, or a function that is called for each, walks over. */
function namesOfLoop(source: SourceText, { offset }: OpenReading, looped: string): GivenName[] {
  const before = source.text.slice(Math.max(0, offset - maxBefore), offset);
  const list = String.raw`(?<list>\[[^\[\]]{0,1000}\]|\([^()]{0,1000}\)|[\w$.]{1,80}|\[\]string\{[^{}]{0,1000}\})`;
  const headers = [
    String.raw`\bfor\s*\(\s*(?:const|let|var)\s+${looped}\s+of\s+${list}\s*\)`,
    String.raw`${list}\s*\.(?:some|every|find|filter|map|forEach|flatMap)\(\s*(?:async\s*)?\(?${looped}(?:\s*:\s*\w+)?\)?\s*=>`,
    String.raw`\bfor\s+${looped}\s+in\s+${list}\s*(?::|\bif\b)`,
    String.raw`\bfor\s+_,\s*${looped}\s*:=\s*range\s+${list}\s*\{`,
    String.raw`\bforeach\s*\(\s*${list}\s+as\s+\$${looped}\s*\)`,
  ];
  const nearest = headers
    .flatMap((header) => [...before.matchAll(new RegExp(header, "g"))])
    .toSorted((a, b) => b.index - a.index)[0];
  const walked = nearest?.groups?.["list"];
  if (nearest === undefined || walked === undefined) return [];
  const start = offset - before.length + nearest.index;
  if (/^[[(]/.test(walked)) return variablesIn(source, start, start + nearest[0].length);
  const name = walked.replace(/^.*\./, "");
  return listsNamed(source, name);
}

/** The texts of lists that a constant or a property of that name holds. */
function listsNamed(source: SourceText, name: string): GivenName[] {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return [];
  const own = name.replaceAll("$", String.raw`\$`);
  const pattern = new RegExp(
    String.raw`(?<![\w.])${own}\b\s*(?::\s*[\w<>[\] ]{1,40}=|:?=|:)\s*(?:\[\]string)?[[({](?=\s*["'\x60])[^[\](){}]{0,4000}[\])}]`,
    "g",
  );
  const found: GivenName[] = [];
  for (const { match, offset } of matchesInCode(source, pattern)) {
    if (found.length >= maxNames) break;
    found.push(...variablesIn(source, offset, match.index + match[0].length));
  }
  return found.slice(0, maxNames);
}

function variablesIn(source: SourceText, start: number, end: number): GivenName[] {
  const found = [...source.text.slice(start, end).matchAll(variable)];
  return found
    .map(({ 1: name = "", index }) => ({ name, line: lineAt(source, start + index) }))
    .filter(({ line }) => source.commentLines[line - 1] !== 1);
}

const maxBehind = 200;

/** `if (!process.env[name]) throw`: what is asked for by name is needed. */
function isDemanded({ text }: SourceText, offset: number): boolean {
  const isAsked = /(?:!\s*|\bnot\s+)$/.test(text.slice(Math.max(0, offset - 8), offset));
  return (
    isAsked &&
    /\b(?:throw|raise|panic|log\.Fatal|process\.exit|sys\.exit)\b/.test(text.slice(offset, offset + maxBehind))
  );
}
