import { withoutCourtesy } from "#server/engine/drafts/interpret-command.ts";
import { splitPieces } from "#server/engine/drafts/split-pieces.ts";

import { interpretOrder, type Order } from "./interpret-order.ts";

/** What a message asks for, in its order. */
export interface MessageRequest {
  orders: readonly Order[];
  /** Sentences that are neither an order nor a question. */
  unclear: readonly string[];
  /** What is to be answered and not changed; null where nothing is. */
  question: string | null;
}

/** Orders are short: what comes after so many characters is not read as one. */
const maxRead = 4_000;
const asks =
  /^(?:how|what|what's|why|where|who|whose|which|when|is|are|was|were|does|do|did|has|have|can (?:it|the|this|users?|people)|explain|tell me|show me)\b/i;
const verbs =
  "(?:add|append|insert|include|remove|delete|drop|replace|change|swap|make|turn|shorten|cut|say|mention|rewrite|write|use|put|convert|take|undo)";
/** "It runs offline." tells something about the product; "It is too dry" is about the text. */
const tells = /^(?:it|the product|this product|our product|we|our|users?|people|customers)\s+\S+(?:\s+\S+){3,}/i;
const judges =
  /\b(?:wrong|bad|boring|dry|ugly|text|description|draft|sentence|paragraph|should|could|must be|needs? to)\b/i;

/** Reads a message without a model: what is understood is done, the rest is said and never guessed. */
export function interpretMessage(message: string, hasText: boolean): MessageRequest {
  const text = withoutCourtesy(message.trim().slice(0, maxRead).toWellFormed());
  const orders: Order[] = [];
  const unclear: string[] = [];
  const questions: string[] = [];
  for (const piece of splitPieces(text, verbs)) {
    const bare = withoutCourtesy(piece);
    const isQuestion = asks.test(bare) && !/^(?:explain|tell me|show me) (?:it )?in plain/i.test(bare);
    const order = isQuestion ? null : interpretOrder(bare.replace(/\s*\?+$/, ""), hasText);
    if (order) orders.push(order);
    else if (isQuestion || piece.endsWith("?")) questions.push(piece);
    else if (tells.test(bare) && !judges.test(bare) && hasText) orders.push(ownWords(bare));
    else if (!goesOn(orders, piece)) unclear.push(bare);
  }
  return { orders, unclear, question: questions.length > 0 ? questions.join(" ") : null };
}

/** A sentence behind somebody's own words belongs to them. */
function goesOn(orders: Order[], piece: string): boolean {
  const last = orders.at(-1);
  if (last?.kind !== "add-words") return false;
  const words = `${last.words.replace(/(?<![.!?…])$/, ".")} ${piece}`;
  orders[orders.length - 1] = { ...last, words };
  return true;
}

function ownWords(words: string): Order {
  return { kind: "add-words", words, at: "end", isParagraph: false };
}
