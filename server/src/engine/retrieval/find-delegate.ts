import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";

import { declarationsOf } from "./declarations-named.ts";
import { findHandler } from "./find-handler.ts";
import { isAside, type FileFact } from "./gather-facts.ts";
import { writtenType } from "./receiver-type.ts";
import type { LocatedSymbol } from "./relations.ts";

interface BodyLines {
  startLine: number;
  endLine: number;
}

/** A body that is one call. */
interface SingleCall {
  /** Before the last dot, without what the object itself is called by; null for a plain name. */
  holder: string | null;
  name: string;
  given: string;
}

const mostLines = 16;
const mostFiles = 8;
const isType = /^(?:class|struct|record|type)$/;
const sends =
  /^(?:Send|SendAsync|send|sendAsync|execute|dispatch|Dispatch|DispatchAsync|InvokeAsync|Query|QueryAsync)$/;
const passesOn = /(?:mediat|sender|bus|dispatcher|gateway)/i;
const handles = /^(?:Handle|HandleAsync|handle|execute|Execute|ExecuteAsync)$/;

/**
 * The code that does the work where a handler only hands it on: its body is one call, whose receiver's type is written, or
 * a command that one class handles. Null where it does more, and where that is not certain.
 */
export async function findDelegate(
  context: AnswerContext,
  endpoint: FileFact<IndexedEndpoint>,
  body: FileRef & BodyLines,
): Promise<LocatedSymbol | null> {
  if (body.endLine - body.startLine >= mostLines) return null;
  const lines = await context.lines(body);
  const own = lines.slice(body.startLine - 1, body.endLine);
  const call = singleCall(own);
  if (call === null) return null;
  if (call.holder !== null && sends.test(call.name) && passesOn.test(call.holder))
    return await ofCommand(context, body, commandOf(call.given, own));
  if (call.holder !== null && (writtenType(call.holder, own) ?? writtenType(call.holder, lines)) === null) return null;
  const handler = call.holder === null ? call.name : `${call.holder}.${call.name}`;
  const { codebase, path } = body;
  const fact = { ...endpoint.fact, handler, startLine: body.startLine, endLine: body.endLine };
  const found = await findHandler(context, { codebase, path, fact });
  if (found === null || isSameLines(found, body)) return null;
  return isDeclaredOnly(await context.lines(found), found) ? await implementationOf(context, found) : found;
}

const header = /(?:\{|=>|\)\s*(?:->[^:{}]+)?:\n)\s*(?:return\s+)?(?:await\s+)?(?:(?:this|self)\s*\.\s*|@)?((?:[\w$]+\s*\??\.\s*)*)([A-Za-z_$][\w$]*)\s*(?:<[^<>()]*>)?\(/g; // prettier-ignore

/** Null where the lines hold more than one call that ends them. */
function singleCall(lines: readonly string[]): SingleCall | null {
  const code = lines.map(withoutTexts).filter((line) => line.trim() !== "").join("\n"); // prettier-ignore
  for (const found of code.matchAll(header)) {
    const [start, receiver = "", name = ""] = found;
    const from = found.index + start.length;
    const close = closingBracket(code, from);
    if (close === null || !/^\s*\??;?\s*\}?\s*[);,]*\s*;?\s*$/.test(code.slice(close + 1))) continue;
    const parts = receiver.split(/\??\./).flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
    return { holder: parts.at(-1) ?? null, name, given: code.slice(from, close) };
  }
  return null;
}

function withoutTexts(line: string): string {
  if (line.length > 1_000 || /^\s*(?:\/\/|#|\*|\/\*)/.test(line)) return "";
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""').replace(/\s\/\/.*$/, "");
}

function closingBracket(code: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < code.length; at += 1) {
    const sign = code[at];
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

/** `new Command(…)`, `Command(…)`, or what the type of the value is called. */
function commandOf(given: string, lines: readonly string[]): string | null {
  const made = /^\s*(?:new\s+)?([A-Z]\w+)\s*[({]/.exec(given)?.[1];
  const value = /^\s*([a-z]\w*)\s*(?:,|$)/.exec(given)?.[1];
  return made ?? (value === undefined ? null : writtenType(value, lines));
}

/** The only class that says it handles that command, by its method for it. */
async function ofCommand(context: AnswerContext, from: FileRef, command: string | null): Promise<LocatedSymbol | null> {
  if (command === null) return null;
  const pattern = String.raw`\b(?:I?(?:Request|Command|Query)Handler\s*<\s*${command}\s*[,>]|@(?:Command|Query)Handler\(\s*${command}\s*\))`;
  const places = await linesWith(context, from, pattern);
  const [only, ...others] = places;
  if (only === undefined || others.length > 0) return null;
  const symbols = context.facts(only)?.symbols ?? [];
  const types = symbols.filter(({ kind, startLine, endLine }) => isType.test(kind) && startLine - 6 <= only.line && only.line <= endLine); // prettier-ignore
  const holder = types.toSorted((a, b) => b.startLine - a.startLine)[0];
  const members = symbols.filter(({ name, parent, startLine, endLine }) => handles.test(name) && parent === holder?.name && holder !== undefined && holder.startLine <= startLine && endLine <= holder.endLine); // prettier-ignore
  return members.length === 1 && members[0] ? { codebase: only.codebase, path: only.path, symbol: members[0] } : null;
}

/** No body: of an interface, or an abstract method. */
function isDeclaredOnly(lines: readonly string[], { symbol }: LocatedSymbol): boolean {
  const text = lines.slice(symbol.startLine - 1, symbol.endLine).join("\n");
  return !/\{|=>|:\s*\n/.test(text);
}

/** The member of the only class that says it is one of that interface. */
async function implementationOf(context: AnswerContext, declared: LocatedSymbol): Promise<LocatedSymbol | null> {
  const { parent, name } = declared.symbol;
  if (parent === null || declarationsOf(declared.codebase.index, parent).length !== 1) return null;
  const pattern = String.raw`\bclass\s+\w+.*(?:\bimplements\b|\bextends\b|:).*\b${parent}\b`;
  const [only, ...others] = await linesWith(context, declared, pattern);
  if (only === undefined || others.length > 0) return null;
  const holder = /\bclass\s+(\w+)/.exec(only.text)?.[1];
  const members = (context.facts(only)?.symbols ?? []).filter((one) => one.name === name && one.parent === holder);
  return members.length === 1 && members[0] ? { codebase: only.codebase, path: only.path, symbol: members[0] } : null;
}

/** In source files of the same language. */
async function linesWith(context: AnswerContext, { codebase, path }: FileRef, pattern: string) {
  const language = codebase.index.facts(path)?.language;
  const query = { pattern, isRegex: true, ignoreCase: false, isWord: false };
  const { files, isCutOff } = await codebase.index.findLines(query, { ...(language ? { languages: [language] } : {}), maxFiles: mostFiles }); // prettier-ignore
  if (isCutOff) return [];
  const isSource = (at: string) => context.facts({ codebase, path: at })?.kind === "source" && !isAside(at);
  return files.flatMap((file) => (isSource(file.path) ? file.lines.map(({ line, text }) => ({ codebase, path: file.path, line, text })) : [])); // prettier-ignore
}

function isSameLines(found: LocatedSymbol, body: FileRef & BodyLines): boolean {
  return found.path === body.path && found.symbol.startLine >= body.startLine && found.symbol.endLine <= body.endLine;
}
