import { withoutCourtesy } from "./courtesy.ts";
import { descriptionQuestion, statement } from "./grammar/description-grammar.ts";
import { interpretDescriptionOrder, type DescriptionOrder } from "./interpret-description-order.ts";
import { splitPieces } from "./split-pieces.ts";

/** The requests of a message, in order. */
export interface InterpretedMessage {
  orders: readonly DescriptionOrder[];
  /** Sentences that are neither an order nor a question. */
  unclear: readonly string[];
  /** What is to be answered and not changed; null where nothing is. */
  question: string | null;
}

/** Orders are short: what comes after so many characters is not read as one. */
const maxRead = 4_000;
const verbs =
  "(?:add|append|insert|include|remove|delete|drop|replace|change|swap|make|turn|shorten|cut|say|mention|rewrite|write|use|put|convert|take|undo)";

/** Reads a message without a model: what is understood is done, the rest is said and never guessed. */
export function interpretDescriptionMessage(message: string, hasText: boolean): InterpretedMessage {
  const text = withoutCourtesy(message.trim().slice(0, maxRead).toWellFormed());
  const orders: DescriptionOrder[] = [];
  const unclear: string[] = [];
  const questions: string[] = [];
  for (const piece of splitPieces(text, verbs)) {
    const bare = withoutCourtesy(piece);
    const isQuestion = descriptionQuestion.has(bare);
    const order = isQuestion ? null : interpretDescriptionOrder(bare.replace(/\s*\?+$/, ""), hasText);
    if (order) orders.push(order);
    else if (isQuestion || piece.endsWith("?")) questions.push(piece);
    else if (statement.has(bare) && hasText) orders.push(ownWords(bare));
    else if (!goesOn(orders, piece)) unclear.push(bare);
  }
  return { orders, unclear, question: questions.length > 0 ? questions.join(" ") : null };
}

/** A sentence behind somebody's own words belongs to them. */
function goesOn(orders: DescriptionOrder[], piece: string): boolean {
  const last = orders.at(-1);
  if (last?.kind !== "add-words") return false;
  const words = `${last.words.replace(/(?<![.!?…])$/, ".")} ${piece}`;
  orders[orders.length - 1] = { ...last, words };
  return true;
}

function ownWords(words: string): DescriptionOrder {
  return { kind: "add-words", words, at: "end", isParagraph: false };
}
