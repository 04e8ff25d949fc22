import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import { compilePatterns } from "./grammar/intent-grammar.ts";
import type { QuestionPart, QuestionTerm } from "./interpret-question.ts";
import { splitWords, stemsOf } from "./words.ts";

/** What the grammar of a question says beyond its words. */
interface QuestionShape {
  /** The word for what is done; null where the question names none. */
  verb: QuestionTerm | null;
  /** Who does it, or what it is done to. */
  subject: readonly QuestionTerm[];
  asksHow: boolean;
  /** "How does X work" asks for X as a whole. */
  asksForWhole: boolean;
  asksForArithmetic: boolean;
  asksForSetting: boolean;
  /** What the screen shows, or what makes an object, is hardly meant. */
  isBehindScreens: boolean;
  asksForMaking: boolean;
  /** A number is wanted: a limit, a time, a size, what holds by default. */
  asksForAmount: boolean;
}

/** A declaration this short passes the work on, or only names something. */
const thinLines = 3;
/** One of so few lines is a part of what is done. */
const smallLines = 6;
/** What a reader of "how" hardly means, unless they ask for it: what the screen shows, and what only makes an object. */
const screenWords =
  /\b(?:screens?|pages?|buttons?|forms?|dialogs?|ui|interface|components?|shown?|display\w*|render\w*|draw\w*|click\w*|menus?|tables?)\b/i;
const screenFile = /\.(?:tsx|jsx|vue|svelte)$/;
const makingWords = /\b(?:creat\w*|new|mak(?:es?|ing)|construct\w*|build\w*|initiali[sz]\w*|set ?up)\b/i;
const whole = { scope: "whole" } as const;
const arithmetic = /[\w)\]]\s(?:[-+*/%]|\/\/|<<|>>)=?\s[\w(]|\bMath\.\w+|\bsum\(|\.reduce\(/;

/** The forms of questions, each with patterns of its own. */
const asksHow = compilePatterns(["[and] (how|what happens) ..."], whole);
const isActive = compilePatterns(["[and] (how|why|where) (does|do|did|can|will) ..."], whole);
const isPassive = compilePatterns(["[and] (how|why|where) (is|are|was|were) ..."], whole);
const isEvent = compilePatterns(["[and] what happens ..."], whole);
const asksForWhole = compilePatterns(["... work[s]"], whole);
const computing = compilePatterns(["comput*", "calculat*", "deriv*", "estimat*", "measur*", "count*"]);
/** Whether a number would answer it. */
const asksForAmount = compilePatterns([
  "how (much|many|long|often|large|big|slow|fast|far|high)",
  "(number|limit|maximum|minimum|default) ... (from|is|set)",
  "from how",
]);
/** A name that is given a number, a time or a size. */
const givesAmount = /[=:]\s*[\w.(]*?\b\d/;

export function shapeOf({ text, terms, kind }: QuestionPart): QuestionShape {
  const isHow = kind === "explain" && asksHow.has(text);
  const isEnding = isPassive.has(text) || isEvent.has(text);
  const verb = terms.length < 2 ? undefined : isActive.has(text) ? terms[1] : isEnding ? terms.at(-1) : undefined;
  return {
    verb: verb ?? null,
    subject: terms.filter((term) => term !== verb && (isEnding || term === terms[0])),
    asksHow: isHow,
    asksForWhole: isHow && asksForWhole.has(text),
    asksForArithmetic: isHow && computing.has(text),
    asksForSetting: kind === "configuration",
    isBehindScreens: (isHow || kind === "where") && !screenWords.test(text),
    asksForMaking: makingWords.test(text),
    asksForAmount: asksForAmount.has(text),
  };
}

/** A factor for how well a declaration fits the form of the question; 1 when the form says nothing. */
export function fitOf(
  shape: QuestionShape,
  declared: {
    symbol: SymbolFact;
    path: string;
    body: readonly string[];
    terms: readonly QuestionTerm[];
    /** Whether other declarations belong to it. */
    hasMembers: boolean;
  },
): number {
  const { symbol, path, body, terms, hasMembers } = declared;
  const isDoing = symbol.kind === "function" || symbol.kind === "method" || symbol.kind === "component";
  const isWhole = ["class", "struct"].includes(symbol.kind);
  const isValue = symbol.kind === "constant" || symbol.kind === "variable";
  const isShapeOnly = symbol.kind === "type" || symbol.kind === "interface";
  const own = stemsOf(symbol.name);
  const requested = new Set(terms.flatMap((term) => [term.stem, ...term.synonyms]));
  const tightness = own.length === 0 ? 0 : own.filter((one) => requested.has(one)).length / own.length;
  let fit =
    isDoing && meetsVerb(shape, own, stemsOf(`${symbol.parent ?? ""} ${path} ${symbol.name} ${symbol.signature}`))
      ? 1.5
      : 1;
  if (shape.asksForWhole && isWhole && hasMembers && terms.every((term) => own.includes(term.stem))) fit *= 1.7;
  if (shape.asksHow && !isDoing && !shape.asksForWhole) fit *= isShapeOnly || isValue ? 0.5 : 0.75;
  if (shape.asksHow && isDoing && body.length <= smallLines && !shape.asksForArithmetic)
    fit *= body.length <= thinLines ? 0.65 : 0.85;
  if (shape.isBehindScreens && (symbol.kind === "component" || screenFile.test(path))) fit *= 0.7;
  const isMaker =
    /^(?:New[A-Z]|new_)/.test(symbol.name) && body.some((line) => /^\s*return\s+&?[\w.]+\s*\{/.test(line));
  if (!shape.asksForMaking && shape.isBehindScreens && isMaker) fit *= 0.5;
  if (shape.asksForSetting) fit *= fitOfSetting(symbol);
  // A constructor with its type's name counts less than the type.
  if (symbol.name === symbol.parent) fit *= 0.6;
  if (isDefinition(symbol, terms)) fit *= 1.4;
  if (shape.asksForArithmetic && isDoing && body.some((line) => arithmetic.test(line))) fit *= 1.6;
  if (shape.asksForAmount && !isDoing && body.length <= thinLines && body.some((line) => givesAmount.test(line)))
    fit *= 1.7;
  if (body.length === 1 && isAlias.test(body[0] ?? "")) fit *= aliasWorth;
  // A name with few other words is about the subject; one with more is about a part of it.
  return fit * (0.85 + 0.3 * tightness);
}

/** "const join = path.join" and "var Router = require('router')" only give another's thing a name. */
const isAlias = /=\s*(?:await\s+)?(?:(?:require|import)\s*\([^()]*\)[\w.]*|[A-Za-z_$][\w$]*(?:\.[\w$]+)+)\s*;?\s*$/;
const aliasWorth = 0.3;

/** Settings are in a type of options, in a constant, or among a constructor's parameters. */
function fitOfSetting({ name, kind, parent }: SymbolFact): number {
  const isOptions = /(?:config|options?|settings?|params|props|limits?|defaults?)$/i.test(name);
  if (isOptions || /(?:config|options?|settings?)$/i.test(parent ?? "")) return 1.6;
  if (["constant", "variable", "class", "struct", "interface", "type"].includes(kind)) return 1.2;
  return /^(?:__init__|constructor|new)$/.test(name) ? 1.3 : 0.9;
}

/** "Delay is actual minus planned": the comment begins by saying what the subject is. */
function isDefinition({ doc }: SymbolFact, terms: readonly QuestionTerm[]): boolean {
  const opening = /^\W*(?:the |an? )?((?:[\w-]+\s+){1,3}?)(?:is|are|means|equals)\b/i.exec(
    doc?.text.slice(0, 120) ?? "",
  )?.[1];
  if (opening === undefined) return false;
  const wanted = new Set(terms.map((term) => term.stem));
  return stemsOf(opening).every((one) => wanted.has(one));
}

function meetsVerb({ verb, subject }: QuestionShape, own: readonly string[], around: readonly string[]): boolean {
  if (!verb) return false;
  const isVerb = own.includes(verb.stem) || verb.synonyms.some((root) => own.includes(root));
  return isVerb && subject.some((term) => [term.stem, ...term.synonyms].some((root) => around.includes(root)));
}

/** "max_filesize", "maxFilesize" and "max-filesize" are the same name to people. */
export function isSameName(one: string, other: string): boolean {
  return one === other || (/[_-]/.test(one) && splitWords(one).join("") === splitWords(other).join(""));
}
