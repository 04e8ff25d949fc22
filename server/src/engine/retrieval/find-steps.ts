import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";

import { effectOfLine, type EffectVerb } from "./find-effect.ts";
import { implementationOf, onlyImplementation, queuedWork } from "./find-implementation.ts";
import { followCalls } from "./follow-calls.ts";
import { findReferences, isTestSymbol, type LocatedSymbol } from "./relations.ts";
import { isUnlikelyPlace } from "./search-first.ts";

/** A line that does something to the world outside. */
interface CodeEffect extends FileRef {
  verb: EffectVerb;
  line: number;
  text: string;
}

/** A line of a declaration that hands work on or does something to the world outside. */
export interface CodeStep extends FileRef {
  line: number;
  text: string;
  /** What it calls; null where that is none of the repository, or not known for certain. */
  callee: LocatedSymbol | null;
  /** What it does, itself or through what it calls; null where nothing was found. */
  effect: CodeEffect | null;
  /** How much of the question its line says. */
  relevance: number;
}

const maxBodyLines = 160;
const maxReferences = 24;
const maxDepth = 2;
/** Declarations that are looked into for what they do in the end. */
const maxLookedInto = 24;
const maxCallsFollowed = 6;
/** What more files import helps everywhere, and is no step. */
const maxImporters = 40;
const helperName =
  /^(?:log\w*|debug|info|warn|error|trace|print\w*|t|translate|format\w*|sprintf|cn|clsx|assert\w*|expect|use[A-Z]\w*|\w*(?:Error|Exception|Logger)|with\w*Span|new_?\w*(?:Error|Logger)|tr|_|gettext|to_?json|to_?string|String|len|count|size|\w*Or(?:Abort|Panic|Fail|Die)|throw_(?:if|unless)|check_?err\w*|try)$/i;
const helperFile = /(?:^|[/_.-])(?:log(?:ger|ging)?|sentry|telemetry|tracing|metrics|i18n|lang)(?:[/_.-]|$)/i;
const doers = new Set(["function", "method", "class", "component"]);

/** Where a declaration hands its work on and what it does, line by line, each as far as it leads to an effect. */
export async function findSteps(
  context: AnswerContext,
  from: LocatedSymbol,
  terms: readonly QuestionTerm[],
): Promise<CodeStep[]> {
  const budget = { left: maxLookedInto, seen: new Set([keyOf(from)]) };
  const wanted = new Set(terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  const steps: CodeStep[] = [];
  for (const { line, text, callee } of await callsOf(context, from)) {
    const own = effectOfLine(text);
    const effect =
      own !== null
        ? { codebase: from.codebase, path: from.path, verb: own, line, text: text.trim() }
        : callee === null
          ? null
          : await effectOf(context, callee, { depth: 0, budget });
    if (callee === null && effect === null) continue;
    // Of a call the name tells what is done; what it is given is of any sort.
    const said = stemsOf(callee === null ? text : `${callee.symbol.parent ?? ""} ${callee.symbol.name}`);
    const relevance = new Set(said.filter((root) => wanted.has(root))).size;
    steps.push({ codebase: from.codebase, path: from.path, line, text: text.trim(), callee, effect, relevance });
  }
  return steps;
}

interface LookBudget {
  left: number;
  seen: Set<string>;
}

async function effectOf(
  context: AnswerContext,
  from: LocatedSymbol,
  { depth, budget }: { depth: number; budget: LookBudget },
): Promise<CodeEffect | null> {
  if (budget.seen.has(keyOf(from)) || budget.left <= 0) return null;
  budget.seen.add(keyOf(from));
  budget.left -= 1;
  const lines = await bodyOf(context, from);
  for (const { line, text } of lines) {
    const verb = effectOfLine(text);
    if (verb !== null) return { codebase: from.codebase, path: from.path, verb, line, text: text.trim() };
  }
  if (depth >= maxDepth) return null;
  await context.yieldToEventLoop();
  for (const { callee } of (await callsOf(context, from)).slice(0, maxCallsFollowed)) {
    const found = callee && (await effectOf(context, callee, { depth: depth + 1, budget }));
    if (found) return found;
  }
  return null;
}

interface BodyLine {
  line: number;
  text: string;
}

/** The lines of a body, without comments and what stands inside quotation marks only. */
async function bodyOf(context: AnswerContext, from: LocatedSymbol): Promise<BodyLine[]> {
  const lines = await context.lines(from);
  const { startLine, signatureEndLine = startLine, endLine, doc } = from.symbol;
  const isQuiet = (line: number, text: string) =>
    (doc !== null && doc.startLine <= line && line <= doc.endLine) || /^\s*(?:\/\/|#|\*|\/\*|--|"""|''')/.test(text);
  return lines
    .slice(signatureEndLine, Math.min(endLine, startLine + maxBodyLines))
    .map((text, at) => ({ line: signatureEndLine + 1 + at, text }))
    .filter(({ line, text }) => text.trim() !== "" && !isQuiet(line, text));
}

/** Its lines that call a declaration of the repository or do something themselves, each declaration once. */
async function callsOf(
  context: AnswerContext,
  from: LocatedSymbol,
): Promise<(BodyLine & { callee: LocatedSymbol | null })[]> {
  const body = await bodyOf(context, from);
  const known = new Map((await findReferences(context, from, maxReferences)).map((one) => [one.symbol.name, one]));
  const followed = await followCalls(context, from);
  const seen = new Set<string>();
  const found: (BodyLine & { callee: LocatedSymbol | null })[] = [];
  for (const { line, text } of body) {
    let callee = queuedWork(from, text);
    for (const [, receiver, name = ""] of callee === null ? text.matchAll(calls) : []) {
      if (seen.has(name) || helperName.test(name)) continue;
      // By its name alone only where its own rules do not lead there.
      const certain = followed.get(`${line} ${name}`);
      const named = certain === undefined ? calleeOf(from, { receiver, name, known }) : certain;
      const does =
        named === null && receiver !== undefined
          ? await implementationOf(context, from, { receiver, name })
          : onlyImplementation(named);
      const target = does ?? named;
      // A handler often has the name of what it hands its work to.
      if (!target || keyOf(target) === keyOf(from) || isHelper(target)) continue;
      seen.add(name);
      callee = target;
      break;
    }
    if (callee !== null || effectOfLine(text) !== null) found.push({ line, text, callee });
  }
  return found;
}

/** Tests and generated code declare much of the same name. */
const maxOfName = 48;

/** A name that is called, with the object before the dot. */
const calls =
  /(?:([A-Za-z_$][\w$]*|\))\s*(?:\??\.|::|->)\s*#?)?(?<![\w$])([A-Za-z_$][\w$]*[!?]?)\s*(?:<[^<>()]*>)?(?:\(|(?<=[!?])(?=\s|$))/g;

function calleeOf(
  from: LocatedSymbol,
  { receiver, name, known }: { receiver: string | undefined; name: string; known: ReadonlyMap<string, LocatedSymbol> },
): LocatedSymbol | null {
  const own = known.get(name);
  const isMember = own !== undefined && own.symbol.parent !== null;
  // `db.Create()` is no function of another file, unless that file is called so.
  const isOfFile = (one: LocatedSymbol, object: string) =>
    one.path === from.path || stemsOf(one.path).some((root) => stemsOf(object).includes(root));
  if (own && (receiver === undefined || (isMember ? speaksOf(receiver, own, from) > 0 : isOfFile(own, receiver))))
    return own;
  if (receiver === undefined || receiver === ")") return null;
  const { codebase, path } = from;
  const language = codebase.index.facts(path)?.language;
  const found = codebase.index
    .findSymbols(name, { limit: maxOfName })
    .filter(({ path: at, symbol }) => {
      const facts = codebase.index.facts(at);
      return (
        symbol.name === name && facts?.kind === "source" && facts.language === language && !isUnlikelyPlace(at, "")
      );
    })
    .map((one) => ({ codebase, ...one }))
    .filter((one) => one.symbol.parent !== null && !isTestSymbol(one.symbol))
    .map((one) => ({ one, weight: speaksOf(receiver, one, from) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const [best, next] = found;
  // Several of one type's own are the same under other parameters.
  const isOverload =
    best !== undefined && next?.one.path === best.one.path && next.one.symbol.parent === best.one.symbol.parent;
  return best && (!next || next.weight < best.weight || isOverload) ? best.one : null;
}

/** How surely an object's name tells the type of a member: `userSrvc` of `UserService`, `this` and the type's own name. */
function speaksOf(receiver: string, { symbol, path }: LocatedSymbol, from: LocatedSymbol): number {
  const isOwn =
    /^(?:this|self|Self|cls|super)$/.test(receiver) ||
    new RegExp(`^func \\(\\s*${receiver.replace(")", "\\)")}\\b`).test(from.symbol.signature);
  if (isOwn) return symbol.parent === from.symbol.parent && path === from.path ? 4 : 0;
  const parent = symbol.parent ?? "";
  if (receiver === parent || parent.endsWith(`.${receiver}`) || parent.endsWith(`::${receiver}`)) return 4;
  const [said, own] = [matterOf(receiver), matterOf(parent)];
  const around = new Set(stemsOf(from.symbol.parent ?? ""));
  // `NoteDto` is no `RealtimeNoteStore`: each tells all that the other is about.
  const isSame =
    said.every((root) => own.includes(root)) && own.every((root) => said.includes(root) || around.has(root));
  if (said.length === 0 || !isSame) return 0;
  return said.length + (own.some((root) => around.has(root)) ? 0.5 : 0);
}

const roles = new Set(
  [
    "service",
    "srvc",
    "svc",
    "store",
    "repository",
    "repo",
    "manager",
    "handler",
    "client",
    "provider",
    "impl",
    "controller",
  ].flatMap((role) => stemsOf(role)),
);

/** Words of a name that tell what it is about, and not which part of the work it does. */
function matterOf(name: string): string[] {
  return stemsOf(name).filter((root) => !roles.has(root));
}

function isHelper({ codebase, path, symbol }: LocatedSymbol): boolean {
  if (!doers.has(symbol.kind) || helperFile.test(path) || helperName.test(symbol.name)) return true;
  return codebase.index.importersOf(path).length > maxImporters;
}

function keyOf({ codebase, path, symbol }: LocatedSymbol): string {
  return `${codebase.repositoryId} ${path} ${symbol.startLine}`;
}
