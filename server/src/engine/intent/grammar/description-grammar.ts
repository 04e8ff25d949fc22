import type { Vocabulary } from "./compile-pattern.ts";
import { compileGrammar, compilePatterns } from "./intent-grammar.ts";
import { languages } from "./languages.ts";

const whole = { scope: "whole" } as const;

const vocabulary: Vocabulary = {
  wordClasses: {
    piece: ["(sentence[s]|paragraph[s]|line[s]|part[s]|list[s]|item[s]|bullet point[s]|bullet[s]|point[s]|heading[s])"],
    thing: ["[the|this|my|our|its] [whole|entire|current] [product|project] (description|text|whole thing|summary)", "(it|this|that|everything)"], // prettier-ignore
    "short-rest": /\b[\w\s,!.]{0,20}$/,
    "undo-rest":
      /(?:[\s,]+(?:it|that|this|the|my|your|last|latest|previous|change|changes|edit|version|text|description|one|please|to))*\.?/i,
    "four-words": /\s+\S+(?:\s+\S+){3,}/,
    "any-quote": /["“”„«»]([^"“”„«»]+)["“”„«»]/,
    "write-verb": ["(rewrite|re-write|write|draft|compose|create|generate|make|prepare|redo|regenerate|start)"],
    adjectives:
      /(?:(?:an?|the|another|one|new|fresh|first|short|brief|long|longer|shorter|concise|detailed|good|better|draft of the|draft of a|product|project|it|this|over|again|anew|afresh|everything|whole)\s+)*/i,
    becomes: ["(to say|to read|to|with|by|into|for|=>|->|→)"],
    "remove-verb": ["(remove|delete|drop|cut out|omit|erase|take out|get rid of|leave out|strike|skip)"],
    article: ["(another|a few|a couple of|an|a|one more|one|the|some|this|new|short|brief|following)"],
    "add-verb": ["(add|append|insert|include|mention|cover|put in|write|prepend)"],
    number: /\d{1,4}|one|two|three|four|five|six/i,
  },
  slotTypes: {
    language: languages,
    number: ["@number"],
    quoted: /["“„«].+?["”»]/,
    kind: ["(@piece|note|something|more|word[s]|text)"],
    "paragraph-words": ["[the] [_] (paragraph|list) [@number]"],
    start: ["(at|to|as|in) the (beginning|start|top|front)"],
    end: ["(at|to|as|in) the (end|bottom)"],
  },
};

/** "Don't make it shorter": the unwanted order follows within three words. */
const unwanted = "... (do not|don't|never|no need to|should not|shouldn't|must not|mustn't|need not|needn't|not) ~3";

/** A message that quotes its own words does not request a rewording. */
const ownWords = ["... @any-quote ...", "(add|mention|say|note|state) ..."];

/** What somebody orders of a description, the particular before the general. */
export const descriptionGrammar = compileGrammar(
  [
    {
      intent: "save",
      examples: ["save it", "publish"],
      patterns: ["(publish|save) [it|this|the (description|text)|now] [it|this|the (description|text)|now] [.]"],
    },
    {
      intent: "thanks",
      examples: ["thanks!", "perfect, thank you"],
      patterns: ["(thanks|thank you|great|perfect|ok|okay|nice|good|cool|done|looks good|that's (it|all))@short-rest"],
      unless: ["... (but|now|and|shorter|longer) ..."],
    },
    {
      intent: "undo",
      examples: ["undo", "take that back", "revert my last change"],
      patterns: [
        "(undo|revert|take back|take that back|take it back|take this back|take your change back|take your changes back|take your last change back|take your last changes back|go back|roll back|restore)@undo-rest",
      ],
    },
    { intent: "redo", examples: ["redo it"], patterns: ["redo [it|that] [.]"] },
    {
      intent: "translate",
      examples: ["translate it to German", "in Spanish please"],
      patterns: [
        "... translat* ... (into|to|in) {language} ...",
        "... translat* ...",
        "... (in|into|to) {language} ...",
      ],
      unless: [...ownWords, `${unwanted} translat* ...`],
    },
    {
      intent: "style",
      examples: ["make it friendlier", "fix the typos"],
      patterns: [
        "... (friendl*|more (formal|casual|exciting|engaging|professional)|formal|informal|casual|tone|style|polish[ed]|nicer|catchy|catchier|reword|rephrase|paraphrase|grammar|spelling|typo[s]|emoji[s]|funn*|marketing|seo) ...",
      ],
      unless: ownWords,
    },
    {
      intent: "change",
      examples: ["use skippers instead of crews", "instead of staff, say crew"],
      patterns: [
        "(use|say|write|put|call (it|them)) {to} (instead of|in place of|rather than|and not) {from}",
        "instead of {from} [,] (use|say|write|put) {to}",
      ],
    },
    {
      intent: "replace",
      examples: ["replace the first sentence with “Ebb knows the tides.”"],
      patterns: [
        "(replace|swap|rename|substitute|correct|exchange) {piece} @becomes [:] {own}",
        "(change|turn|make) {piece} @becomes [:] {noform}",
      ],
    },
    {
      intent: "change",
      examples: ["change “berth” to “quay”", "replace staff with crew"],
      patterns: [
        "(replace|swap|rename|substitute|correct|exchange) {from:quoted} @becomes [:] {to}",
        "change {from:quoted} @becomes [:] {noform}",
        "(replace|swap|rename|substitute|correct|exchange) {span} @becomes [:] {to}",
        "change {span} @becomes [:] {noform}",
      ],
    },
    {
      intent: "remove-all",
      examples: ["delete everything", "remove the description"],
      patterns: [
        "@remove-verb (all|all of it|@thing) [.]",
        "(take|leave|cut|throw) (all|all of it|@thing) (out|away) [.]",
      ],
    },
    {
      intent: "remove",
      examples: ["remove the second sentence", "take the first sentence out", "don't mention prices"],
      patterns: [
        "@remove-verb {reference}",
        "(take|leave|cut|throw) {reference} (out|away) [.]",
        "(do not|don't|never|no need to) (mention|say|speak of|talk about) !((it|this) (in|like)) {reference}",
        "cut &([the] _ (sentence|paragraph|point|item)) {reference}",
      ],
    },
    {
      intent: "write",
      examples: ["write a description", "start over", "describe the product"],
      patterns: [
        "@write-verb [me|us|up] @adjectives(description|draft|summary) ...",
        "(rewrite|re-write|redo|regenerate|write|draft|start) (it|this|everything|over|again|anew|afresh|the [whole] text) ...",
        "draft ...",
        "(describe|summari(s|z)e) (the|this|our|my) [whole] (product|project|code|app|application) ...",
      ],
    },
  ],
  vocabulary,
  "whole",
);

/** "Write it shorter" changes the text that is there. */
export const reshapes = compilePatterns([
  "(shorter|longer|in plain|plainer|simpler)",
  "it (as|in) (prose|[a] list|[bullet] points|bullets|[flowing] paragraphs|full sentences)",
  "it without (bullet[s]|bullet points|lists|points)",
  "it for (managers|customers|beginners|everyone|everybody)",
]);
export const asksForNew = compilePatterns(["new"]);

/** How the text is to be: its form, its words, its length. */
export const shapeGrammar = compileGrammar(
  [
    {
      intent: "prose",
      examples: ["turn the points into paragraphs", "no bullet points"],
      patterns: [
        "... (no|without) (bullet[s]|bullet points|list[s]|points) ...",
        `${unwanted} (bullet[s]|bulleted|list[s]|points) ...`,
        "... (as|into|in) (prose|[flowing] paragraph[s]|full sentences) ...",
        "... flowing (text|paragraph[s]) ...",
      ],
    },
    {
      intent: "bullets",
      examples: ["turn it into bullet points", "as a list"],
      patterns: ["... (bullet[s]|bulleted|(as|into) [a|an] (list[s]|points)) ..."],
    },
    {
      intent: "plain",
      examples: ["say it in plain words", "make it simpler", "no jargon"],
      patterns: [
        "... (plain|plainer|simpler|simplify|simplified|simple (words|language|english)|less technical|non-technical|nontechnical|no jargon|without [the] jargon|easier to (read|understand)) ...",
        "... for (managers|customers|beginners|non-developers|nondevelopers|everyone|everybody) ...",
      ],
      unless: [`${unwanted} (plain|plainer|simpler|simplify|simplified|simple|less technical|for) ...`],
    },
    {
      intent: "shorten",
      examples: ["make it shorter", "cut it to 300 characters"],
      patterns: [
        "... (shorter|shorten|shortened|briefer|brief|more concise|concise|too long|less text|trim|condense|compress|tldr|tl;dr|half as long|halve) ...",
        "... (cut|reduce) (it|this|them|the text|the description) (down|to|in half|by half) ...",
        "... summari(s|z)e (it|this) ...",
        "(make|bring|keep|get|limit|reduce|cut|fit) ... @number (characters|chars|letters|words|sentence[s]|paragraph[s]) ...",
        `${unwanted} longer than @number (characters|chars|letters|words|sentence[s]|paragraph[s]) ...`,
      ],
      unless: [
        `${unwanted} (shorter|shorten|shortened|briefer|brief|concise|too long|trim|condense|compress|half as long|halve|cut|reduce|summari(s|z)e) ...`,
      ],
    },
    {
      intent: "lengthen",
      examples: ["make it longer", "say more about the tide tables"],
      patterns: [
        "... (longer|too short|lengthen|expand [it]|more detail[s]|more detailed|elaborate|in [more] depth|say more|more text) ...",
      ],
      unless: [`${unwanted} (longer|too short|lengthen|expand|more|elaborate) ...`],
    },
  ],
  vocabulary,
  "whole",
);

/** A request for more about something. */
export const moreAbout = compilePatterns(["... (about|on|regarding) !(it|this) {topic}"], { ...vocabulary, ...whole });
/** The paragraph or list that an order is about. */
export const paragraphWords = compilePatterns(["... {reference:paragraph-words} ..."], { ...vocabulary, ...whole });

/** The requested length of the text. */
export const lengthGrammar = compileGrammar(
  [
    { intent: "characters", examples: ["300 characters"], patterns: ["{number} (characters|chars|letters)"] },
    { intent: "words", examples: ["50 words"], patterns: ["{number} words"] },
    { intent: "sentences", examples: ["three sentences"], patterns: ["{number} sentence[s]"] },
    { intent: "paragraphs", examples: ["two paragraphs"], patterns: ["{number} paragraph[s]"] },
    { intent: "short", examples: ["a short one"], patterns: ["(short|brief|concise)"] },
    { intent: "long", examples: ["a detailed one"], patterns: ["(long|detailed|in detail|thorough)"] },
  ],
  vocabulary,
  "within",
);

/** The position of words, at the end of an order. */
export const endsGrammar = compileGrammar(
  [
    { intent: "start", examples: ["it is free at the start"], patterns: ["{order} [,] {start} [.]"] },
    { intent: "end", examples: ["it is free at the end"], patterns: ["{order} [,] {end} [.]"] },
  ],
  vocabulary,
  "whole",
);

/** What is to be added: words, or what the code says about something. */
export const additionGrammar = compileGrammar(
  [
    {
      intent: "sentence",
      examples: ["mention that it runs offline"],
      patterns: [
        "[also] (add|mention|say|note|state|tell|write|include|point out|make clear|stress) [in it|there] [the (fact|information|note)] that {words}",
      ],
    },
    {
      intent: "words",
      examples: ["add: it is free", "add a line saying it is free"],
      patterns: [
        "[also] @add-verb [@article] [@article] [@article] [{kind}] (:|saying|that says|which says) {words}",
        "[also] @add-verb [@article] [@article] [@article] {kind} that {words}",
      ],
    },
    {
      intent: "nothing",
      examples: ["add a paragraph", "add"],
      patterns: ["[also] @add-verb [@article] [@article] [@article] [{kind}]"],
    },
    {
      intent: "topic",
      examples: ["add a paragraph about the delay", "mention the rate limiter"],
      patterns: [
        "[also] @add-verb [@article] [@article] [@article] [{kind}] [about|on|regarding|describing|explaining|with|of|for|—|-] {topic}",
      ],
    },
  ],
  vocabulary,
  "whole",
);

export const isForm = compilePatterns(["bullet[s]", "point[s]", "list[s]", "paragraph[s]", "prose", "plain", "simple", "short", "sentence[s]", "characters", "words"]); // prettier-ignore
export const isPiece = compilePatterns(["[the|that] [_] @piece ..."], { ...vocabulary, ...whole });
export const isWholeText = compilePatterns(["@thing"], { ...vocabulary, ...whole });
/** "Change berth to quay everywhere": all occurrences of the words are changed. */
export const changedEverywhere = compilePatterns(
  ["{to} (everywhere|throughout) [.]", "{to} (throughout|in|across) @thing [.]"],
  { ...vocabulary, ...whole },
);
export const changedInOnePiece = compilePatterns(["{to} in (the|this|that) [_] @piece [.]"], {
  ...vocabulary,
  ...whole,
});
/** What only says that a word is meant: "the word boat". */
export const namedWord = compilePatterns(["[the] (word[s]|phrase[s]|name[s]|term[s]) {word}"], whole);

/** It is a question and no order. */
export const descriptionQuestion = compileGrammar(
  [
    {
      intent: "question",
      examples: ["how is a delay announced", "tell me what it does"],
      patterns: [
        "(how|what|what's|why|where|who|whose|which|when|is|are|was|were|does|do|did|has|have|can (it|the|this|user[s]|people)|explain|tell me|show me) ...",
      ],
      unless: ["(explain|tell me|show me) [it] in (plain|simple) ...", "do not ..."],
    },
  ],
  vocabulary,
  "whole",
);

/** "It runs offline on any phone" is about the product; "it is too dry" is about the text. */
export const statement = compileGrammar(
  [
    {
      intent: "statement",
      examples: ["It is made by four people"],
      patterns: ["(it|the product|this product|our product|we|our|users|user|people|customers)@four-words ..."],
      unless: [
        "... (wrong|bad|boring|dry|ugly|text|description|draft|sentence|paragraph|should|could|must be|need to|needs to) ...",
        "it (is|was) [not|still|now] [too|much|so|very] (short|long|shorter|longer) ...",
      ],
    },
  ],
  vocabulary,
  "whole",
);
