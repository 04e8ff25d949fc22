import type { QuestionPart } from "./interpret-question.ts";

/** What a question says is done: something is kept, taken away or sent, or it asks what follows where something happens. */
export type QuestionAct = "keeps" | "removes" | "sends" | "happens";

const acts: readonly (readonly [QuestionAct, RegExp])[] = [
  ["happens", /\bwhat happens\b|\bwhat (?:does|will|would|do)\b.*\b(?:when|if|after|once)\b/i],
  ["sends", passive("sent|delivered|notified|e-?mailed|mailed")],
  ["removes", passive("deleted|removed|purged|erased|cleaned up")],
  ["keeps", passive("saved|stored|persisted|created|inserted|recorded")],
];

/** "Where are mails sent", "how does a vote get saved": what is done is the last thing said. */
function passive(done: string): RegExp {
  return new RegExp(
    `^(?:and )?(?:how|where|which code|what code)\\b.*\\b(?:is|are|was|were|gets?|being|be)\\b.*\\b(?:${done})$`,
    "i",
  );
}

/** Names that say the same of a declaration. */
const names: Record<Exclude<QuestionAct, "happens">, RegExp> = {
  keeps: /^(?:sav|stor|persist|writ|insert|put|upsert|record|keep)/,
  removes: /^(?:delet|remov|purg|destroy|eras|clear|clean|drop|evict|prun|trash|unlink|forget)/,
  sends: /^(?:send|sent|deliv|notif|dispatch|publish|emit|post|push|mail|broadcast)/,
};
const making = /^(?:creat|new$|mak|add|insert|regist|build|open)/;

/** The act that a question asks for; null where it names none that code would show. */
export function actAsked({ text, kind }: QuestionPart): QuestionAct | null {
  if (kind !== "explain" && kind !== "where") return null;
  return acts.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;
}

/** Whether one of these words, as stems, says the act that a question asks for. */
export function saysAct(act: QuestionAct, { text }: QuestionPart, stems: readonly string[]): boolean {
  if (act === "happens") return false;
  const isMaking = act === "keeps" && /\bcreated$/i.test(text.trim());
  return stems.some((one) => names[act].test(one) || (isMaking && making.test(one)));
}
