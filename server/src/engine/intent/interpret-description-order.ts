import { unquoted } from "#server/engine/text/quoting.ts";

import {
  additionGrammar,
  changedEverywhere,
  changedInOnePiece,
  asksForNew,
  descriptionGrammar,
  endsGrammar,
  isForm,
  isPiece,
  isWholeText,
  lengthGrammar,
  moreAbout,
  namedWord,
  paragraphWords,
  reshapes,
  shapeGrammar,
} from "./grammar/description-grammar.ts";

/** What one sentence orders of a description. Pieces of the text are as they were named. */
export type DescriptionOrder =
  /** `characters` is null for the usual length. */
  | { kind: "write"; characters: number | null }
  | { kind: "shorten"; reference: string | null; characters: number | null; sentences: number | null }
  /** What the code says about something. */
  | { kind: "add-about"; about: string; at: "start" | "end" }
  /** The person's own words. */
  | { kind: "add-words"; words: string; at: "start" | "end"; isParagraph: boolean }
  | { kind: "remove"; reference: string }
  | { kind: "replace"; reference: string; words: string }
  | { kind: "change"; from: string; to: string }
  | { kind: "translate"; language: string | null }
  | { kind: "lengthen" | "plain" | "bullets" | "prose" | "undo" }
  | { kind: "add-nothing" | "change-in-piece" | "remove-all" | "save" | "thanks" | "redo" | "style" };

const shortLength = 350;
const longLength = 2_500;
const lettersPerWord = 6;
const lettersPerSentence = 130;
const numberWords: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

/** What one sentence orders; null where it orders nothing that is known. */
export function interpretDescriptionOrder(sentence: string, hasText: boolean): DescriptionOrder | null {
  const order = sentence.trim().replace(/[\s!]+$/, "");
  if (order === "") return null;
  const match = descriptionGrammar.match(order, acceptsSlot);
  const isReshaped = match?.intent === "write" && hasText && reshapes.has(order) && !asksForNew.has(order);
  if (match !== null && !isReshaped) return toOrder(match, order);
  return readShape(order) ?? readAddition(order);
}

function acceptsSlot(slot: string, words: string): boolean {
  if (slot === "piece") return isPiece.has(words);
  if (slot === "span") return !isWholeText.has(words);
  return slot !== "noform" || !isForm.has(words);
}

type DescriptionMatch = NonNullable<ReturnType<typeof descriptionGrammar.match>>;

function toOrder({ intent, slots }: DescriptionMatch, order: string): DescriptionOrder {
  const { to, from, span = "", own = "", noform } = slots;
  switch (intent) {
    case "write":
      return { kind: intent, characters: readLength(order) };
    case "change":
      return readChange(from ?? span, to ?? noform ?? "");
    case "replace":
      return { kind: intent, reference: slots["piece"] ?? "", words: unquoted(noform ?? own) };
    case "remove":
      return { kind: intent, reference: (slots["reference"] ?? "").replace(/\.$/, "") };
    case "translate":
      return { kind: intent, language: slots["language"] ?? null };
    case "undo":
    case "redo":
    case "save":
    case "thanks":
    case "style":
    case "remove-all":
      return { kind: intent };
  }
}

function readChange(from: string, to: string): DescriptionOrder {
  const wanted = changedEverywhere.match(to)?.slots["to"] ?? to;
  if (!/["“”„«»]/.test(to) && changedInOnePiece.has(wanted)) return { kind: "change-in-piece" };
  return { kind: "change", from: wordIn(from), to: wordIn(wanted) };
}

function wordIn(words: string): string {
  return unquoted(namedWord.match(words)?.slots["word"] ?? words);
}

function readLength(order: string): number | null {
  const { characters, sentences } = readFigure(order);
  if (characters !== null) return characters;
  if (sentences !== null) return sentences * lettersPerSentence;
  const wanted = new Set(lengthGrammar.matchAll(order).map(({ intent }) => intent));
  return wanted.has("short") ? shortLength : wanted.has("long") ? longLength : null;
}

/** The first figure of an order with its unit; all null where it names none. */
function readFigure(order: string): { characters: number | null; sentences: number | null; isParagraphs: boolean } {
  const figures = lengthGrammar.matchAll(order).filter(({ slots }) => slots["number"] !== undefined);
  const [first] = figures.toSorted((one, other) => one.start - other.start);
  const word = first?.slots["number"]?.toLowerCase() ?? "";
  const number = numberWords[word] ?? Number(word);
  return {
    characters: first?.intent === "characters" ? number : first?.intent === "words" ? number * lettersPerWord : null,
    sentences: first?.intent === "sentences" ? number : null,
    isParagraphs: first?.intent === "paragraphs",
  };
}

/** Points, paragraphs, plain words, and how long. */
function readShape(order: string): DescriptionOrder | null {
  const match = shapeGrammar.match(order);
  if (match?.intent === "shorten") {
    const { characters, sentences, isParagraphs } = readFigure(order);
    const reference = isParagraphs ? null : (paragraphWords.match(order)?.slots["reference"] ?? null);
    return { kind: "shorten", reference, characters, sentences };
  }
  const topic = match?.intent === "lengthen" ? moreAbout.match(order)?.slots["topic"] : undefined;
  if (topic !== undefined) return { kind: "add-about", about: unquoted(topic), at: "end" };
  return match && { kind: match.intent };
}

/** "add a paragraph about X", "mention that …", "add: “…”". */
function readAddition(order: string): DescriptionOrder | null {
  const located = endsGrammar.match(order);
  const at = located?.intent ?? "end";
  const match = additionGrammar.match(located?.slots["order"] ?? order);
  if (match === null) return null;
  const { words = "", topic = "", kind = "" } = match.slots;
  if (match.intent === "nothing") return { kind: "add-nothing" };
  if (match.intent === "sentence") return { kind: "add-words", words: unquoted(words), at, isParagraph: false };
  const quoted = /["“”„«»]([^"“”„«»]+)["“”„«»]/.exec(words + topic)?.[1];
  const isOwn = match.intent === "words" || quoted !== undefined;
  if (!isOwn) return { kind: "add-about", about: unquoted(topic), at };
  return { kind: "add-words", words: quoted ?? unquoted(words), at, isParagraph: /paragraph/i.test(kind) };
}
