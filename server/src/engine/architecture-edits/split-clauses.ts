import { holdQuotes } from "./quoted-words.ts";

/** A verb that begins a command of its own. */
const verbs =
  "(?:please\\s+)?(?:add|create|introduce|insert|connect|link|wire|join|disconnect|unlink|detach|remove|delete|drop|rename|split|make|turn|change|convert|describe|set|forbid|allow|let|arrange|rearrange|tidy|lay\\s?out|auto-?layout|draw)\\b";
const nextCommand = new RegExp(`(?:,?\\s+(?:and\\s+then|then|and|also)|,)\\s+(?=(?:also\\s+|then\\s+)?${verbs})`, "gi");
const lead =
  /^(?:[-*•]|\d+[.)])?\s*(?:(?:please|also|then|now|and|next|finally|can you|could you|i want to|let's)[\s,]+)*/i;
/** What follows is a person's own sentence, in which no word is a command. */
const ownWords = /^(?:please\s+)?(?:describe|set\s+(?:the\s+)?description)\b/i;

/** A request as single commands; quoted names stay whole, and so do the sentences of a description. */
export function splitClauses(request: string): string[] {
  return request.split(/\n+|;/).flatMap((line) => {
    const text = line.replaceAll(/\s+/g, " ").trim().replace(lead, "");
    if (ownWords.test(text)) return [text];
    const held = holdQuotes(text);
    return held.text
      .split(/[.!]\s+|[.!]$/)
      .flatMap((sentence) => sentence.split(nextCommand))
      .map((clause) => held.restore(clause.trim().replace(lead, "")))
      .filter((clause) => clause !== "");
  });
}
