import { openCitations } from "#server/engine/evidence/cited-text.ts";
import type { CodeReaders } from "#server/engine/evidence/evidence.ts";
import {
  interpretDescriptionMessage,
  type InterpretedMessage,
} from "#server/engine/intent/interpret-description-message.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

import { applyOrders, type OrderGround } from "./apply-orders.ts";
import { chooseQuestions, takeAnswers } from "./choose-questions.ts";
import {
  minDescriptionLength,
  describeChange,
  writeCall,
  type DescriptionChange,
  type DescriptionContext,
  type DescriptionEvent,
  type DescriptionMessage,
} from "./description.ts";
import { editWithModel } from "./edit-with-model.ts";
import { gatherMaterial, type MaterialBlock } from "./gather-material.ts";

/** What is shown of a sentence beside its lines, in characters. */
const maxQuote = 120;
const maxSuggestions = 3;

/**
 * Handles a message: changes the description, says what was done and cites the sources, or answers what is
 * only a question. When the code does not show whom the product is for, it asks the person.
 */
export async function* runDescriptionTurn(
  message: DescriptionMessage,
  context: DescriptionContext,
): AsyncGenerator<DescriptionEvent> {
  const { description } = message;
  const intent = interpretDescriptionMessage(message.text, description !== "");
  const isOnlyAsked = message.answers.length === 0 && intent.orders.length === 0 && intent.question !== null;
  if (isOnlyAsked) return yield* context.answer(message.text);
  if (context.model !== null && !isUndo(intent))
    return yield* changeWithModel(message, { ...context, model: context.model });
  if (message.isRetry) return yield* reportDone(description);
  yield { type: "thought", text: thoughtAbout(message, intent) };
  const material = once(() => gatherMaterial(context.subject));
  const changes =
    message.answers.length > 0
      ? [takeAnswers(description, message.answers)]
      : await applyOrders(intent.orders, description, groundOf(message, context, material));
  yield* reportChanges(message, changes, { context, intent });
}

function isUndo({ orders }: InterpretedMessage): boolean {
  return orders.some(({ kind }) => kind === "undo");
}

/** The change is emitted together with its message, so that an interrupted answer has made it or has not. */
async function* reportDone(text: string): AsyncGenerator<DescriptionEvent> {
  yield {
    type: "text",
    text: `The change was made before the answer broke off: the description has ${count(text.length, "character")} now. Press Undo above the text to take it back.`,
  };
  yield { type: "end", droppedCitations: 0, uncitedStatements: 0 };
}

function thoughtAbout({ answers }: DescriptionMessage, { orders }: InterpretedMessage): string {
  if (answers.length > 0) return "Taking your answers into the text.";
  const reads = orders.some(({ kind }) => kind === "write" || kind === "lengthen" || kind === "add-about");
  return reads
    ? "Reading what the code and its documents say about the product."
    : "Looking at what is to change in the text.";
}

function groundOf(
  { before }: DescriptionMessage,
  { subject, signal }: DescriptionContext,
  material: OrderGround["material"],
): OrderGround {
  return { subject, signal, before, material };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

async function* reportChanges(
  message: DescriptionMessage,
  changes: readonly DescriptionChange[],
  { context, intent }: { context: DescriptionContext; intent: InterpretedMessage },
): AsyncGenerator<DescriptionEvent> {
  const { description } = message;
  const text = changes.at(-1)?.text ?? description;
  const citations = openCitations(readersOf(context));
  const quotes: string[] = [];
  for (const { text: quote, evidence } of changes.flatMap((change) => change.evidence)) {
    const cited = await citations.cite({ text: `- ${cutText(quote, maxQuote)}`, evidence });
    if (cited !== null) quotes.push(cited);
  }
  if (text !== description) {
    yield { type: "call", callId: writeCall, name: writeCall, target: count(text.length, "character") };
    yield describeChange(text);
    yield { type: "call-end", callId: writeCall, durationMs: 0 };
  }
  for (const source of citations.sources) yield { type: "source", source };
  yield { type: "text", text: replyOf({ changes, intent, text, quotes }) };
  if (intent.question !== null && message.answers.length === 0) {
    yield { type: "text", text: "\n\n" };
    return yield* context.answer(intent.question);
  }
  const isBegun = intent.orders.some(({ kind }) => kind === "write");
  if (isBegun) yield* clarify(message, text, context);
  if (text !== description) yield { type: "suggestions", suggestions: suggest(text) };
  yield { type: "end", droppedCitations: citations.dropped, uncitedStatements: 0 };
}

function readersOf({ subject }: DescriptionContext): CodeReaders {
  return new Map(subject.scopes.map(({ repository }) => [repository.repositoryId, repository.reader]));
}

function replyOf(reported: {
  changes: readonly DescriptionChange[];
  intent: InterpretedMessage;
  text: string;
  quotes: readonly string[];
}): string {
  const { changes, intent, text, quotes } = reported;
  const done = changes.flatMap((change) => (change.done === null ? [] : [change.done]));
  const problems = changes.flatMap((change) => change.problems);
  const unclear = intent.unclear.map((words) => `I did not understand “${cutText(words, maxQuote)}”.`);
  const size =
    text.length < minDescriptionLength
      ? `It has ${count(text.length, "character")}; to be saved it needs at least ${minDescriptionLength}.`
      : `It has ${count(text.length, "character")} now.`;
  const sentences = [
    ...(done.length > 0 ? [`I ${enumerate(done)}.`, size] : []),
    ...problems,
    ...unclear,
    ...(unclear.length > 0 ? [whatCanBeSaid] : []),
  ];
  const reply = sentences.length > 0 ? sentences.join(" ") : "Nothing in the text had to change.";
  return quotes.length === 0 ? reply : `${reply} It rests on:\n\n${quotes.join("\n")}`;
}

const whatCanBeSaid =
  "I can write the description from the code, make it shorter or longer, add, replace or remove a sentence or a paragraph, change words, say it in plain words or in points, and take my last change back.";

/** Questions come with the first text of a conversation, or instead of a text when the code says too little. */
async function* clarify(
  message: DescriptionMessage,
  text: string,
  context: DescriptionContext,
): AsyncGenerator<DescriptionEvent> {
  const questions = await chooseQuestions(context.subject, { text, askedIds: message.askedIds });
  if (questions.length === 0) return;
  const why =
    text === ""
      ? "Tell me instead, and I write it from your words:"
      : "The code does not tell everything a newcomer needs. I take your answers into the text in your own words:";
  yield { type: "text", text: `\n\n${why}` };
  yield { type: "questions", questions };
}

/** What this engine can do next and that would change something. */
function suggest(text: string): string[] {
  if (text.length < minDescriptionLength) return ["Write a description"];
  const suggestions = [
    ...(text.length > 350 ? ["Make it shorter"] : []),
    ...(/`|\b(?:API|HTTP|endpoints?|CLI|database)\b/.test(text) ? ["Say it in plain words"] : []),
    ...(/^[-*+] /m.test(text) ? ["Turn the points into paragraphs"] : ["Turn it into bullet points"]),
    ...(text.length < 900 ? ["Make it longer"] : []),
  ];
  return suggestions.slice(0, maxSuggestions);
}

async function* changeWithModel(
  message: DescriptionMessage,
  context: DescriptionContext & { model: NonNullable<DescriptionContext["model"]> },
): AsyncGenerator<DescriptionEvent> {
  yield { type: "thought", text: "Reading what the code and its documents say about the product." };
  const material = await gatherMaterial(context.subject);
  const facts = material.flatMap(({ statements }: MaterialBlock) => statements);
  const turn = yield* editWithModel(message, {
    model: context.model,
    signal: context.signal,
    readers: readersOf(context),
    facts,
  });
  const isChanged = turn.text !== message.description;
  if (!isChanged && turn.refusals.length > 0) {
    const reason = turn.refusals.at(-1);
    yield { type: "text", text: `${turn.hasReply ? "\n\n" : ""}The change was not made: ${reason}.` };
  } else if (!turn.hasReply) {
    const size = `It has ${count(turn.text.length, "character")} now.`;
    yield {
      type: "text",
      text: isChanged ? `I changed the description. ${size}` : "Nothing in the text had to change.",
    };
  }
  const isFirst = message.description === "" && message.answers.length === 0;
  if (isFirst) yield* clarify(message, turn.text, context);
  yield { type: "end", droppedCitations: turn.droppedCitations, uncitedStatements: turn.uncitedStatements };
}
