import { unquoted } from "#server/engine/text/quoting.ts";

import { addGrammar, positionGrammar } from "./grammar/addition-grammar.ts";
import { draftGrammar, draftQuestion } from "./grammar/draft-grammar.ts";
import type { IntentMatch } from "./grammar/intent-grammar.ts";

/** What one sentence orders of the draft of a page. Sections, services and positions are as they were named. */
export type DraftOrder =
  | { kind: "title"; title: string }
  | { kind: "write-rest" | "remove-all" | "rewrite-all" }
  /** `service` is null for the whole product. */
  | { kind: "place"; service: string | null }
  | { kind: "swap"; one: string; other: string }
  /** `position` is null where the section is none of the draft. */
  | { kind: "move"; section: string; position: string | null }
  | { kind: "form"; section: string; form: "mermaid" | "plain-text" | "markdown" }
  | { kind: "remove"; sections: string }
  | { kind: "rename"; section: string; title: string }
  /** `topic` is null for the same subject anew. */
  | { kind: "rewrite"; section: string; topic: string | null }
  | AdditionOrder
  /** `language` is null where it is not said into which. */
  | { kind: "translate"; language: string | null }
  | { kind: Exclude<DraftLimit, "translate"> };

/** What is not done by changing the draft. */
export type DraftLimit = "undo" | "publish" | "thanks" | "shorten" | "lengthen" | "list" | "translate" | "style";

export interface AdditionOrder {
  kind: "add";
  /** Null where the words for the section give it its title. */
  title: string | null;
  /** Null where it is not said what the section is about. */
  topic: string | null;
  isDiagram: boolean;
  /** It was called a section; otherwise it may be a prompt for a whole page. */
  isNamedSection: boolean;
  /** Several sections, one for each thing that the topic lists. */
  isSeveral: boolean;
  /** Its position; null for the end. */
  position: string | null;
}

/** What the draft knows of the words of an order. */
export interface DraftNames {
  isSection(words: string): boolean;
  /** Whether the words are a section's whole title. */
  isTitle(words: string): boolean;
  isService(words: string): boolean;
  /** Whether the words name a valid position of a section; null when they name no position. */
  isPosition(words: string): boolean | null;
}

/** What one sentence orders; null where it orders nothing that is known. */
export function interpretDraftOrder(sentence: string, names: DraftNames): DraftOrder | null {
  const order = sentence.trim().replace(/[\s.!]+$/, "");
  if (order === "" || draftQuestion.has(order)) return null;
  const bare = order.replace(/\s*\?+$/, "");
  const accepts = (slot: string, words: string) => acceptsSlot(names, slot, words);
  const match = draftGrammar.match(bare, accepts);
  return match ? toOrder(match) : readAddition(bare, accepts);
}

function acceptsSlot(names: DraftNames, slot: string, words: string): boolean {
  if (slot === "section") return names.isSection(words);
  if (slot === "titled") return names.isTitle(words);
  if (slot === "service") return names.isService(words);
  if (slot === "position") return names.isPosition(words) === true;
  return slot !== "misplaced" || names.isPosition(words) === false;
}

type DraftMatch = NonNullable<ReturnType<typeof draftGrammar.match>>;

function toOrder({ intent, slots }: DraftMatch): DraftOrder {
  const { section, reference = "", title = "", position = null } = slots;
  switch (intent) {
    case "title":
      return { kind: intent, title: unquoted(title) };
    case "place":
      return { kind: intent, service: serviceOf(slots) };
    case "swap":
      return { kind: intent, one: slots["one"] ?? "", other: slots["other"] ?? "" };
    case "move":
      return { kind: intent, section: section ?? reference, position };
    case "form":
      return { kind: intent, section: section ?? reference, form: formOf(slots) };
    case "remove":
      return { kind: intent, sections: slots["sections"] ?? section ?? "" };
    case "rename":
      return { kind: intent, section: section ?? reference, title: unquoted(title) };
    case "rewrite":
      return { kind: intent, section: slots["titled"] ?? section ?? reference, topic: slots["topic"] ?? null };
    case "translate":
      return { kind: intent, language: slots["language"] ?? null };
    case "write-rest":
    case "remove-all":
    case "rewrite-all":
    case "undo":
    case "publish":
    case "thanks":
    case "shorten":
    case "lengthen":
    case "list":
    case "style":
      return { kind: intent };
  }
}

function serviceOf({ named, service }: IntentMatch["slots"]): string | null {
  const words = named ?? service;
  return words === undefined ? null : unquoted(words);
}

function formOf(slots: IntentMatch["slots"]): "mermaid" | "plain-text" | "markdown" {
  if (slots["plain"] !== undefined) return "plain-text";
  return slots["markdown"] === undefined ? "mermaid" : "markdown";
}

/** "add a section about X", "add sections on A and B after Overview", "also mention C". */
function readAddition(order: string, accepts: (slot: string, words: string) => boolean): AdditionOrder | null {
  const located = positionGrammar.match(order, accepts)?.slots;
  const match = addGrammar.match(located?.["order"] ?? order);
  if (match === null) return null;
  const { title, topic, part, named, short, bare } = match.slots;
  const kind = part ?? bare ?? "";
  const about = short ?? title;
  return {
    kind: "add",
    title: title === undefined ? null : unquoted(title),
    topic: topic ?? (about === undefined ? null : unquoted(about)),
    isDiagram: isDiagram.test(kind) || /\bdiagram$/i.test(short ?? ""),
    isNamedSection: short === undefined || named !== undefined,
    isSeveral: part !== undefined && /s$/i.test(part),
    position: located?.["position"] ?? located?.["misplaced"] ?? null,
  };
}

const isDiagram = /^(?:diagram|flow)/i;
