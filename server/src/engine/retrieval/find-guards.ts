import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { findRefusals, type Refusal } from "./failure-lines.ts";
import { followCalls } from "./follow-calls.ts";
import { isAside, type FileFact } from "./gather-facts.ts";
import { isTestSymbol, type LocatedSymbol } from "./relations.ts";

/** What lets a call through to a declaration, or turns it away, before it runs. */
export interface CallGuard extends FileRef {
  /** As written, with its arguments: `RequirePermission(PermissionLevel.WRITE)`. */
  written: string;
  line: number;
  /** The declarations that decide; empty where they are none of the repository. */
  deciding: LocatedSymbol[];
}

/** A line of a declaration that asks whether somebody may do it. */
export interface PermissionCheck {
  line: number;
  text: string;
  /** Null where it calls nothing of the repository that is known for certain. */
  callee: LocatedSymbol | null;
}

/** The calls from outside that a declaration answers itself. */
export async function endpointsServedBy(
  context: AnswerContext,
  target: LocatedSymbol,
): Promise<FileFact<IndexedEndpoint>[]> {
  if (target.symbol.kind === "class" || target.symbol.kind === "interface") return [];
  const all = await gatherEndpoints(context, target.codebase);
  return all.filter((one) => isServedBy(one, target));
}

/** An index never changes, so it is gone through once for all questions. */
const gathered = new WeakMap<CodeIndex, { path: string; fact: IndexedEndpoint }[]>();

/** All calls from outside that a repository answers. */
export async function gatherEndpoints(
  context: AnswerContext,
  codebase: Codebase,
): Promise<FileFact<IndexedEndpoint>[]> {
  const { index } = codebase;
  const known = gathered.get(index) ?? [];
  if (!gathered.has(index)) {
    for (const { path, kind } of index.files()) {
      if (kind !== "source" || isAside(path)) continue;
      for (const fact of index.endpointsOf(path)) known.push({ path, fact });
      await context.yieldToEventLoop();
    }
    gathered.set(index, known);
  }
  return known.map((one) => ({ codebase, ...one }));
}

function isServedBy({ codebase, path: at, fact }: FileFact<IndexedEndpoint>, { path, symbol }: LocatedSymbol): boolean {
  const { handler, startLine, endLine } = fact;
  if (at === path && startLine <= symbol.endLine && endLine >= symbol.startLine)
    return handler === null || lastOf(handler) === symbol.name;
  if (handler === null || lastOf(handler) !== symbol.name) return false;
  const holder = handler.split(/[.#]|::/).at(-2);
  if (holder === undefined) {
    const isOfFile = codebase.index.facts(at)?.symbols.some(({ name }) => name === symbol.name) === true;
    return !isOfFile && codebase.index.importsOf(at).some((edge) => edge.path === path);
  }
  const said = new Set(stemsOf(holder));
  const own = stemsOf(symbol.parent ?? path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
  // `LibraryController` is no `LibraryItemController`.
  return own.every((root) => said.has(root)) && [...said].every((root) => own.includes(root));
}

function lastOf(name: string): string {
  return name.split(/[.#]|::/).at(-1) ?? name;
}

/** What stands before a declaration where it answers a call from outside, the outermost first. */
export async function findGuards(context: AnswerContext, target: LocatedSymbol): Promise<CallGuard[]> {
  const [endpoint] = await endpointsServedBy(context, target);
  if (endpoint === undefined) return [];
  const { codebase } = endpoint;
  return endpoint.fact.guards.map(({ name, line, file }) => ({
    codebase,
    path: file,
    line,
    written: name,
    deciding: declarationsIn(codebase, name),
  }));
}

const maxDeciding = 3;

/** The declarations that a guard names, such as the classes in `UseGuards(SessionGuard, PermissionsGuard)`. */
function declarationsIn(codebase: Codebase, written: string): LocatedSymbol[] {
  const names = [...new Set(written.match(/[A-Za-z_]\w{3,}[?!]?/g))];
  return names
    .flatMap((name) => {
      const found = codebase.index
        .findSymbols(name, { limit: 4 })
        .find(
          ({ path, symbol }) =>
            symbol.name === name &&
            deciders.has(symbol.kind) &&
            !isTestSymbol(symbol) &&
            codebase.index.facts(path)?.kind === "source",
        );
      return found ? [withinClass({ codebase, ...found })] : [];
    })
    .slice(0, maxDeciding);
}

/** Of a class the method that a framework asks. */
function withinClass(target: LocatedSymbol): LocatedSymbol {
  const { codebase, path, symbol } = target;
  if (symbol.kind !== "class") return target;
  const members = codebase.index.facts(path)?.symbols.filter(({ parent }) => parent === symbol.name) ?? [];
  const asked = members.find(({ name }) => askedOfClass.test(name));
  return asked ? { ...target, symbol: asked } : target;
}

const askedOfClass =
  /^(?:can_?activate|has_permission|__call__|handle\w*|invoke\w*|on_?authorization\w*|do_?filter\w*|pre_?handle|intercept|before|call|authorize|check|validate)$/i;

const deciders = new Set(["class", "function", "method", "constant", "struct"]);

/** Who may do it: a right, a role, whose it is, or that somebody is known at all. */
const permission =
  /permission|permitted|authori[sz](?!ed)|\b(?:is|not|un)_?authori[sz]ed|privileg|forbidden|\b(?:is|has|can(?!cel|did|vas)|may(?!be)|must|require|ensure|check|verify|validate|assert|enforce)_?\w*(?:access|allow|owner|admin|member|moderator|auth|right|role|login|loggedin|scope|perm)|\bowner_?id\b\s*[!=]=|[!=]=\s*[\w.]*owner_?id\b/i;
/** "can" in front of something else: `canEdit(`, `can_edit(`, `can(`; and not "cancel". */
const mayByName = /\bcan(?:[A-Z]\w*|_\w+)?\b(?=\s*(?:[({).!&|]|$))/;
const comment = /^\s*(?:\/\/|#(?![{[])|\*|\/\*|--|"""|'{3}|<!--)/;
/** It tells of what is decided elsewhere. */
const logs = /^\s*(?:\$?this(?:\.|->))?_?\w*(?:log|logger|console)(?:\.|->|::)\w+\(/i;
const maxBody = 220;
const maxChecks = 3;

function namesRight(text: string): boolean {
  return permission.test(text) || mayByName.test(text);
}

/** Whether a line of code asks whether somebody may do something. */
export function asksIfAllowed(text: string): boolean {
  return (
    namesRight(text) && !comment.test(text) && !logs.test(text) && !/^\s*(?:import|from|use|package|@)\b/.test(text)
  );
}

/** The lines of a declaration that ask whether somebody may do it, with what they call. */
export async function findChecks(context: AnswerContext, target: LocatedSymbol): Promise<PermissionCheck[]> {
  const { symbol } = target;
  const lines = codeLines(await context.lines(target));
  const from = (symbol.signatureEndLine ?? symbol.startLine) + 1;
  const last = Math.min(symbol.endLine, symbol.startLine + maxBody, lines.length);
  const found: PermissionCheck[] = [];
  let followed: ReadonlyMap<string, LocatedSymbol | null> | null = null;
  for (let line = from; line <= last && found.length < maxChecks; line += 1) {
    const text = lines[line - 1] ?? "";
    if (!asksIfAllowed(text) || !isHeeded(lines, line, last)) continue;
    followed ??= await followCalls(context, target);
    found.push({ line, text: text.trim(), callee: calleeAt(target, { line, text, followed }) });
  }
  return found;
}

const heeding =
  /\b(?:if|elif|elsif|unless|return|guard|throw|raise|assert|abort|when|while|filter|where|and|or|not)\b|\?|&&|\|\|/;
/** A call by itself that ends in a refusal: `requirePermission(...)`, `denyAccessUnlessGranted(...)`. */
const demanding =
  /(?:^\s*|\.|->|::|\bawait\s+)_?(?:require|ensure|assert|enforce|authori[sz]e|deny|check|verify|validate)\w*[!?]?(?:\(|\s|$)/i;
const openCondition = /\b(?:if|elif|while|unless)\b[^;{]*$/;
const maxAbove = 3;

/** Whether something follows from a check: it is a condition, it refuses by itself, or what it gives is asked for below. */
function isHeeded(lines: readonly string[], line: number, last: number): boolean {
  const text = lines[line - 1] ?? "";
  if (heeding.test(text) || demanding.test(text)) return true;
  if (lines.slice(Math.max(0, line - 1 - maxAbove), line - 1).some((above) => openCondition.test(above))) return true;
  const kept = /([A-Za-z_]\w*)\s*(?::\s*[\w<>[\] |]+)?\s*:?=(?![=>])/.exec(text)?.[1];
  if (kept === undefined) return false;
  const asked = new RegExp(
    `(?:\\b(?:if|elif|elsif|unless|guard|assert|while|when|and|or|not)\\b|&&|\\|\\||!).*\\b${kept}\\b|\\b${kept}\\b\\s*(?:\\?|&&|\\|\\|)|\\breturn\\s+!?${kept}\\b`,
  );
  return lines.slice(line, last).some((below) => asked.test(below));
}

function calleeAt(
  { codebase }: LocatedSymbol,
  { line, text, followed }: { line: number; text: string; followed: ReadonlyMap<string, LocatedSymbol | null> },
): LocatedSymbol | null {
  for (const [, name = ""] of text.matchAll(/([A-Za-z_]\w{3,}[?!]?)\s*\(/g)) {
    const certain = followed.get(`${line} ${name}`);
    if (certain) return certain;
    if (certain === null || !namesRight(name)) continue;
    const [only, ...others] = declarationsIn(codebase, name);
    if (only && others.length === 0) return only;
  }
  return null;
}

/** Where a declaration says no, in the order of its lines. */
export async function findRefusalsOf(
  context: AnswerContext,
  { codebase, path, symbol }: LocatedSymbol,
): Promise<Refusal[]> {
  const lines = async (at: string) => codeLines(await context.lines({ codebase, path: at }));
  const endLine = Math.min(symbol.endLine, symbol.startLine + longest);
  return await findRefusals({ lines }, { path, startLine: symbol.startLine + 1, endLine });
}

const longest = 400;

/** Whether what is refused is refused because of who asks. */
export function isForbidden({ status, text, condition }: Refusal): boolean {
  return (
    /^(?:401|403)$|unauthori[sz]ed|forbid|permission/i.test(status ?? "") ||
    /\b(?:not (?:allowed|authori[sz]ed|accessible|permitted)|no (?:permission|access)|forbidden|denied|permission|unauthori[sz]ed)\b/i.test(
      text ?? "",
    ) ||
    (condition !== null && namesRight(condition))
  );
}
