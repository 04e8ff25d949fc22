import { draftVocabulary } from "./draft-grammar.ts";
import { compileGrammar } from "./intent-grammar.ts";

const lead =
  "(:|about|on|for|of|regarding|describing|explaining|covering|showing|listing|with|that (explain[s]|describe[s]|show[s]|list[s]|cover[s]|say[s]|tell[s])|which (explain[s]|describe[s]|show[s]|list[s]|cover[s]|say[s])|to (explain|describe|show))";

const addsPart = "@add-verb [me] [@one-or-more] ~2 {part:parts}";
const addsNamed = "@add-verb [me] [@one-or-more] [_] @part (called|titled|named|with the title)";

/** Sections to add: read last, without the words that name their position. */
export const addGrammar = compileGrammar(
  [
    {
      intent: "add",
      examples: ["Add a section about retries", "add a diagram of the components", "mention the rate limits"],
      patterns: [
        `${addsNamed} {title:quoted} ${lead} {topic}`,
        `${addsNamed} {title:quoted}`,
        `${addsNamed} {title} ${lead} {topic}`,
        `${addsNamed} {title}`,
        `${addsPart} {title:quoted} ${lead} {topic}`,
        `${addsPart} {title:quoted}`,
        `${addsPart} ${lead} {topic}`,
        "@add-verb [me] [@one-or-more] [@quality] [@quality] {bare:parts}",
        "@add-verb [@one-or-more] {short} {named:part-word}",
        "(write|say|tell) [something|more] (about|on) {short}",
        "(add|append|insert|include|cover|mention|document) [(something|information) (about|on)] {short} (too|as well)",
        "(add|append|insert|include|cover|mention|document) [(something|information) (about|on)] {short}",
      ],
    },
  ],
  draftVocabulary,
  "whole",
);

/** The position of a new section, at the end of an order. */
export const positionGrammar = compileGrammar(
  [
    {
      intent: "position",
      examples: ["a section about caching before section 3"],
      patterns: ["{order} [,] &(before|above|after|below|under|behind|at the|as the|at position|at number) {position}", "{order} &(first|last) {position}"], // prettier-ignore
    },
    {
      intent: "misplaced",
      examples: [],
      patterns: ["{order} [,] &((before|above|after|below|under|behind) [the] section) {misplaced}", "{order} [,] &((before|above|after|below|under|behind|at the|as the) ... section) {misplaced}"], // prettier-ignore
    },
  ],
  draftVocabulary,
  "whole",
);

/** A position in the page. */
export const placeGrammar = compileGrammar(
  [
    {
      intent: "start",
      examples: ["at the top", "first"],
      patterns: ["[to|at|as|in] [the] [very] (top|start|beginning|front|first [section|place|position])"],
    },
    {
      intent: "end",
      examples: ["at the end", "last"],
      patterns: ["[to|at|as|in] [the] [very] (end|bottom|last [section|place|position]|back)"],
    },
    { intent: "up", examples: ["up one"], patterns: ["[to|at|as|in] up [one]"] },
    { intent: "down", examples: ["down"], patterns: ["[to|at|as|in] down [one]"] },
    {
      intent: "number",
      examples: ["to position 2"],
      patterns: ["[to|at|as|in] (position|place|number) {number:digits}", "[to|at|as|in] # {number:digits}"],
    },
    {
      intent: "before",
      examples: ["before Tests"],
      patterns: ["[to|at|as|in] (before|above|ahead of|in front of) {section}"],
    },
    {
      intent: "after",
      examples: ["below section 2"],
      patterns: ["[to|at|as|in] (after|below|under|behind|beneath) {section}"],
    },
  ],
  draftVocabulary,
  "whole",
);
