import { namesOf } from "#server/engine/drafts/interpret-command.ts";
import type { DraftSection } from "#server/engine/drafts/page-draft.ts";
import { correctTypo } from "#server/engine/intent/correct-typo.ts";
import { withoutCourtesy } from "#server/engine/intent/courtesy.ts";
import { wholePageGrammar } from "#server/engine/intent/grammar/draft-grammar.ts";
import { questionGrammar } from "#server/engine/intent/grammar/question-grammar.ts";
import { interpretDescriptionMessage } from "#server/engine/intent/interpret-description-message.ts";
import { interpretDraftOrder, type DraftOrder } from "#server/engine/intent/interpret-draft-order.ts";
import { interpretAskedTime } from "#server/engine/intent/interpret-moment.ts";
import { interpretPrompt } from "#server/engine/intent/interpret-prompt.ts";
import { interpretQuestion, quotedIn, type QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { splitPieces } from "#server/engine/intent/split-pieces.ts";

/** What a reader makes of an utterance, in the words of the corpus. */
export interface RecognizedIntent {
  intent: string;
  slots?: Record<string, string | readonly string[]>;
}

const clock = { now: new Date("2026-11-22T12:00:00Z"), lastAskedAt: null };
/** What the prompts of the corpus are about. */
const ownNames = ["Tidewater", "departure-api"];

const sectionTitles = ["Overview", "How it works", "Configuration", "Data model", "Tests"];
const draftSections = sectionTitles.map((title): DraftSection => ({
  sectionId: title,
  title,
  instructions: { prompt: title, output: "markdown" },
  content: "",
  sources: [],
  writtenBy: null,
}));
/** What the orders of the corpus are about. */
const draftNames = namesOf({
  draft: { title: "Tides", serviceId: null, sections: draftSections },
  templates: [],
  services: ["api", "web"].map((name) => ({ serviceId: name, name })),
});

/** The readers of English, by the file of the corpus that tests them. */
export const recognizers: Record<string, (utterance: string) => RecognizedIntent[]> = {
  questions: (utterance) => interpretQuestion(correctTypo(utterance)).flatMap(recognizeQuestion),
  prompts: (utterance) => {
    const [one, other] = ["Glossary", "Dependencies"].map((title) => recognizePrompt(utterance, title));
    // Where the title decides, the prompt said nothing.
    return JSON.stringify(one) === JSON.stringify(other) ? (one ?? []) : [];
  },
  drafts: recognizeDraftOrders,
  descriptions: recognizeDescriptionOrders,
};

function recognizeDraftOrders(utterance: string): RecognizedIntent[] {
  const text = withoutCourtesy(utterance);
  if (wholePageGrammar.has(text)) return [{ intent: "page" }];
  let before: string | null = null;
  return splitPieces(text).flatMap((piece) => {
    const bareOrder = withoutCourtesy(piece);
    const order: DraftOrder | null =
      (before === null
        ? null
        : interpretDraftOrder(bareOrder.replace(/^(move|put) it\b(?! below)/i, `$1 ${before}`), draftNames)) ??
      interpretDraftOrder(bareOrder, draftNames);
    if (order === null) return [];
    const { kind, ...slots } = order;
    before = "section" in order ? order.section : null;
    return [withSlots(kind, draftSlots(slots))];
  });
}

function draftSlots(slots: Record<string, unknown>): Record<string, string> {
  const { sections, one, isDiagram, title, topic, ...rest } = slots;
  const named = {
    ...rest,
    title,
    topic: topic === title ? null : topic,
    section: rest["section"] ?? sections ?? one,
    form: rest["form"] ?? (isDiagram ? "mermaid" : null),
  };
  return slotsIn(named);
}

function recognizeDescriptionOrders(utterance: string): RecognizedIntent[] {
  const { orders, question } = interpretDescriptionMessage(utterance, true);
  const known = orders.map((order): RecognizedIntent => {
    const { kind, at, reference, about, characters, isParagraph: _, ...rest } = { ...noSlots, ...order };
    const named = {
      ...rest,
      section: reference,
      topic: about,
      number: characters,
      position: at === "start" ? at : null,
    };
    return withSlots(kind, slotsIn(named));
  });
  return question === null ? known : [...known, { intent: "question" }];
}

const noSlots = { at: null, reference: null, about: null, characters: null, isParagraph: false };

function slotsIn(slots: Record<string, unknown>): Record<string, string> {
  const filled = Object.entries(slots).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return Object.fromEntries(filled.map(([slot, value]) => [slot, bare(String(value))]));
}

function recognizePrompt(prompt: string, title: string): RecognizedIntent[] {
  return interpretPrompt({ title, prompt }, ownNames).map((part) =>
    part.kind === "topic" ? { intent: part.topic } : { intent: "question", slots: { topic: bare(part.text) } },
  );
}

function recognizeQuestion({ text, kind, names }: QuestionPart): RecognizedIntent[] {
  const match = questionGrammar.match(text);
  if (match === null) return [];
  const { one, other } = match.slots;
  const time = interpretAskedTime(text, clock)?.words;
  const quote = kind === "message" ? quotedIn(text) : null;
  return [
    withSlots(kind, {
      ...(kind === "compare" && one !== undefined && other !== undefined ? { one: bare(one), other: bare(other) } : {}),
      ...(quote === null ? {} : { quote }),
      ...(time === undefined ? {} : { time }),
      ...(names.length === 0 ? {} : { names }),
    }),
  ];
}

function withSlots(intent: string, slots: NonNullable<RecognizedIntent["slots"]>): RecognizedIntent {
  return Object.keys(slots).length === 0 ? { intent } : { intent, slots };
}

/** Without the articles, quotation marks and points around it, which say nothing. */
function bare(text: string): string {
  return text
    .replace(/^(?:the|our)\s+(?=\S)/i, "")
    .replace(/^["“”'‘’]+|["“”'‘’.!?,;:\s]+$/g, "")
    .trim();
}
