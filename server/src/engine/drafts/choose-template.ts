import { isWeakWord, stem, stemsOf, subjectWords } from "#server/engine/intent/words.ts";

import type { PlannedSection } from "./page-draft.ts";

/** Sections that somebody thought of before. */
export interface PageTemplate {
  title: string;
  sections: readonly PlannedSection[];
}

/** Other words people ask for a page of this kind with, by the template's title in lower case. */
const otherWords: Readonly<Record<string, RegExp>> = {
  "system overview":
    /\b(?:(?:system|product|project|general|technical|architecture|high[- ]level) overview|overview of (?:the|this|our) (?:whole )?(?:system|product|project|code ?base|architecture)|overview|architecture|big picture|introduction)\b/gi,
  "service reference": /\b(?:service (?:page|documentation|docs|handbook|profile))\b/gi,
  "api reference":
    /\b(?:(?:rest |http )?api (?:page|documentation|docs|guide|description)|(?:reference|list|documentation) of (?:all |the )*(?:rest |http )?(?:endpoints?|apis?|routes)|(?:rest |http )?endpoints?|rest api|the apis?)\b/gi,
  "data model":
    /\b(?:database (?:schema|model|tables|documentation)|data ?base|(?:er|entity)[- ](?:relationship )?diagram|entities|(?:db )?schema|data structures?)\b/gi,
  runbook: /\b(?:run ?books?|operations? (?:guide|manual|handbook)|on[- ]?call(?: guide| handbook)?|playbook)\b/gi,
  onboarding:
    /\b(?:on-?boarding|getting[- ]started|get started|set-?up|installation|first (?:day|week|steps)|new ?comers?)\b/gi,
  "decision records":
    /\b(?:adrs?|(?:architecture |architectural |design |technical )*decisions?(?: log| records?)?)\b/gi,
  "release notes": /\b(?:change ?logs?|what(?:'s| is| has)? (?:new|changed)(?: lately| recently)?|recent changes)\b/gi,
};

/** Words of a prompt for a page that say nothing of what it is about. */
const generic = new Set(
  stemsOf(
    `page pages document documentation docs doc guide article text wiki handbook manual reference short brief concise long
    detailed complete comprehensive full good nice new newcomer newcomers developer developers engineer engineers team teams
    teammate colleague colleagues people everyone everybody whole entire section sections covering includes including
    containing technical internal template based using simple clear proper useful overview page's beginner beginners
    reader readers service services product system`,
  ),
);

/**
 * The template whose words the prompt holds and nothing of its own besides: "an onboarding page for new people" is one,
 * "onboarding of harbours" is a subject. The organization's own come before those that come with the product.
 */
export function chooseTemplate(query: string, templates: readonly PageTemplate[]): PageTemplate | null {
  const fitting = templates
    .map((template) => ({ template, rest: withoutTemplate(query, template.title) }))
    .filter(({ rest }) => rest !== null && subjectOf(rest).length === 0);
  // The longest title says most: "Service overview" before "Overview".
  return fitting.toSorted((a, b) => b.template.title.length - a.template.title.length)[0]?.template ?? null;
}

/** The prompt without the words that name the template; null where it does not name it. */
function withoutTemplate(query: string, title: string): string | null {
  const other = otherWords[title.toLowerCase()];
  const rest = other ? query.replaceAll(other, " ") : query;
  const named = new Set(stemsOf(title));
  const held = new Set(stemsOf(query));
  if ([...named].every((word) => held.has(word))) {
    return rest.replaceAll(/[\p{L}\p{N}'’-]+/gu, (word) => (named.has(stem(word)) ? " " : word));
  }
  return rest === query ? null : rest;
}

/** What a prompt is about, beyond that it is a page. */
export function subjectOf(query: string): string[] {
  return subjectWords(query).filter((word) => !generic.has(stem(word)) && !isWeakWord(word));
}
