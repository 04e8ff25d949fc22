import { PatternCompiler, type CompiledPattern, type PatternScope, type Vocabulary } from "./compile-pattern.ts";

/** One thing that an utterance may want, and how people say it. */
export interface IntentDefinition<Name extends string = string> {
  intent: Name;
  /** Utterances that are of this intent; each is tested. */
  examples: readonly string[];
  /** In the notation of `parse-pattern.ts`. */
  patterns: readonly string[];
  /** An utterance that matches one of these is not of this intent. */
  unless?: readonly string[];
}

/** What an utterance was recognized as, and which of its words. */
export interface IntentMatch<Name extends string = string> {
  intent: Name;
  slots: Readonly<Record<string, string>>;
  start: number;
  end: number;
}

/** Whether the slot may have this text; if not, another way to split the utterance is tried. */
type SlotCheck = (slot: string, text: string) => boolean;

/** Intents in their order of precedence, ready to match. */
export interface IntentGrammar<Name extends string = string> {
  intents: readonly IntentDefinition<Name>[];
  /** The first intent, by the first of its patterns that describes the utterance; null where none does. */
  match(utterance: string, accepts?: SlotCheck): IntentMatch<Name> | null;
  /** Every part of the utterance that a pattern describes, in no order. */
  matchAll(utterance: string): IntentMatch<Name>[];
  /** Whether an utterance is of one of the intents. */
  has(utterance: string): boolean;
}

/** An utterance that could be cut in more ways than this is none that anybody typed. */
const maxWays = 60;
const anything: SlotCheck = () => true;

interface CompiledIntent<Name extends string> {
  intent: Name;
  patterns: readonly CompiledPattern[];
  /** Matches any of the patterns anywhere. */
  anywhere: RegExp;
  unless: readonly CompiledPattern[];
}

/** Compiles every pattern once. */
export function compileGrammar<Name extends string>(
  intents: readonly IntentDefinition<Name>[],
  vocabulary: Vocabulary,
  scope: PatternScope,
): IntentGrammar<Name> {
  const compiler = new PatternCompiler(vocabulary);
  const compiled = intents.map(({ intent, patterns, unless = [] }): CompiledIntent<Name> => ({
    intent,
    patterns: patterns.map((pattern) => compiler.compile(pattern, scope)),
    anywhere: compiler.compileAny(scope === "within" ? patterns : []),
    unless: unless.map((pattern) => compiler.compile(pattern, "whole")),
  }));
  const match = (utterance: string, accepts: SlotCheck = anything) => matchFirst(compiled, utterance, accepts);
  return {
    intents,
    match,
    matchAll: (utterance) => compiled.flatMap((one) => matchEverywhere(one, utterance)),
    has: (utterance) => match(utterance) !== null,
  };
}

function matchFirst<Name extends string>(
  compiled: readonly CompiledIntent<Name>[],
  utterance: string,
  accepts: SlotCheck,
): IntentMatch<Name> | null {
  for (const { intent, patterns, unless } of compiled) {
    for (const pattern of patterns) {
      const found = matchPattern(pattern, utterance, accepts);
      if (found && !unless.some((one) => matchPattern(one, utterance, anything))) return { intent, ...found };
    }
  }
  return null;
}

function matchEverywhere<Name extends string>(
  { intent, anywhere, unless }: CompiledIntent<Name>,
  utterance: string,
): IntentMatch<Name>[] {
  if (unless.some((one) => matchPattern(one, utterance, anything))) return [];
  return [...utterance.matchAll(anywhere)].map((match) => ({ intent, ...rangeOf(match), slots: slotsOf(match) }));
}

type PatternMatch = Omit<IntentMatch, "intent">;

function matchPattern({ pieces, slots }: CompiledPattern, utterance: string, accepts: SlotCheck): PatternMatch | null {
  const [first, ...rest] = pieces;
  const opening = first && findFrom(first, utterance, 0);
  if (!opening) return null;
  const known = slotsOf(opening);
  if (!Object.entries(known).every(([slot, text]) => accepts(slot, text))) return null;
  const { start, end } = rangeOf(opening);
  const tail = matchRest({ pieces: rest, slots, utterance, accepts, ways: { left: maxWays } }, 0, end);
  return tail && { slots: { ...known, ...tail.slots }, start, end: tail.end };
}

interface OpenMatch {
  pieces: readonly RegExp[];
  slots: readonly string[];
  utterance: string;
  accepts: SlotCheck;
  /** Ways to cut it that may still be tried. */
  ways: { left: number };
}

/**
 * The slot at `at` takes as little as it may, so that the piece behind it follows and all slots hold what they accept.
 */
function matchRest(open: OpenMatch, at: number, from: number): Pick<IntentMatch, "slots" | "end"> | null {
  const { pieces, slots, utterance, accepts, ways } = open;
  const [piece, slot] = [pieces[at], slots[at]];
  if (piece === undefined || slot === undefined) return { slots: {}, end: from };
  let start = from;
  while (ways.left > 0) {
    const next = findFrom(piece, utterance, start);
    if (!next) return null;
    ways.left -= 1;
    const text = utterance.slice(from, next.index).trim();
    const tail = text !== "" && accepts(slot, text) ? matchRest(open, at + 1, rangeOf(next).end) : null;
    if (tail) return { slots: { [slot]: text, ...slotsOf(next), ...tail.slots }, end: tail.end };
    start = next.index + 1;
  }
  return null;
}

function findFrom(piece: RegExp, text: string, from: number): RegExpExecArray | null {
  piece.lastIndex = from;
  return piece.exec(text);
}

function rangeOf(match: RegExpExecArray): { start: number; end: number } {
  return { start: match.index, end: match.index + match[0].length };
}

function slotsOf({ groups = {} }: RegExpExecArray): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Patterns of one intent, for asking only whether an utterance is of it. */
export function compilePatterns(
  patterns: readonly string[],
  { scope = "within", ...vocabulary }: Vocabulary & { scope?: PatternScope } = {},
): IntentGrammar<"is"> {
  return compileGrammar([{ intent: "is", examples: [], patterns }], vocabulary, scope);
}

/** Matches any of the patterns anywhere, for replacing the matches. */
export function compilePhrase(patterns: readonly string[], vocabulary: Vocabulary = {}): RegExp {
  return new PatternCompiler(vocabulary).compileAny(patterns);
}
