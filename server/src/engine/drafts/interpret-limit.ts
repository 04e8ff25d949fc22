import { problem, type Command } from "./command.ts";

/** What people ask of a writer that the built-in engine is not: it puts together what the code says, word for word. */
const limits: readonly { asks: RegExp; says: string }[] = [
  {
    asks: /\b(?:shorter|shorten|shortened|briefer|more concise|too long|less text|trim|condense|cut (?:it|this|them|the text) down|summari[sz]e (?:it|this|the page|section)|tl;?dr)\b/i,
    says: "I cannot shorten text without a model: I write what the code says and no sentence of my own. Remove what is too much, or cut it by hand in the editor.",
  },
  {
    asks: /\b(?:longer|too short|lengthen|more detail(?:ed|s)?|elaborate|in depth|in more depth)\b/i,
    says: "I cannot make text longer without a model: I say what the code says. Name what is missing, and I add a section about it.",
  },
  {
    asks: /\b(?:(?:only |as |in(?:to)? |with |use )?(?:bullet(?:ed)?(?: points?| lists?)?|bullets)|as (?:an? )?(?:numbered )?(?:list|table)|into (?:an? )?(?:list|table))\b/i,
    says: "I cannot bring text into bullet points or tables without a model: lists and tables come where the code has them. You can change the form by hand in the editor.",
  },
  {
    asks: /\btranslat\w+|\bin (?:german|french|spanish|italian|portuguese|dutch|polish|turkish|japanese|chinese|korean|russian)\b/i,
    says: "I cannot translate without a model: I write in English and in the words of the code.",
  },
  {
    asks: /\b(?:friendl\w+|formal|informal|casual|tone|style|simpl(?:er|ify|ified)|plainer|easier to read|less technical|more technical|non-?technical|reword|rephrase|polish|nicer|better|wording|grammar|spelling|emojis?|funn\w+|for (?:managers|customers|children|beginners))\b/i,
    says: "I cannot change style or wording without a model: I write what the code says. You can reword it by hand in the editor.",
  },
];

/** Says plainly what cannot be done, where that is what is asked for. */
export function interpretLimit(order: string): Command | null {
  if (/^undo\b|^(?:revert|take back|go back)\b/i.test(order)) {
    return problem("Press Undo above the draft: it takes back my changes one by one.");
  }
  if (/^(?:publish|save)(?: it| this| the page| the draft| now)*$/i.test(order)) {
    return problem("Publishing is up to you: press Publish above the draft when it is ready.");
  }
  if (
    /^(?:thanks?|thank you|great|perfect|ok(?:ay)?|nice|good|cool|done|looks good|that's (?:it|all))\b[\w\s,!]{0,20}$/i.test(
      order,
    )
  ) {
    return problem("Press Publish above the draft when it is ready, or tell me what to change.");
  }
  if (/\b(?:section|page|chapter)s? (?:about|on)\b/i.test(order)) return null;
  const limit = limits.find(({ asks }) => asks.test(order));
  return limit ? problem(limit.says) : null;
}
