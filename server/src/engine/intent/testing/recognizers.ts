import { correctTypo } from "../correct-typo.ts";
import { questionGrammar } from "../grammar/question-grammar.ts";
import { interpretAskedTime } from "../interpret-moment.ts";
import { interpretPrompt } from "../interpret-prompt.ts";
import { interpretQuestion, quotedIn, type QuestionPart } from "../interpret-question.ts";

/** What a reader makes of an utterance, in the words of the corpus. */
export interface RecognizedIntent {
  intent: string;
  slots?: Record<string, string | readonly string[]>;
}

const clock = { now: new Date("2026-11-22T12:00:00Z"), lastAskedAt: null };
/** What the prompts of the corpus are about. */
const ownNames = ["Tidewater", "departure-api"];

/** The readers of English, by the file of the corpus that tests them. */
export const recognizers: Record<string, (utterance: string) => RecognizedIntent[]> = {
  questions: (utterance) => interpretQuestion(correctTypo(utterance)).flatMap(recognizeQuestion),
  prompts: (utterance) => {
    const [one, other] = ["Glossary", "Dependencies"].map((title) => recognizePrompt(utterance, title));
    // Where the title decides, the prompt said nothing.
    return JSON.stringify(one) === JSON.stringify(other) ? (one ?? []) : [];
  },
};

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
