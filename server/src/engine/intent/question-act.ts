import type { QuestionPart } from "./interpret-question.ts";

/**
 * What a question says is done: something is kept, changed, taken away or sent, it is decided whether something may be, a number says how
 * long or how many, or it asks what follows where something happens.
 */
export type QuestionAct = "keeps" | "changes" | "removes" | "sends" | "decides" | "measures" | "happens";

const made = "created|inserted|added|posted|published|submitted|registered|imported|opened|made";
const acts: readonly (readonly [QuestionAct, RegExp])[] = [
  [
    "happens",
    /\bwhat if\b|^(?:and\s+)?if\b[^,]*,\s*(?:what|does|do|will|is|are)\b|\bwhat happens\b|\bwhat (?:does|will|would|do)\b.*\b(?:when|if|after|once)\b/i,
  ],
  [
    "decides",
    /\b(?:decid\w+|determin\w+|check\w*|verif\w+)\b.*\b(?:whether|if|who)\b|\bwho (?:may|can|is allowed|are allowed)\b|\b(?:is|are|be|being) (?:allowed|permitted|authori[sz]ed) to\b/i,
  ],
  [
    "decides",
    passive("decided|checked|verified|validated|enforced|authori[sz]ed|protected|restricted|guarded|refused|rejected"),
  ],
  ["measures", /^(?:and )?(?:for )?how (?:long|many|often|large|big|fast|old)\b/i],
  ["sends", passive("sent|delivered|notified|e-?mailed|mailed")],
  ["removes", passive("deleted|removed|purged|erased|cleaned up")],
  ["keeps", passive(`saved|stored|persisted|recorded|${made}`)],
  ["changes", passive("updated|changed|edited|renamed|moved|modified|replaced")],
];

/** "Where are mails sent", "how does a vote get saved", "how is a token checked on a request": what is done, and where or when. */
function passive(done: string): RegExp {
  const further = String.raw`(?:\s+(?:on|in|into|at|for|by|when|before|after|from|to|with|through|during|while|against|if|once)\b.*)?`;
  return new RegExp(
    String.raw`^(?:and )?(?:how|where|which code|what code)\b.*?\b(?:is|are|was|were|gets?|being|be)\b(?:(?!\b(?:that|which|who)\b).)*?\b(?:${done})${further}$`,
    "i",
  );
}

/** Names that say the same of a declaration. */
const names: Record<Exclude<QuestionAct, "happens" | "measures">, RegExp> = {
  keeps: /^(?:sav|stor|persist|writ|insert|put|upsert|record|keep)/,
  changes: /^(?:updat|chang|edit|renam|mov|modif|set$|patch|replac|sav|writ)/,
  removes: /^(?:delet|remov|purg|destroy|eras|clear|clean|drop|evict|prun|trash|unlink|forget)/,
  sends: /^(?:send|sent|deliv|notif|dispatch|publish|emit|post|push|mail|broadcast)/,
  decides:
    /^(?:can$|may$|is$|has$|should$|must$|check|verif|valid|ensur|requir|assert|authori|permi|allow|deny|enforc|guard|restrict|access$|protect)/,
};
const making = /^(?:creat|new$|mak|add|insert|regist|build|open|post$|publish|submit|import)/;
const isMade = new RegExp(String.raw`\b(?:${made})\b`, "i");

/** The act that a question asks for; null where it names none that code would show. */
export function actAsked({ text, kind }: QuestionPart): QuestionAct | null {
  if (kind !== "explain" && kind !== "where") return null;
  return acts.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;
}

/** A question up to the word for what is done: what follows tells where or when, and not what. */
export function untilAct({ text }: QuestionPart): string {
  const found =
    /^(.*?\b(?:is|are|was|were|gets?|being|be)\b.*?\b\w{3,}ed)\s+(?:on|in|into|at|for|by|when|before|after|from|to|with|through|during|while|against|if|once)\b/i.exec(
      text,
    );
  return found?.[1] ?? text;
}

/** Whether one of these words, as stems, says the act that a question asks for. */
export function saysAct(act: QuestionAct, { text }: QuestionPart, stems: readonly string[]): boolean {
  if (act === "happens" || act === "measures") return false;
  const isMaking = act === "keeps" && isMade.test(text);
  return stems.some((one) => names[act].test(one) || (isMaking && making.test(one)));
}

/** Whether the first word of a name says that another act is done: `sendNewTicket` sends, whatever is new. */
export function saysOtherAct(act: QuestionAct, part: QuestionPart, [first]: readonly string[]): boolean {
  if (act === "happens" || act === "measures" || first === undefined || saysAct(act, part, [first])) return false;
  return reading.test(first) || others.some(([one, pattern]) => one !== act && pattern.test(first));
}

/** "Post" and "push" are also said of what is kept. */
const others: readonly (readonly [QuestionAct, RegExp])[] = [
  ["removes", names.removes],
  ["sends", /^(?:send|sent|deliv|notif|mail|broadcast|emit)/],
  ["decides", names.decides],
];
const reading =
  /^(?:get|find|list|load|fetch|read|show|render|format|display|count|search|to$|use$|map$|parse|is$|has$)/;
