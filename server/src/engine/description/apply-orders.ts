import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { DescriptionOrder } from "#server/engine/intent/interpret-description-order.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { writeFromPrompt } from "#server/engine/pages/write/write-from-prompt.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";

import { compose, lengthen } from "./compose-description.ts";
import { changed, maxDescriptionLength, minDescriptionLength, refused, type DescriptionChange } from "./description.ts";
import { findPiece, textAt } from "./find-piece.ts";
import type { MaterialBlock } from "./gather-material.ts";
import { isRefused, refusals } from "./refusals.ts";
import { asOwnSentences, changeWords, shorten, toBullets, toPlainWords, toProse } from "./shape-text.ts";
import { joinBlocks, list, prose, splitBlocks, withoutPiece, withPieces, type TextBlock } from "./text-blocks.ts";

/** What orders are carried out with. */
export interface OrderGround {
  subject: PageSubject;
  signal: AbortSignal;
  /** What it said before its last change; null where nobody knows. */
  before: string | null;
  material(): Promise<readonly MaterialBlock[]>;
}

const maxAddedLength = 450;
const maxAddedItems = 4;

/** Applies all orders, one after the other; one that would exceed the limits of a description is skipped. */
export async function applyOrders(
  orders: readonly DescriptionOrder[],
  text: string,
  ground: OrderGround,
): Promise<DescriptionChange[]> {
  const changes: DescriptionChange[] = [];
  let now = text;
  for (const order of orders) {
    ground.signal.throwIfAborted();
    const made = await applyOrder(order, now, ground);
    // An earlier text may be restored whatever its length.
    const change = order.kind === "undo" ? made : withinLimits(now, made);
    changes.push(change);
    now = change.text;
  }
  return changes;
}

function withinLimits(before: string, change: DescriptionChange): DescriptionChange {
  const { length } = change.text;
  if (change.done === null) return change;
  if (length > maxDescriptionLength && length > before.length) {
    return refused(
      before,
      `That would be ${length} characters, and a description has at most ${maxDescriptionLength}. Make it shorter first.`,
    );
  }
  if (length < minDescriptionLength && length < before.length && before.length >= minDescriptionLength) {
    return refused(
      before,
      `That would leave ${length} characters, and a description needs at least ${minDescriptionLength}.`,
    );
  }
  return change;
}

async function applyOrder(order: DescriptionOrder, text: string, ground: OrderGround): Promise<DescriptionChange> {
  if (isRefused(order)) return refused(text, refusals[order.kind]);
  const needsText = text === "" && !["write", "add-about", "add-words", "lengthen", "undo"].includes(order.kind);
  if (needsText)
    return refused(text, "There is no text yet. Say “write a description”, and I write one from the code.");
  switch (order.kind) {
    case "write":
      return compose(await ground.material(), text, order.characters);
    case "lengthen":
      return text === "" ? compose(await ground.material(), text, null) : lengthen(await ground.material(), text);
    case "shorten":
      return shortenPart(text, order);
    case "add-about":
      return await addAbout(text, order, ground);
    case "add-words":
      return addWords(text, order);
    case "remove":
      return remove(text, order.reference);
    case "replace":
      return replace(text, order.reference, order.words);
    case "change":
      return changeWords(text, order.from, order.to);
    case "plain":
      return toPlainWords(text);
    case "bullets":
      return toBullets(text);
    case "prose":
      return toProse(text);
    case "undo":
      return undo(text, ground.before);
  }
}

function shortenPart(text: string, order: Extract<DescriptionOrder, { kind: "shorten" }>): DescriptionChange {
  const blocks = splitBlocks(text);
  const location = order.reference === null ? null : findPiece(order.reference, blocks);
  const block = location === null ? undefined : blocks[location.block];
  if (!location || !block || order.characters !== null || order.sentences !== null) return shorten(text, order);
  const half = Math.ceil(block.pieces.length / 2);
  if (half === block.pieces.length)
    return refused(text, "That paragraph is one sentence: say it in your own words, or remove it.");
  return changed(
    joinBlocks(blocks.with(location.block, withPieces(block, block.pieces.slice(0, half)) ?? block)),
    "shortened that paragraph",
  );
}

async function addAbout(
  text: string,
  { about, at }: Extract<DescriptionOrder, { kind: "add-about" }>,
  ground: OrderGround,
): Promise<DescriptionChange> {
  const found = await saidAbout(about, ground);
  if (found === null) {
    return refused(
      text,
      `The code says nothing I could prove about “${about}”. Give me the words, and I put them in: add “…”.`,
    );
  }
  const blocks = splitBlocks(text);
  const written = at === "start" ? [...found.blocks, ...blocks] : [...blocks, ...found.blocks];
  return changed(joinBlocks(written), `added what the code says about “${about}”`, found.evidence);
}

/**
 * The first paragraph or list that the built-in engine writes about something; null where it is about something else.
 */
async function saidAbout(
  about: string,
  { subject, signal }: OrderGround,
): Promise<{ blocks: TextBlock[]; evidence: Statement[] } | null> {
  if (subject.scopes.length === 0) return null;
  const section = await writeFromPrompt({ title: about, prompt: about, output: "markdown", template: null }, subject, {
    signal,
  });
  if (section === null) return null;
  const reported = splitBlocks(section.content).filter(
    ({ kind, pieces }) => kind !== "other" && !pieces.at(-1)?.endsWith(":"),
  );
  const wanted = new Set(stemsOf(about).filter((stem) => stem.length > 2));
  const fitting = reported.find(({ source }) => speaksOf(source, wanted)) ?? null;
  if (fitting === null) return null;
  const pieces =
    fitting.kind === "list"
      ? fitting.pieces.slice(0, maxAddedItems)
      : [leadingSentences(fitting.pieces.join(" "), maxAddedLength, 3)];
  const evidence = pieces.map((piece): Statement => ({
    text: withoutMarks(piece),
    evidence: [...piece.matchAll(/\[(\d{1,3})\]/g)].flatMap(([, n]) => section.sources[Number(n) - 1] ?? []),
  }));
  const texts = evidence.map((one) => one.text);
  return { blocks: [fitting.kind === "list" ? list(texts) : prose(...texts)], evidence };
}

function speaksOf(text: string, wanted: ReadonlySet<string>): boolean {
  const own = new Set(stemsOf(text));
  return [...wanted].filter((stem) => own.has(stem)).length * 2 >= wanted.size;
}

/** Citations are in the reply, and so is the location that a list entry begins with. */
function withoutMarks(text: string): string {
  const bare = text.replaceAll(/\s*\[\d{1,3}\]/g, "").trim();
  return bare.replace(/^\*\*`[^`]+`\*\*(?: \([^)]*\))?:\s+/, "");
}

function addWords(
  text: string,
  { words, at, isParagraph }: Extract<DescriptionOrder, { kind: "add-words" }>,
): DescriptionChange {
  const sentences = asOwnSentences(words);
  const blocks = splitBlocks(text);
  const position = at === "start" ? 0 : blocks.length - 1;
  const block = blocks[position];
  const done = sentences.length === 1 ? "added your sentence" : "added your words";
  // Labels such as "Who it is for" close with their own answer.
  if (isParagraph || block?.kind !== "prose" || /^\*\*[^*]+:\*\*/.test(block.source)) {
    const own = prose(...sentences);
    return changed(joinBlocks(at === "start" ? [own, ...blocks] : [...blocks, own]), done);
  }
  const pieces = at === "start" ? [...sentences, ...block.pieces] : [...block.pieces, ...sentences];
  return changed(joinBlocks(blocks.with(position, prose(...pieces))), done);
}

function remove(text: string, reference: string): DescriptionChange {
  const blocks = splitBlocks(text);
  const location = findPiece(reference, blocks);
  if (location === null)
    return refused(
      text,
      `I do not know which part “${reference}” means: say its number, such as “the second sentence”, or some of its words.`,
    );
  const gone = textAt(blocks, location);
  return changed(
    joinBlocks(withoutPiece(blocks, location)),
    `removed “${gone.length > 90 ? `${gone.slice(0, 89).trimEnd()}…` : gone}”`,
  );
}

function replace(text: string, reference: string, words: string): DescriptionChange {
  const blocks = splitBlocks(text);
  const location = findPiece(reference, blocks);
  const block = location === null ? undefined : blocks[location.block];
  if (!location || !block)
    return refused(text, `I do not know which part “${reference}” means: say its number, or some of its words.`);
  const sentences = asOwnSentences(words);
  const next =
    location.piece === null
      ? prose(...sentences)
      : withPieces(block, block.pieces.toSpliced(location.piece, 1, ...sentences));
  return changed(joinBlocks(blocks.with(location.block, next ?? block)), "put your words in its place");
}

function undo(text: string, before: string | null): DescriptionChange {
  if (before === null || before === text)
    return refused(text, "There is no change of mine to take back. Press Undo above the text to take back your own.");
  return changed(before, "took my last change back");
}
