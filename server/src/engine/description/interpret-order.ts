import { unquoted } from "#server/engine/drafts/find-section.ts";

/** One thing that a message wants done with the description. */
export type Order =
  /** `characters` is null for the usual length. */
  | { kind: "write"; characters: number | null }
  | { kind: "shorten"; reference: string | null; characters: number | null; sentences: number | null }
  | { kind: "lengthen" }
  /** What the code says about something. */
  | { kind: "add-about"; about: string; at: "start" | "end" }
  /** The person's own words. */
  | { kind: "add-words"; words: string; at: "start" | "end"; isParagraph: boolean }
  | { kind: "remove"; reference: string }
  | { kind: "replace"; reference: string; words: string }
  | { kind: "change"; from: string; to: string }
  | { kind: "plain" }
  | { kind: "bullets" }
  | { kind: "prose" }
  | { kind: "undo" }
  /** Nothing that can be done here, and why. */
  | { kind: "tell"; text: string };

const piece = "(?:sentence|paragraph|line|part|list|item|bullet(?: point)?|point|heading)s?";
const thing =
  "(?:(?:the|this|my|our|its|whole|entire|product|project|current)\\s+)*(?:description|text|it|this|that|everything|whole thing|summary)";
const anyQuote = /["“”„«»]([^"“”„«»]+)["“”„«»]/;

/** What one sentence orders; null where it orders nothing that is known. */
export function interpretOrder(sentence: string, hasText: boolean): Order | null {
  const order = sentence.trim().replace(/[\s!]+$/, "");
  if (order === "") return null;
  for (const read of readers) {
    const found = read(order, hasText);
    if (found) return found;
  }
  return null;
}

type OrderParser = (order: string, hasText: boolean) => Order | null;

const readers: readonly OrderParser[] = [
  readTalk,
  readUndo,
  readLimit,
  readReplacement,
  readRemoval,
  readWriting,
  readForm,
  readLength,
  readAddition,
];

/** Words between people. */
function readTalk(order: string): Order | null {
  if (/^(?:publish|save)(?: it| this| the (?:description|text)| now)*\.?$/i.test(order)) {
    return tell("Saving is up to you: press Save above the text when it is ready.");
  }
  const isTalk =
    /^(?:thanks?|thank you|great|perfect|ok(?:ay)?|nice|good|cool|done|looks good|that's (?:it|all))\b[\w\s,!.]{0,20}$/i.test(
      order,
    ) && !/\b(?:but|now|and|shorter|longer)\b/i.test(order);
  return isTalk ? tell("Press Save above the text when it is ready, or tell me what to change.") : null;
}

function readUndo(order: string): Order | null {
  const isUndo =
    /^(?:undo|revert|take back|take (?:that|it|this|your (?:last )?changes?) back|go back|roll back|restore)\b(?:[\s,]+(?:it|that|this|the|my|your|last|latest|previous|change|changes|edit|version|text|description|one|please|to))*\.?$/i.test(
      order,
    );
  if (isUndo) return { kind: "undo" };
  return /^redo(?: it| that)?\.?$/i.test(order) ? tell("Press Redo above the text.") : null;
}

/** What people ask of a writer that the built-in engine is not. */
const limits: readonly { asks: RegExp; says: string }[] = [
  {
    asks: /\btranslat\w+|\b(?:in|into|to) (?:german|french|spanish|italian|portuguese|dutch|polish|turkish|japanese|chinese|korean|russian|arabic|hindi|deutsch)\b/i,
    says: "Translating needs a model, and none is set on this server. I write in English and in the words of the code; write the sentence yourself, and I put it in.",
  },
  {
    asks: /\b(?:friendl\w+|more (?:formal|casual|exciting|engaging|professional)|formal|informal|casual|tone|style|polish(?:ed)?|nicer|catch(?:y|ier)|reword|rephrase|paraphrase|grammar|spelling|typos?|emojis?|funn\w+|marketing|seo)\b/i,
    says: "Another tone or wording needs a model, and none is set on this server. I can make it shorter, say it in plain words, turn it into points, or put your own words in: change “…” to “…”.",
  },
];

function readLimit(order: string): Order | null {
  if (anyQuote.test(order) || /^(?:add|mention|say|note|state)\b/i.test(order)) return null;
  const limit = limits.find(({ asks }) => asks.test(order));
  return limit ? tell(limit.says) : null;
}

/** "change X to Y", "replace the second sentence with …", "say crews instead of staff". */
function readReplacement(order: string): Order | null {
  const instead =
    /^(?:use|say|write|call (?:it|them)|put)\s+(?<to>.+?)\s+(?:instead of|in place of|rather than|and not)\s+(?<from>.+)$/is.exec(
      order,
    ) ?? /^instead of\s+(?<from>.+?),?\s+(?:use|say|write|put)\s+(?<to>.+)$/is.exec(order);
  if (instead?.groups) return change(instead.groups["from"] ?? "", instead.groups["to"] ?? "");
  const found =
    /^(?:change|replace|swap|rename|substitute|correct|turn|make|exchange)\s+(?<from>["“„«].+?["”»]|.+?)\s+(?:to(?: say| read)?|with|by|into|for|=>|->|→)\s*:?\s+(?<to>.+)$/is.exec(
      order,
    );
  if (!found?.groups) return null;
  const { from = "", to = "" } = found.groups;
  if (new RegExp(`^(?:make|turn|change|convert)\\b`, "i").test(order) && isForm(to)) return null;
  const isPiece = new RegExp(`^(?:the\\s+|that\\s+)?(?:[\\w-]+\\s+)?${piece}\\b`, "i").test(from);
  if (isPiece) return { kind: "replace", reference: from, words: unquoted(to) };
  return /^(?:make|turn)\b/i.test(order) || new RegExp(`^${thing}$`, "i").test(from) ? null : change(from, to);
}

function change(from: string, to: string): Order {
  const words = (text: string) => unquoted(text.replace(/^(?:the )?(?:word|words|phrase|name|term)s?\s+/i, ""));
  const wanted = to.replace(everywhere, "");
  if (!anyQuote.test(to) && inOnePiece.test(wanted)) return tell(changesEverywhere);
  return { kind: "change", from: words(from), to: words(wanted) };
}

const everywhere = new RegExp(`\\s+(?:everywhere|throughout|(?:throughout|in|across)\\s+${thing})\\.?$`, "i");
const inOnePiece = new RegExp(`\\sin\\s+(?:the|this|that)\\s+(?:\\w+\\s+)?${piece}\\.?$`, "i");
const changesEverywhere =
  "I change words wherever they stand, and not in one sentence alone: replace that sentence with your own words.";

function isForm(text: string): boolean {
  return /\b(?:bullets?|points?|lists?|paragraphs?|prose|plain|simple|short|sentences?|characters|words)\b/i.test(text);
}

function readRemoval(order: string): Order | null {
  const found =
    /^(?:remove|delete|drop|cut out|omit|erase|take out|get rid of|leave out|strike|skip)\s+(?<refs>.+)$/is.exec(
      order,
    ) ??
    /^(?:take|leave|cut|throw)\s+(?<refs>.+?)\s+(?:out|away)\.?$/is.exec(order) ??
    /^(?:do not|don't|never)\s+(?:mention|say|speak of|talk about)\s+(?<refs>.+)$/is.exec(order) ??
    /^cut\s+(?<refs>(?:the\s+)?(?:first|last|second|third|\w+)\s+(?:sentence|paragraph|point|item).*)$/is.exec(order);
  const reference = found?.groups?.["refs"]?.trim();
  if (reference === undefined) return null;
  if (new RegExp(`^(?:all|${thing}|all of it)\\.?$`, "i").test(reference)) {
    return tell(
      "I do not empty the description: press Discard above the text to go back to what is saved, or say “write it anew”.",
    );
  }
  return { kind: "remove", reference: reference.replace(/\.$/, "") };
}

/** A description out of the code. */
function readWriting(order: string, hasText: boolean): Order | null {
  const writes = new RegExp(
    `^(?:re-?write|write|draft|compose|create|generate|make|prepare|redo|regenerate|start)\\b(?:\\s+(?:me|us|up))?\\s*(?:(?:an?|the|another|one|new|fresh|first|short|brief|long|longer|shorter|concise|detailed|good|better|draft of the|draft of a|product|project|it|this|over|again|anew|afresh|everything|whole)\\b\\s*)*(?:(?:product |project )?(?:description|draft|summary|text|one)\\b)?`,
    "i",
  ).exec(order);
  const isAsked =
    writes !== null &&
    (/\b(?:description|summary|draft)\b/i.test(writes[0]) ||
      /^(?:re-?write|redo|regenerate|write|draft|start)\s+(?:it|this|everything|over|again|anew|afresh|the (?:whole )?text)/i.test(
        order,
      ) ||
      /^draft\b/i.test(order));
  const isDescribed =
    /^(?:describe|summari[sz]e)\s+(?:the|this|our|my)\s+(?:whole\s+)?(?:product|project|code|app|application)\b/i.test(
      order,
    );
  if (!isAsked && !isDescribed) return null;
  if (hasText && /\b(?:shorter|longer|in plain|plainer|simpler)\b/i.test(order) && !/\bnew\b/i.test(order)) return null;
  const isShort = /\b(?:short|brief|concise)\b/i.test(order);
  const isLong = /\b(?:long|detailed|in detail|thorough)\b/i.test(order);
  return { kind: "write", characters: readLength(order, false, true) ?? (isShort ? 350 : isLong ? 2_500 : null) };
}

/** Points, paragraphs, plain words. */
function readForm(order: string): Order | null {
  if (
    /\b(?:no|without) (?:bullets?|bullet points|lists?|points)\b|\b(?:as|into|in) (?:prose|(?:flowing )?paragraphs?|full sentences)\b/i.test(
      order,
    )
  ) {
    return { kind: "prose" };
  }
  if (/\b(?:bullet(?:ed)?(?: points?| lists?)?|bullets|(?:as|into) (?:an? )?(?:lists?|points))\b/i.test(order))
    return { kind: "bullets" };
  const isPlain =
    /\b(?:plain(?:er)?(?: words| english| language)?|simpl(?:er|ify|ified)|simple (?:words|language|english)|less technical|non-?technical|no jargon|without (?:the )?jargon|easier to (?:read|understand)|for (?:managers|customers|beginners|non-?developers|everyone|everybody))\b/i;
  return isPlain.test(order) ? { kind: "plain" } : null;
}

function readLength(order: string, hasText: boolean, isFigure: true): number | null;
function readLength(order: string, hasText: boolean): Order | null;
function readLength(order: string, _hasText: boolean, isFigure = false): Order | number | null {
  const figure =
    /\b(?<number>\d{1,4}|one|two|three|four|five|six)\s*(?<unit>characters|chars|letters|words|sentences?|paragraphs?)\b/i.exec(
      order,
    )?.groups;
  const number = figure ? (numberWords[figure["number"]?.toLowerCase() ?? ""] ?? Number(figure["number"])) : null;
  const unit = figure?.["unit"]?.toLowerCase() ?? "";
  const characters =
    number === null
      ? null
      : unit.startsWith("word")
        ? number * 6
        : unit.startsWith("char") || unit.startsWith("letter")
          ? number
          : null;
  const sentences = number !== null && unit.startsWith("sentence") ? number : null;
  if (isFigure) return characters ?? (sentences === null ? null : sentences * 130);
  const isShorter =
    /\b(?:shorter|shorten|shortened|briefer|brief|more concise|concise|too long|less text|trim|condense|compress|cut (?:it|this|them|the text|the description) (?:down|to)|summari[sz]e (?:it|this)|tl;?dr|half as long|halve)\b/i.test(
      order,
    );
  if (isShorter || (number !== null && /^(?:make|bring|keep|get|limit|reduce|cut|fit)\b/i.test(order))) {
    const reference =
      new RegExp(`\\b(?:the\\s+)?(?:\\w+\\s+)?(?:paragraph|list)(?:\\s+\\d+)?\\b`, "i").exec(order)?.[0] ?? null;
    return { kind: "shorten", reference: unit.startsWith("paragraph") ? null : reference, characters, sentences };
  }
  const isLonger =
    /\b(?:longer|too short|lengthen|expand(?: it)?|more detail(?:ed|s)?|elaborate|in (?:more )?depth|say more|more text)\b/i.test(
      order,
    );
  const about = isLonger
    ? /\b(?:about|on|regarding)\s+(?!it$|this$)(?<about>.+)$/is.exec(order)?.groups?.["about"]
    : undefined;
  if (about !== undefined) return { kind: "add-about", about: unquoted(about), at: "end" };
  return isLonger ? { kind: "lengthen" } : null;
}

const numberWords: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

/** "add a paragraph about X", "mention that …", "add: “…”". */
function readAddition(order: string): Order | null {
  const placed =
    /^(?<order>.+?)\s*,?\s+(?:at|to|as|in) the (?<place>beginning|start|top|front|end|bottom)\b\.?$/is.exec(
      order,
    )?.groups;
  const text = placed?.["order"] ?? order;
  const at = /beginning|start|top|front/i.test(placed?.["place"] ?? "") ? "start" : "end";
  const said =
    /^(?:also\s+)?(?:add|mention|say|note|state|tell|write|include|point out|make clear|stress)\s+(?:in it\s+|there\s+)?(?:the (?:fact|information|note)\s+)?that\s+(?<words>.+)$/is.exec(
      text,
    );
  if (said?.groups) return { kind: "add-words", words: unquoted(said.groups["words"] ?? ""), at, isParagraph: false };
  const adds = new RegExp(
    `^(?:also\\s+)?(?:add|append|insert|include|mention|cover|put in|write|prepend)(?:\\s+|(?=:))(?:(?:an?other|an?|one more|one|the|some|this|new|short|brief|following)\\s+)*(?:(?<kind>${piece}|note|something|more|words?|text)\\b\\s*)?(?:(?<lead>(?:about|on|regarding|describing|explaining|saying|that says|which says|with|of|for|that)(?![\\p{L}\\p{N}-])|:|—|-)\\s*)?(?<rest>[\\s\\S]*)$`,
    "iu",
  ).exec(text)?.groups;
  if (!adds) return null;
  const { kind = "", lead = "", rest = "" } = adds;
  const quoted = anyQuote.exec(rest)?.[1];
  const isOwn = lead === ":" || /saying|says|^that$/i.test(lead) || quoted !== undefined;
  const isParagraph = /paragraph/i.test(kind);
  if (rest.trim() === "")
    return tell(
      "Say what it shall be about, for example: add a paragraph about offline use. Or give me the words: add “…”.",
    );
  if (isOwn) return { kind: "add-words", words: quoted ?? unquoted(rest), at, isParagraph };
  return { kind: "add-about", about: unquoted(rest), at };
}

function tell(text: string): Order {
  return { kind: "tell", text };
}
