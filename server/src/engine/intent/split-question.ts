/** More questions than this in one message are answered as part of the last one. */
const maxParts = 3;

/** A question of a message, and the sentences before it that only tell its surroundings. */
export interface QuestionSentence {
  text: string;
  context: string;
}

const asks = /^(?:(?:and|so|but|also|or|then|please)\s+)*(?:who|what|when|where|which|why|how|is|are|does|do|did|can|explain|describe|show|list|tell|give|find|locate|compare|summari[sz]e|point)\b/i; // prettier-ignore
const opens = "(?:where|how|what|which|who|why|when)";
const betweenQuestions = new RegExp(`\\?+\\s+|[,;]?\\s+(?:and|also)\\s+(?=${opens}\\b)|,\\s+(?=${opens}\\s+(?:is|are|does|do|did|was|were|calls?|changed|wrote)\\b)`, "i"); // prettier-ignore
/** "How and when", "who did it": no question of its own. */
const isTorso = new RegExp(
  `(?:^|\\s)${opens}$|^(?:and\\s+)?(?:why|when|how|where|what (?:is|are) (?:it|that|this|they|its value|the (?:default|limit|value|maximum))(?: (?:by default|set to|otherwise))?|how (?:long|often|many|much|far|soon|late)|who did (?:it|that|this)|who (?:is|are|may|can) (?:allowed to )?(?:call|use|do|see|make) (?:it|this|that|them))$`,
  "i",
);

/** "How are delays computed, and where is the limit?" holds two questions; what stands before a question is its context. */
export function splitQuestion(text: string): QuestionSentence[] {
  const sentences = text
    .replaceAll(/\b(?:wat|waht|whta)\b/gi, "what")
    .replaceAll(/\b(?:wich|whcih|whihc)\b/gi, "which")
    .split(/(?<=[a-z\d)][.!])\s+(?=[A-Z])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const isQuestion = sentences.map((sentence) => sentence.includes("?") || asks.test(sentence));
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
    if (before !== undefined && (isTorso.test(before) || isTorso.test(piece)))
      whole[whole.length - 1] = `${before} and ${piece}`;
    else whole.push(piece);
  }
  return whole;
}
