import type { SectionOutput } from "#server/engine/sections/section-text.ts";

import { edit, problem, splits, type Command, type TurnGround } from "./command.ts";
import { findSection, isSection, isTitle, unquoted } from "./find-section.ts";
import { interpretAddition } from "./interpret-addition.ts";
import { interpretLimit } from "./interpret-limit.ts";
import { interpretMove } from "./interpret-move.ts";
import { maxTitleLength, quoted, shorten, type DraftEdit, type DraftSection } from "./page-draft.ts";

const courtesy =
  /^(?:(?:ok(?:ay)?|great|good|nice|thanks?(?: you)?|perfect|well|so|now|next|and|also|then|please|hey|hi|hello|hmm|actually|instead(?! of\b)|finally|just|maybe)\b[,.!:]?\s+)+/i;
const request =
  /^(?:(?:can|could|would|will) (?:you|we)\s+(?:please\s+|also\s+|now\s+|just\s+)*|(?:i(?:'d| would)? (?:like|want|need)(?: you)? to|let'?s|we (?:should|need to|could|must)|you (?:should|can|could|must))\s+)/i;
const longing =
  /^(?:i(?:'d| would)? (?:like|want|need)|we need|there should be|it (?:also )?needs|give me)\s+(?=an?\b|another\b|one more\b|some\b)/i;
const question =
  /^(?:how|what|what's|why|where|who|whose|which|when|is|are|was|were|does|do|did|has|have|explain|describe|tell|show me)\b/i;

/** The order itself: "could you please add …" is "add …". */
export function withoutCourtesy(text: string): string {
  const bare = text.trim().replace(courtesy, "").replace(request, "").replace(courtesy, "").trim();
  return longing.test(bare) ? bare.replace(longing, "add ") : bare;
}

/** What one sentence orders; null where it orders nothing that is known. */
export function interpretCommand(sentence: string, ground: TurnGround): Command | null {
  const order = sentence.trim().replace(/[\s.!]+$/, "");
  if (order === "" || (question.test(order) && !/^(?:show|describe) .+ (?:as|in) an? /i.test(order))) return null;
  for (const read of readers) {
    const command = read(order.replace(/\s*\?+$/, ""), ground);
    if (command) return command;
  }
  return null;
}

type CommandParser = (order: string, ground: TurnGround) => Command | null;

const readers: readonly CommandParser[] = [
  readTitle,
  readRest,
  readPlace,
  interpretMove,
  readOutput,
  readRemoval,
  readRename,
  readRewrite,
  (order) => interpretLimit(order),
  interpretAddition,
];

function readTitle(order: string): Command | null {
  const found =
    /^(?:the\s+)?(?:page\s+)?title\s*(?::|=|should be|is|shall be)\s*(?<a>.+)$/is.exec(order) ??
    /^(?:change|set|make|update|edit)\s+(?:the\s+)?(?:page(?:'s)?\s+|page\s+)?title\s+(?:of\s+(?:the|this)\s+(?:page|draft|document)\s+)?(?:to|be|into|:)\s*(?<a>.+)$/is.exec(
      order,
    ) ??
    /^(?:call|name|title|rename|retitle)\s+(?:(?:the|this)\s+(?:page|draft|document)|it)\s+(?:to\s+|as\s+|into\s+)?(?<a>.+)$/is.exec(
      order,
    );
  const title = unquoted(found?.groups?.["a"] ?? "");
  if (!found) return null;
  if (title.length < 2) return problem("Title is too short");
  if (title.length > maxTitleLength) return problem(`Title can't be longer than ${maxTitleLength} characters`);
  return { ...edit({ kind: "title", title }), isForEmpty: true };
}

function readRest(order: string, { draft }: TurnGround): Command | null {
  const isRest =
    /^(?:go on|continue|keep going|carry on|proceed|try again|retry|finish(?: it| the page| writing)?|write (?:the )?(?:rest|remaining|missing|others|empty)(?: (?:ones|sections|parts))?)$/i.test(
      order,
    );
  if (!isRest || draft.sections.length === 0) return null;
  return edit({ kind: "write-rest" });
}

/** To which service the page belongs. */
function readPlace(order: string, { services }: TurnGround): Command | null {
  const found =
    /^(?:put|place|move|file|attach|assign|add|save|store)\s+(?:it|this|(?:this|the)\s+(?:page|draft|document))\s+(?:in(?:to)?|below|under|to|at|with|for)\s+(?:the\s+)?(?<name>.+)$/i.exec(
      order,
    ) ??
    /^(?:it|this|(?:this|the)\s+(?:page|draft|document))\s+(?:belongs to|is for|is about|should be (?:for|in|below|under)|goes (?:to|into|below|under))\s+(?:the\s+)?(?<name>.+)$/i.exec(
      order,
    );
  if (!found) return null;
  const raw = unquoted(found.groups?.["name"] ?? "");
  const isService = /\bservice\b/i.test(raw);
  const name = unquoted(raw.replace(/^service\s+|\s+service$/i, "")).toLowerCase();
  if (/^(?:whole |entire )?(?:product|project|top|no service|root)$/.test(name)) {
    return edit({ kind: "place", serviceId: null });
  }
  const service = services.find((one) => one.name.toLowerCase() === name);
  if (service) return edit({ kind: "place", serviceId: service.serviceId });
  if (!isService) return null;
  const known = services.map((one) => quoted(one.name)).join(", ");
  return problem(
    `There is no service ${quoted(name)} in this product. ${known && `Its services are ${known}.`}`.trim(),
  );
}

const outputs: readonly (readonly [RegExp, SectionOutput])[] = [
  [/^(?:an?\s+)?(?:[\w-]+\s+)?(?:diagram|mermaid(?: diagram)?|flow ?chart|chart|graph|picture|drawing)$/i, "mermaid"],
  [/^(?:an?\s+)?(?:plain[- ]text)$/i, "plain-text"],
  [/^(?:an?\s+)?(?:markdown|prose|text|normal text|words)(?: again)?$/i, "markdown"],
];

/** "make Components a diagram", "draw section 2". */
function readOutput(order: string, { draft }: TurnGround): Command | null {
  const drawn = /^(?:draw|sketch|visuali[sz]e)\s+(?<ref>.+?)(?:\s+(?:as|in) (?<output>.+))?$/i.exec(order);
  if (drawn?.groups && isSection(drawn.groups["ref"] ?? "", draft.sections)) {
    return rewriteAs(drawn.groups["ref"] ?? "", "mermaid", draft.sections);
  }
  const found = /^(?:make|turn|convert|change|show|render|write|rewrite|switch|describe)\s+(?<rest>.+)$/i.exec(order);
  const rest = found?.groups?.["rest"] ?? "";
  for (const [, ref = "", wanted = ""] of splits(rest, /\s+(?:(?:in)?to|as|be|in)\s+|\s+(?=an?\s)/gi)) {
    const output = outputs.find(([words]) => words.test(unquoted(wanted)))?.[1];
    if (output) return rewriteAs(ref, output, draft.sections);
  }
  return null;
}

function rewriteAs(reference: string, output: SectionOutput, sections: readonly DraftSection[]): Command {
  const found = findSection(reference, sections);
  if ("problem" in found) return problem(found.problem);
  return edit({ kind: "rewrite", sectionId: found.section.sectionId, prompt: null, output });
}

function readRemoval(order: string, { draft }: TurnGround): Command | null {
  const found =
    /^(?:remove|delete|drop|cut|omit|erase|skip|take out|get rid of|leave out|throw (?:out|away))\s+(?<refs>.+)$/i.exec(
      order,
    ) ?? /^(?:take|leave|throw|cut)\s+(?<refs>.+?)\s+(?:out|away)$/i.exec(order);
  const refs = found?.groups?.["refs"];
  if (refs === undefined) {
    const clears = /^(?:start (?:over|again|afresh|from scratch)|clear (?:it|(?:the|this) (?:page|draft)))$/i.test(
      order,
    );
    return clears ? removeAll(draft.sections) : null;
  }
  if (
    /^(?:all|everything|all (?:of )?(?:the )?sections|the whole (?:page|draft)|(?:the|this) (?:page|draft))$/i.test(
      refs,
    )
  ) {
    return removeAll(draft.sections);
  }
  const several = /^(?:the )?sections?\s+\d[\d\s,and&]*$/i.test(refs)
    ? refs
        .replace(/^(?:the )?sections?\s+/i, "")
        .split(/\s*(?:,|and|&)\s*/i)
        .filter(Boolean)
    : null;
  const whole = isSection(refs, draft.sections) ? [refs] : refs.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const wanted = (several ?? whole).map((reference) => findSection(reference, draft.sections));
  const ids = new Set(wanted.flatMap((one) => ("section" in one ? [one.section.sectionId] : [])));
  return {
    edits: [...ids].map((sectionId) => ({ kind: "remove", sectionId })),
    problems: wanted.flatMap((one) => ("problem" in one ? [one.problem] : [])),
  };
}

function removeAll(sections: readonly DraftSection[]): Command {
  return edit(...sections.map(({ sectionId }): DraftEdit => ({ kind: "remove", sectionId })));
}

function readRename(order: string, { draft }: TurnGround): Command | null {
  const found = /^(?:rename|retitle|change(?: the (?:title|name|heading) of)?|call|title|name)\s+(?<rest>.+)$/is.exec(
    order,
  );
  if (!found) return null;
  const named =
    /^(?:call|name|title)\s+(?<ref>(?:the\s+)?(?:\S+\s+)?section(?:\s+\d+)?)\s+(?!to\s|as\s|into\s)(?<name>.+)$/is.exec(
      order,
    )?.groups;
  const isCertain = /^(?:rename|retitle|change the (?:title|name|heading))/i.test(order);
  const cuts = [...splits(found.groups?.["rest"] ?? "", /\s+(?:to|into|as|=>|->)\s+|\s+(?=["“])/gi)];
  const ways = named ? [["", named["ref"] ?? "", named["name"] ?? ""] as const, ...cuts] : cuts;
  const [, reference = "", wanted = ""] =
    ways.find(([, ref]) => isSection(ref, draft.sections)) ?? (isCertain ? (ways[0] ?? []) : []);
  if (reference === "" || wanted === "") return null;
  const section = findSection(reference, draft.sections);
  const title = unquoted(wanted);
  if ("problem" in section) return problem(section.problem);
  if (title.length < 2) return problem("Title is too short");
  return edit({ kind: "rename", sectionId: section.section.sectionId, title: shorten(title, maxTitleLength) });
}

/** "write section 2 again, about …" */
function readRewrite(order: string, { draft }: TurnGround): Command | null {
  const found =
    /^(?:rewrite|re-write|regenerate|redo|refresh|renew|update|write|improve|rework|fix|expand|extend)\s+(?:on\s+)?(?<rest>.+)$/is.exec(
      order,
    );
  if (!found) return null;
  const rest = (found.groups?.["rest"] ?? "").replace(/\s+(?:again|anew|once more|from scratch)$/i, "");
  if (/^(?:it|all|everything|all (?:of )?(?:the )?sections|(?:the|this)(?: whole)? (?:page|draft))$/i.test(rest)) {
    const auto = draft.sections.filter(({ instructions }) => instructions !== null);
    return edit(
      ...auto.map(({ sectionId }): DraftEdit => ({ kind: "rewrite", sectionId, prompt: null, output: null })),
    );
  }
  if (isTitle(rest, draft.sections)) return rewriteAbout(rest, null, draft.sections);
  const joins =
    /\s*[,:]\s*|\s+(?:again\s+|anew\s+)?(?:about|on|so that it|with|but|to (?:say|cover|include|explain|describe|mention|focus on)|(?:and )?(?:focus(?:ing)? on|mention|cover|explain|describe))\s+/gi;
  const ways = [...splits(rest, joins)];
  const way =
    ways.find(([, ref]) => isTitle(withoutAgain(ref), draft.sections)) ??
    ways.find(([, ref]) => isSection(withoutAgain(ref), draft.sections));
  if (way) return rewriteAbout(withoutAgain(way[1] ?? ""), (way[2] ?? "").trim(), draft.sections);
  if (isSection(rest, draft.sections)) return rewriteAbout(rest, null, draft.sections);
  const isMeant =
    /^(?:rewrite|re-write|regenerate|redo)\b/i.test(order) ||
    /\bsection\b/i.test(rest.split(/\s+(?:about|on)\s+/i)[0] ?? "");
  if (!isMeant || /^(?:an?|another|one)\s/i.test(rest)) return null;
  const reference = findSection(rest, draft.sections);
  return "problem" in reference ? problem(reference.problem) : null;
}

function withoutAgain(reference: string): string {
  return reference.replace(/\s+(?:again|anew|once more|from scratch)$/i, "");
}

function rewriteAbout(reference: string, about: string | null, sections: readonly DraftSection[]): Command {
  const found = findSection(reference, sections);
  if ("problem" in found) return problem(found.problem);
  const { sectionId, title, instructions } = found.section;
  const prompt = about === null ? null : about.replace(/^(?:about|on|again)[\s,:]+/i, "").trim();
  if (prompt === null && instructions === null) {
    return problem(`${quoted(title)} was written by hand; say what it shall be about, and I write it from the code.`);
  }
  return edit({ kind: "rewrite", sectionId, prompt: prompt === "" ? null : prompt, output: null });
}
