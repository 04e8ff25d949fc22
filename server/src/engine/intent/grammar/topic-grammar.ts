import { codeTopics } from "./code-topics.ts";
import type { Vocabulary } from "./compile-pattern.ts";
import { compileGrammar, type IntentDefinition, type IntentGrammar } from "./intent-grammar.ts";
import type { TopicName, TopicPhrases } from "./topic-phrases.ts";
import { workTopics } from "./work-topics.ts";

const phrases: readonly TopicPhrases[] = [...codeTopics, ...workTopics];

const vocabulary: Vocabulary = {
  wordClasses: {
    whole: ["(product|project|system|service|app[lication]|repo[sitory]|codebase|code base|code|library|tool|package|program|platform|it)"], // prettier-ignore
    the: ["(the|this|our|your|a) [whole]"],
    how: ["how [is|are|do (i|we|you)|to|can (i|we|you)]"],
    declarations: /(?:[\w,]+ ){0,5}(?:functions?|classes|names|types|symbols|components|declarations)\b/i,
    work: ["jobs", "queues", "workers", "scheduled (tasks|work)"],
    built: ["build[s]", "test[s]", "release[s]"],
    "within-start": /.{0,30} ?start(?:-?up|s|ed)?\b/i,
  },
};

/** What the words of a prompt ask for. */
export const topicGrammar = topicsOf((one) => one.patterns);
/** Topics of prompts that begin with how, where, when, who or why. */
export const topicQuestionGrammar = topicsOf((one) => one.questions ?? []);

function topicsOf(patternsOf: (one: TopicPhrases) => readonly string[]): IntentGrammar<TopicName> {
  const intents = phrases.map((one): IntentDefinition<TopicName> => ({ ...one, patterns: patternsOf(one) }));
  return compileGrammar(intents, vocabulary, "within");
}

const partsByName = new Map(phrases.map(({ intent, parts = [] }) => [intent, parts]));

/** The topics that a topic is made of; empty for one that is of a piece. */
export function partsOfTopic(name: TopicName): readonly TopicName[] {
  return partsByName.get(name) ?? [];
}
