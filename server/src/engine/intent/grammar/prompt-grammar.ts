import type { Vocabulary } from "./compile-pattern.ts";
import { compilePatterns, compilePhrase } from "./intent-grammar.ts";

const vocabulary: Vocabulary = {
  wordClasses: {
    reader: ["developer[s]", "engineer[s]", "newcomer[s]", "people", "reader[s]", "manager[s]", "audience", "colleague[s]", "someone", "somebody", "anyone", "everyone", "stakeholder[s]", "team[s]", "beginner[s]", "hire[s]"], // prettier-ignore
    form: ["word[s]", "sentence[s]", "paragraph[s]", "line[s]", "page[s]", "bullet[s]", "bullet point[s]", "table[s]", "list[s]", "english", "language", "tone", "style", "markdown", "terms", "format", "form", "detail[s]", "heading[s]", "column[s]"], // prettier-ignore
    shape: ["table[s]", "list[s]", "diagram[s]", "bullet[s]", "bullet points", "prose", "text", "chart[s]", "graph[s]", "flowchart[s]", "tree[s]"], // prettier-ignore
    "to-comma": /[^,.:;]*/,
    "to-end": /\b[^.;]*[.;!]?\s*$/,
  },
};

/** How a text is to be written and for whom: it asks for nothing. */
export const mannerPhrases: readonly RegExp[] = [
  ["(for|aimed at) [a|an|the|our|all] ~2 @reader@to-comma"],
  [
    "(in|within|with|using|use|under|at most|no more than|about|around|up to|not more than|one|two|three|four|five|six) ~3 @form",
  ],
  ["as [a|an] ~2 @shape"],
  ["(keep it|stay|make it|make sure|avoid|do not|don't|only write|write in)@to-end"],
  ["(give|tell|show|help) [the|our|all] [new] @reader"],
  ["as far as the code (shows|tells|says) [it]"],
].map((patterns) => compilePhrase(patterns, vocabulary));

/** A clause that only a topic's own questions answer. */
export const questionClause = compilePatterns(
  ["[and|so] [(explain|describe|say|tell|show|write) ~2] (how|why|when|where|who|what happens) ..."],
  { scope: "whole" },
);

/** "Describe how refunds are made" is the question how refunds are made. */
export const commandedQuestion = compilePatterns(
  [
    "[please] tell _ [a|an|the] [(section|paragraph|page|summary|description|explanation|overview) (about|of|on)] {question}",
    "[please] (write|explain|describe|summari(s|z)e|outline|say|show|document|give|provide) [a|an|the] [(section|paragraph|page|summary|description|explanation|overview) (about|of|on)] {question}",
  ],
  { scope: "whole" },
);

/** Phrases around the subject of a prompt that name nothing themselves. */
export const aboutPhrase = compilePhrase([
  "the [main|key|most important] [business] (rule[s]|logic|behaviour[s]|behavior[s]|workflow[s]|process|details) (for|of|behind|around)",
]);
