import { interpretPrompt } from "#server/engine/intent/interpret-prompt.ts";
import { topicNamed } from "#server/engine/pages/plan/topics.ts";
import { capitalized, unquoted } from "#server/engine/text/quoting.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { chooseTemplate, subjectOf, type PageTemplate } from "./choose-template.ts";
import { maxDraftSections, maxTitleLength, shorten, type PlannedSection } from "./page-draft.ts";

/** What a page can be planned from. */
export interface PlanGround {
  templates: readonly PageTemplate[];
  services: readonly { serviceId: string; name: string }[];
}

export interface DraftPlan {
  title: string;
  /** Null where the page is about the whole product, or where the prompt does not say. */
  serviceId: string | null;
  /** Title of the template its sections come from; null where they come from the prompt alone. */
  template: string | null;
  sections: PlannedSection[];
}

const maxTitleWords = 90;
const pageWords =
  "(?:page|document|documentation|docs?|guide|article|text|write-?up|wiki(?: page)?|manual|handbook|how-?to|tutorial|explanation)";
const opening = new RegExp(
  `^(?:please\\s+)?(?:write|explain|describe|create|make|generate|draft|prepare|give me|i need|i want|we need|document|produce|build|start)\\b(?:\\s+(?:me|us))?(?:\\s+(?:a|an|the|one|our|some)\\b)?`,
  "i",
);
const pageAbout = new RegExp(
  `^\\s*(?:(?:an?|the|one)\\s+)?(?:(?:new|short|brief|detailed|complete|comprehensive|technical|good|simple|small|nice)\\s+){0,3}${pageWords}\\s*(?:about|on|for|of|that (?:explains?|describes?|documents?|covers?|shows?)|(?:which|explaining|describing|documenting|covering)(?: (?:explains?|describes?))?|to explain|called|titled|named|:)\\s*`,
  "i",
);

/**
 * Aspects that a page on any part of the code may have. Those that the code says nothing about are left out when it is
 * written.
 */
const aspects: readonly { title: string; ask: (subject: string) => string }[] = [
  { title: "How it works", ask: (subject) => `How ${isPlural(subject) ? "do" : "does"} ${subject} work?` },
  { title: "Where it is used", ask: (subject) => `What uses ${subject}?` },
  { title: "Endpoints", ask: (subject) => `Which endpoints belong to ${subject}?` },
  { title: "Configuration", ask: (subject) => `Which settings configure ${subject}?` },
  {
    title: "When something fails",
    ask: (subject) => `Which errors ${isPlural(subject) ? "do" : "does"} ${subject} report?`,
  },
  { title: "Tests", ask: (subject) => `Which tests cover ${subject}?` },
  { title: "Recent changes", ask: (subject) => `What changed recently in ${subject}?` },
];

/** Interprets a request for a page: its title, where it belongs, and three to eight sections with their prompts. */
export function planPage(query: string, ground: PlanGround): DraftPlan {
  const named = nameIn(query);
  const about = named ? query.replace(named.phrase, " ") : query;
  const service = serviceIn(about, ground.services);
  const listed = listedSections(about);
  const reported = (listed ? about.replace(listed.phrase, " ") : about).trim();
  const subject = subjectPhrase(reported);
  const template = chooseTemplate(withoutName(reported, service?.name), ground.templates);
  const plan = { serviceId: service?.serviceId ?? null, template: null };
  if (template && !listed) {
    const title = named?.name ?? (service ? `${service.name}: ${template.title}` : template.title);
    return { ...plan, title, template: template.title, sections: [...template.sections] };
  }
  const title = named?.name ?? titleOf(listed && saysOnlyPage(subject) ? enumerate(listed.titles) : subject);
  if (listed) return { ...plan, title, sections: listed.titles.map((one) => requestedSection(one, reported)) };
  const topics = topicSections(subject, service?.name);
  return { ...plan, title, sections: topics.length >= 2 ? topics : aspectSections(subject, service?.name) };
}

/** "Write a page that covers tides and boats" has no subject but the sections it lists. */
function saysOnlyPage(subject: string): boolean {
  return subject === "" || new RegExp(`^${pageWords}$`, "i").test(subject);
}

/** A section from the few words somebody has for it. */
export function requestedSection(words: string, context = ""): PlannedSection {
  const prompt = words.trim();
  const isDiagram = /\b(?:diagrams?|mermaid|flow ?charts?|draw(?:n|ing)?|er model)\b/i.test(prompt);
  const isAlone = subjectOf(prompt).length > 0 || subjectOf(context).length === 0;
  return {
    title: sectionTitle(prompt),
    prompt: isAlone ? prompt : `${prompt} of ${subjectPhrase(context)}`,
    output: isDiagram ? "mermaid" : "markdown",
  };
}

/** A heading from a prompt: "how refunds are made" is "How refunds are made". */
function sectionTitle(words: string): string {
  const bare = unquoted(words)
    .replace(/^(?:explain|describe|show|list|tell|say|document|draw)\s+(?:me\s+)?/i, "")
    .replace(/^(?:what|which)\s+(?:is|are)\s+(?=the\s)/i, "")
    .replace(/^(?:the|a|an|our)\s+/i, "")
    .replace(/\s*\?+$/, "");
  const title = capitalized(shorten(bare.split(/\n/)[0] ?? "", maxTitleWords));
  return title.length >= 2 ? title : "Section";
}

function titleOf(subject: string): string {
  const how = /^how (?:do|does|did|is|are|can|should|to)\b/i.test(subject) ? asStatement(subject) : subject;
  const bare = how.replace(/^(?:the|our|a|an)\s+/i, "").replace(/[?.!\s]+$/, "");
  const title = capitalized(shorten(bare.split("\n")[0] ?? "", maxTitleWords)).slice(0, maxTitleLength);
  return title.length >= 2 ? title : "New page";
}

/** "how does the board compute delays" is, as a title, "how the board computes delays" without its "does". */
function asStatement(question: string): string {
  return question
    .replace(/^how (?:do|does|did|can|should) (?:i|we|you|one) /i, "how to ")
    .replace(/^how (?:does|do) (.+?) work\b/i, (_, thing: string) => `how ${thing} work${/s$/i.test(thing) ? "" : "s"}`)
    .replace(/^how (is|are) (.+?) (\w+(?:ed|en|un|ade|old|ent|ught))\b/i, "how $2 $1 $3");
}

/** What the page is to be about, without the words that ask for a page. */
function subjectPhrase(query: string): string {
  const first = query.trim().replace(/\s+/g, " ");
  const opened = first.replace(opening, "").replace(pageAbout, "");
  const bare = (opened === "" ? first : opened)
    .replace(/^\s*(?:about|on|of|for|that (?:explains?|describes?))\s+/i, "")
    .replace(/\s*[,.;:]?\s*(?:with|including|and)\s*$/i, "")
    .replace(/[\s.!,;:]+$/, "");
  return unquoted(bare) || first;
}

/** A page that the prompt gives a name to. */
function nameIn(query: string): { name: string; phrase: string } | null {
  const found = /\b(?:called|titled|named|with the title|entitled)\s+["“'‘]([^"”'’]{2,128})["”'’]/i.exec(query);
  const name = found?.[1]?.trim();
  return found && name ? { name, phrase: found[0] } : null;
}

/** The service that the prompt names as a service, or after a word that leads to one. */
function serviceIn(query: string, services: PlanGround["services"]) {
  return services.find(({ name }) => {
    const word = escaped(name);
    return new RegExp(
      `\\b(?:service\\s+["“'\`]?${word}(?![\\w-])|${word}["”'\`]?\\s+service\\b|(?:for|of|in|below|under)\\s+(?:the\\s+)?["“'\`]?${word}["”'\`]?\\s*(?:[.,;!?]|$))`,
      "i",
    ).test(query);
  });
}

function withoutName(text: string, name: string | undefined): string {
  return name === undefined ? text : text.replaceAll(new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, "gi"), " ");
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Sections that the prompt lists itself, in a sentence or line by line. */
function listedSections(query: string): { titles: string[]; phrase: string } | null {
  const lines = [...query.matchAll(/^\s*(?:[-*•]|\d+[.)])\s+(.{2,200})$/gm)];
  if (lines.length >= 2) {
    const phrase = query.slice(lines[0]?.index ?? 0);
    return { titles: lines.map(([, title]) => unquoted(title ?? "")).slice(0, maxDraftSections), phrase };
  }
  const found =
    /[,;.:]?\s+(?:with|including|having|containing|(?:it|which|that)\s+(?:should|must|shall|has to)\s+(?:have|cover|include|contain)|split into|divided into)\s+(?:the\s+)?(?:following\s+)?(?:(?:\w+\s+)?(?:sections?|chapters|parts)\s*(?:on|about|for|called|named|titled|:)?)\s*([^\n.]+)|[,;.:]?\s+(?:covering|and cover|that covers|covers)\s+([^\n.]+)/i.exec(
      query,
    );
  const list = found?.[1] ?? found?.[2];
  if (!found || list === undefined) return null;
  const titles = splitList(list);
  return titles.length >= 2 ? { titles: titles.slice(0, maxDraftSections), phrase: found[0] } : null;
}

/** "a, b and c", also "a and one on b", each by what it is about. */
export function splitList(list: string): string[] {
  return list
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+(?:also\s+)?|\s*;\s*/i)
    .map((one) => unquoted(one.replace(/^(?:another |a (?:second|third) )?one (?:about|on|for|covering)\s+/i, "")))
    .filter((one) => /\p{L}{2}/u.test(one));
}

/** The topics that the built-in engine always knows to write about, where the prompt names several and nothing else. */
function topicSections(subject: string, serviceName: string | undefined): PlannedSection[] {
  const parts = interpretPrompt({ title: "", prompt: subject }, serviceName === undefined ? [] : [serviceName]);
  if (parts.some(({ kind }) => kind === "question")) return [];
  return parts.flatMap((part) => {
    if (part.kind === "question") return [];
    const { heading } = topicNamed(part.topic);
    return [{ title: heading, prompt: `Write about: ${heading}.`, output: "markdown" as const }];
  });
}

/** A page on something that only this code knows. */
function aspectSections(subject: string, serviceName: string | undefined): PlannedSection[] {
  const isQuestion = /^(?:how|what|why|where|when|which|who)\b/i.test(subject);
  const words = isQuestion ? subjectOf(subject).join(" ") : subject.replace(/^(?:the|our)\s+/i, "the ");
  const about = words || serviceName || subject;
  const first: PlannedSection = isQuestion
    ? {
        title: /^how\b/i.test(subject) ? "How it works" : "Overview",
        prompt: `${subject.replace(/[?.!\s]+$/, "")}?`,
        output: "markdown",
      }
    : { title: "Overview", prompt: `What ${isPlural(about) ? "are" : "is"} ${about}?`, output: "markdown" };
  const rest = aspects
    .filter(({ title }) => title !== first.title)
    .map(({ title, ask }) => ({ title, prompt: ask(about), output: "markdown" as const, about: subjectOf(about) }));
  return [first, ...rest];
}

/** By the last word of its first noun phrase: "the tide tables" are, "the clock of the boats" is. */
function isPlural(subject: string): boolean {
  const noun = subject.split(/\s+(?:of|in|for|on|from|with|to|that|which|by|at)\s+/i)[0] ?? "";
  return /(?:[^sui]s|ies)$/i.test(noun) || /\sand\s/i.test(noun);
}
