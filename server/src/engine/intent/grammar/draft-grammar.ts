import type { Vocabulary } from "./compile-pattern.ts";
import { compileGrammar, compilePatterns, type IntentDefinition } from "./intent-grammar.ts";
import { languages } from "./languages.ts";

type DraftIntent =
  | "title"
  | "write-rest"
  | "place"
  | "swap"
  | "move"
  | "form"
  | "remove-all"
  | "remove"
  | "rename"
  | "rewrite-all"
  | "rewrite"
  | "undo"
  | "publish"
  | "thanks"
  | "shorten"
  | "lengthen"
  | "list"
  | "translate"
  | "style";

/** What orders about a draft share. */
export const draftVocabulary: Vocabulary = {
  wordClasses: {
    page: ["(the|this) (page|draft|document)"],
    "it-page": ["it", "this", "@page"],
    beside: ["[to] (before|above|after|below|under|behind|ahead|at|as|to|up|down|first|last|in front)"],
    "add-verb": ["(add|append|insert|include|write|create|generate|make|draw|cover|mention|document)"],
    "one-or-more": ["(another|one more|an|a|one|the|some|two|three|@digits)"],
    digits: /\d+/,
    part: ["(section|part|paragraph|chapter|heading|subsection)"],
    quality: ["(new|short|brief|small|little|long|empty|more|further)"],
    "rename-verb": ["(rename|retitle|call|title|name)", "change [the (title|name|heading) of]"],
    "rename-for-sure": ["(rename|retitle)", "change the (title|name|heading) [of]"],
    becomes: ["to", "into", "as", "=>", "->"],
    "quote-mark": /["“]/,
    "rewrite-verb": ["(rewrite|re-write|regenerate|redo|refresh|renew|update|write|improve|rework|fix|expand|extend)"],
    again: ["again", "anew", "once more", "from scratch"],
    "form-verb": ["(make|turn|convert|change|show|render|write|rewrite|switch|describe)"],
    "short-rest": /\b[\w\s,!]{0,20}$/,
  },
  slotTypes: {
    product: ["[whole|entire] (product|project)", "top", "no service", "root"],
    digits: /\d{1,3}/,
    quoted: /["“'‘][^"”'’]+["”'’]/,
    "section-words": ["[the] [_] section [@digits]"],
    diagram: ["[a|an] [_] (diagram|mermaid diagram|mermaid|flowchart|flow chart|chart|graph|picture|drawing)"],
    "plain-text": ["[a|an] (plain text|plain-text)"],
    markdown: ["[a|an] (markdown|prose|text|normal text|words) [again]"],
    "part-word": ["@part"],
    parts: ["(sections|parts|paragraphs|chapters|headings|subsections|@part|diagram[s]|flowchart[s]|flow chart[s])"],
    language: languages,
  },
};

const join =
  "(,|:|[again|anew] (about|on|so that it|with|but|to (say|cover|include|explain|describe|mention|focus on)|[and] (focus|focusing) on|[and] (mention|cover|explain|describe)))";
/** When a section is requested, its subject may contain any word. */
const asksForSection = "... (section[s]|page[s]|chapter[s]) (about|on) ...";

/** What somebody orders of the draft of a page, the particular before the general. */
const intents: readonly IntentDefinition<DraftIntent>[] = [
  {
    intent: "title",
    examples: ["title: How tides reach the board", "call the page Tide guide", "rename it to Tide guide"],
    patterns: [
      "[the] [page] title (:|=|should be|is|shall be) {title}",
      "(change|set|make|update|edit) [the] [page's|page] title [of @page] (to|be|into|:) {title}",
      "(call|name|title|rename|retitle) (@page|it) [to|as|into] {title}",
    ],
  },
  {
    intent: "write-rest",
    examples: ["go on", "finish the page", "write the remaining sections"],
    patterns: [
      "(go on|continue|keep going|carry on|proceed|try again|retry)",
      "finish [it|the page|writing]",
      "write [the] (rest|remaining|missing|others|empty) [ones|sections|parts]",
    ],
  },
  {
    intent: "place",
    examples: ["put it below service api", "this page belongs to the web service"],
    patterns: ["{product}", "service {named}", "{named} service", "{service}"].flatMap((service) => [
      `(put|place|move|file|attach|assign|add|save|store) @it-page (in|into|below|under|to|at|with|for) [the] ${service}`,
      `@it-page (belongs to|is for|is about|should be (for|in|below|under)|goes (to|into|below|under)) [the] ${service}`,
    ]),
  },
  {
    intent: "swap",
    examples: ["swap Overview and Configuration"],
    patterns: ["(swap|switch|exchange) {one} (and|with) {other}"],
  },
  {
    intent: "move",
    examples: ["move Tests before Configuration", "put the tests at the top"],
    patterns: [
      "(move|put|place|bring|shift|push|pull) {section} &(@beside) {position}",
      "move {reference} [to] (before|above|after|below|to the|at the|up|down|first|last) ...",
      "move {reference}",
    ],
  },
  {
    intent: "form",
    examples: ["draw the data model", "turn section 4 into a flowchart", "show How it works as plain text"],
    patterns: [
      "(draw|sketch|visuali(s|z)e) {section} (as|in) ...",
      "(draw|sketch|visuali(s|z)e) {section}",
      ...["{diagram}", "{plain:plain-text}", "{markdown}"].flatMap((form) => [
        `@form-verb {reference} (into|to|as|be|in) ${form}`,
        `@form-verb {reference} &(a|an) ${form}`,
      ]),
    ],
  },
  {
    intent: "remove-all",
    examples: ["start over", "delete everything"],
    patterns: [
      "start (over|again|afresh|from scratch)",
      "clear (it|(the|this) (page|draft))",
      "(remove|delete|drop|cut|omit|erase|skip|take out|get rid of|leave out|throw (out|away)) (all|everything|all [of] [the] sections|(the whole|the|this) (page|draft))",
      "(take|leave|throw|cut) (all|everything|all [of] [the] sections|(the whole|the|this) (page|draft)) (out|away)",
    ],
  },
  {
    intent: "remove",
    examples: ["remove section 2", "get rid of the second one", "take the data model out"],
    patterns: [
      "(take|leave|throw|cut) {sections} (out|away)",
      "(i|we|you) (don't|do not) (need|want) {section} [anymore|any more]",
      "{section} (can go|can be (removed|dropped)|is not needed) [anymore|any more]",
      "(scrap|ditch|kill) {section}",
      "(remove|delete|drop|cut|omit|erase|skip|take out|get rid of|leave out|throw (out|away)) {sections}",
    ],
  },
  {
    intent: "rename",
    examples: ["rename section 3 to Settings", "call the first section Purpose and goals"],
    patterns: [
      "(call|name|title) {section:section-words} !(to|as|into) {title}",
      "@rename-verb {section} @becomes {title}",
      "{section} (should|shall|must) be (called|named|titled) {title}",
      "@rename-verb {section} &(@quote-mark) {title}",
      "@rename-for-sure {reference} @becomes {title}",
      "@rename-for-sure {reference} &(@quote-mark) {title}",
    ],
  },
  {
    intent: "rewrite-all",
    examples: ["write everything again", "rewrite it"],
    patterns: [
      "@rewrite-verb [on] (it|all|everything|all [of] [the] sections|(the|this) [whole] (page|draft)) [@again]",
    ],
  },
  {
    intent: "rewrite",
    examples: ["rewrite Configuration", "write section 2 again about the ferry clock"],
    patterns: [
      "@rewrite-verb [on] {titled} [@again]",
      `@rewrite-verb [on] {titled} [@again] ${join} {topic}`,
      `@rewrite-verb [on] {section} [@again] ${join} {topic}`,
      "@rewrite-verb [on] {section} [@again]",
      "(rewrite|re-write|regenerate|redo) !(a|an|another|one) {reference} [@again]",
      "@rewrite-verb [on] !(a|an|another|one) &(... section ...) {reference} [@again]",
    ],
  },
  {
    intent: "undo",
    examples: ["undo that", "go back"],
    patterns: ["(undo|revert|take back|go back) ..."],
  },
  {
    intent: "publish",
    examples: ["publish it", "save the draft now"],
    patterns: ["(publish|save) [it|this|the page|the draft|now] [it|this|the page|the draft|now]"],
  },
  {
    intent: "thanks",
    examples: ["thanks!", "looks good"],
    patterns: [
      "[very|so] much",
      "a lot",
      "(thanks|thank|thank you|great|perfect|ok|okay|nice|good|cool|done|looks good|that's (it|all))@short-rest",
    ],
  },
  {
    intent: "shorten",
    examples: ["make it shorter", "it's too long"],
    patterns: [
      "... (shorter|shorten|shortened|briefer|more concise|too long|less text|trim|condense|cut (it|this|them|the text) down|summari(s|z)e (it|this|the page|section)|tldr|tl;dr) ...",
    ],
    unless: [asksForSection],
  },
  {
    intent: "lengthen",
    examples: ["make section 2 longer", "more detail please"],
    patterns: ["... (longer|too short|lengthen|more detail[s]|more detailed|elaborate|in [more] depth) ..."],
    unless: [asksForSection],
  },
  {
    intent: "list",
    examples: ["use bullet points", "make section 3 a table"],
    patterns: [
      "(make|turn|write) {section} [as|into] (a|an) [numbered] (list|table)",
      "... (bullet|bulleted|bullets|as [a|an] [numbered] (list|table)|into [a|an] (list|table)) ...",
    ],
    unless: [asksForSection],
  },
  {
    intent: "translate",
    examples: ["translate it into German", "write it in Spanish"],
    patterns: ["... translat* ... (into|to|in) {language} ...", "... translat* ...", "... in {language} ..."],
    unless: [asksForSection],
  },
  {
    intent: "style",
    examples: ["make section 2 friendlier", "fix the grammar"],
    patterns: [
      "... (friendl*|formal|informal|casual|tone|style|simpler|simplify|simplified|plainer|easier to read|less technical|more technical|non-technical|nontechnical|reword|rephrase|polish|nicer|better|wording|grammar|spelling|emoji[s]|funn*|for (managers|customers|children|beginners)) ...",
    ],
    unless: [asksForSection],
  },
];

export const draftGrammar = compileGrammar(intents, draftVocabulary, "whole");

/** It is a question and no order. */
export const draftQuestion = compileGrammar(
  [
    {
      intent: "question",
      examples: ["how are refunds made", "show me the tests"],
      patterns: [
        "(how|what|what's|why|where|who|whose|which|when|is|are|was|were|does|do|did|has|have|explain|describe|tell|show me) ...",
      ],
      unless: ["(show|describe) ... (as|in) (a|an) ..."],
    },
  ],
  draftVocabulary,
  "whole",
);

/** A prompt for another page while there is a draft. */
export const wholePageGrammar = compilePatterns(
  [
    "(write|create|make|generate|draft|prepare|start) [me|us] (a|an|another|the|one) ~3 (page|document|doc[s]|guide|article|runbook|run book|reference|handbook|manual|release notes|changelog) ...",
    "start (over|again|afresh|from scratch) (with|:|,) ...",
  ],
  { scope: "whole" },
);
