import { compilePatterns } from "./grammar/intent-grammar.ts";

/** More questions than this in one message are answered as part of the last one. */
const maxParts = 4;

/** A question of a message, and the sentences before it that are its context. */
export interface QuestionSentence {
  text: string;
  context: string;
}

const and = "[and|so|but|also|or|then|please] [and|so|but|also|or|then|please]";
const opensQuestion = compilePatterns(
  [
    `${and} (who|what|when|where|which|why|how|is|are|does|do|did|can) ...`,
    `${and} (explain|describe|show|list|tell|give|find|locate|compare|summari(s|z)e|point) ...`,
  ],
  { scope: "whole" },
);
const opens = "(?:where|how|what|which|who|why|when)";
/** Behind a comma alone, "which" only says more of what stands before it. */
const betweenQuestions = new RegExp(
  `\\?+\\s+|,\\s+and\\s+(?=(?:is|are|does|do|can|may|will|has)\\s)|[,;]?\\s+(?:and\\s+also|and|also)\\s+(?=${opens}\\b|(?:in|into|to|from|on|at|by|for|with)\\s+(?:which|what|whom)\\b(?! order))|,\\s+(?!which\\b)(?=${opens}\\s+(?:is|are|does|do|did|was|were|calls?|changed|wrote)\\b)|,\\s+(?=who (?:can|may)\\b|can (?:we|i|you|they|people)\\b)`,
  "i",
);
/** "How and when", "who did it": not a question of its own, so it stays with the one before it. */
const incompleteQuestions = compilePatterns(
  [
    "... (where|how|what|which|who|why|when)",
    "[and] what (is|are) (it|that|this|they|its value|the (default|limit|value|maximum)) [by default|set to|otherwise]",
    "[and] what not",
    "[and] how (long|often|many|much|far|soon|late)",
    "[and] how (often|frequently) (do|does|are|is) (they|it|each|these|those) [of them] [_]",
    "[and] what (does|do) (each|they|it|these|those) [of them] do",
    "[and] who did (it|that|this)",
    "[and] who (is|are|may|can) [allowed to] (call|use|do|see|make) (it|this|that|them)",
  ],
  { scope: "whole" },
);

/** "When a feed brings it again, how …" only says when. */
const isCondition =
  /^(?:and )?(?:when|whenever|once|if|after|while)\s+(?!(?:is|are|was|were|do|does|did|will|would|can|could|should|has|have|must|may)\b)[^?,]+$/i;

/**
 * "How are delays computed, and where is the limit?" contains two questions; the text before a question is its context.
 */
export function splitQuestion(text: string): QuestionSentence[] {
  const sentences = text
    .replaceAll(/\b(?:wat|waht|whta)\b/gi, "what")
    .replaceAll(/\b(?:wich|whcih|whihc)\b/gi, "which")
    .split(/(?<=[a-z\d)][.!])\s+(?=[A-Z])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const isQuestion = sentences.map((sentence) => sentence.includes("?") || opensQuestion.has(sentence));
  const hasQuestion = isQuestion.some(Boolean);
  const parts: QuestionSentence[] = [];
  let context: string[] = [];
  for (const [at, sentence] of sentences.entries()) {
    if (hasQuestion && isQuestion[at] === false) {
      context.push(sentence);
      continue;
    }
    for (const piece of splitSentence(sentence)) parts.push({ text: piece, context: context.join(" ") });
    if (hasQuestion) context = [];
  }
  const rest = parts.slice(maxParts - 1);
  if (rest.length <= 1) return parts;
  const last = { text: rest.map((one) => one.text).join(" "), context: rest.map((one) => one.context).join(" ") };
  return [...parts.slice(0, maxParts - 1), last];
}

function splitSentence(sentence: string): string[] {
  const pieces = sentence
    .split(betweenQuestions)
    .map((piece) => piece.trim().replace(/[?\s.!]+$/, ""))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const whole: string[] = [];
  for (const piece of pieces) {
    const before = whole.at(-1);
    if (before !== undefined && isCondition.test(before)) whole[whole.length - 1] = `${before}, ${piece}`;
    else if (before !== undefined && (incompleteQuestions.has(before) || incompleteQuestions.has(piece)))
      whole[whole.length - 1] = `${before} and ${piece}`;
    else whole.push(piece);
  }
  return whole;
}
