import type { DraftLimit, DraftOrder } from "#server/engine/intent/interpret-draft-order.ts";

/** What the built-in engine does not do, and what to do instead: it puts together what the code says, word for word. */
export const limits: Readonly<Record<DraftLimit, string>> = {
  undo: "Press Undo above the draft: it takes back my changes one by one.",
  publish: "Publishing is up to you: press Publish above the draft when it is ready.",
  thanks: "Press Publish above the draft when it is ready, or tell me what to change.",
  shorten:
    "I cannot shorten text without a model: I write what the code says and no sentence of my own. Remove what is too much, or cut it by hand in the editor.",
  lengthen:
    "I cannot make text longer without a model: I say what the code says. Name what is missing, and I add a section about it.",
  list: "I cannot bring text into bullet points or tables without a model: lists and tables come where the code has them. You can change the form by hand in the editor.",
  translate: "I cannot translate without a model: I write in English and in the words of the code.",
  style:
    "I cannot change style or wording without a model: I write what the code says. You can reword it by hand in the editor.",
};

export function isLimited(order: DraftOrder): order is Extract<DraftOrder, { kind: DraftLimit }> {
  return Object.hasOwn(limits, order.kind);
}
