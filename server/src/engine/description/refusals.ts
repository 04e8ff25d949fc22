import type { DescriptionOrder } from "#server/engine/intent/interpret-description-order.ts";

type RefusedKind =
  | "add-nothing"
  | "change-in-piece"
  | "remove-all"
  | "save"
  | "thanks"
  | "redo"
  | "style"
  | "translate";
type RefusedOrder = Extract<DescriptionOrder, { kind: RefusedKind }>;

/** What the built-in engine does not do, and what to do instead. */
export const refusals: Readonly<Record<RefusedKind, string>> = {
  "add-nothing":
    "Say what it shall be about, for example: add a paragraph about offline use. Or give me the words: add “…”.",
  "change-in-piece":
    "I change words wherever they stand, and not in one sentence alone: replace that sentence with your own words.",
  "remove-all":
    "I do not empty the description: press Discard above the text to go back to what is saved, or say “write it anew”.",
  save: "Saving is up to you: press Save above the text when it is ready.",
  thanks: "Press Save above the text when it is ready, or tell me what to change.",
  redo: "Press Redo above the text.",
  translate:
    "Translating needs a model, and none is set on this server. I write in English and in the words of the code; write the sentence yourself, and I put it in.",
  style:
    "Another tone or wording needs a model, and none is set on this server. I can make it shorter, say it in plain words, turn it into points, or put your own words in: change “…” to “…”.",
};

export function isRefused(order: DescriptionOrder): order is RefusedOrder {
  return Object.hasOwn(refusals, order.kind);
}
