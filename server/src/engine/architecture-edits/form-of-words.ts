import type { EditedForm } from "./edited-draft.ts";

/** What people call each type. The first that a phrase ends or begins with counts, so longer names come first. */
const words: readonly (readonly [EditedForm, string])[] = [
  [
    "outside",
    "(?:outside|external|third[- ]party|3rd[- ]party)\\s+(?:services?|apis?|systems?|providers?|apps?|tools?)|(?:payment|e-?mail|identity|sms)\\s+provider|saas(?:\\s+service)?",
  ],
  [
    "queue",
    "(?:(?:message|job|task|work|event)\\s+)?queue|(?:(?:message|event)\\s+)?(?:broker|bus|stream)|(?:(?:kafka|pub\\/?sub|message)\\s+)?topic",
  ],
  [
    "store",
    "(?:(?:data|key[- ]value|object|file|blob|document)\\s*)?(?:store|storage)|(?:data\\s+)?warehouse|cache|(?:storage\\s+)?bucket|search\\s+index",
  ],
  ["fullstack", "full-?\\s?stack(?:\\s+(?:app|application|service))?"],
  [
    "frontend",
    "front-?\\s?end(?:\\s+(?:app|service))?|web\\s?-?(?:app|site|page|client|ui)|mobile\\s+app|single[- ]page app|spa|ui|user interface",
  ],
  ["database", "data\\s?base|db|sql database|schema"],
  ["library", "library|lib|package|sdk|shared module"],
  [
    "api",
    "back-?\\s?end(?:\\s+(?:service|api))?|(?:rest|http|graphql|grpc)\\s+(?:api|service)|micro-?\\s?service|api(?:\\s+service)?|worker|service|server|job",
  ],
];

/** As part of a pattern. */
export const formPattern = words.map(([, pattern]) => pattern).join("|");

/** The type that a word means, as a whole; null for any other. */
export function formOfWords(said: string): EditedForm | null {
  const text = said.trim();
  return words.find(([, pattern]) => new RegExp(`^(?:${pattern})s?$`, "i").test(text))?.[0] ?? null;
}
