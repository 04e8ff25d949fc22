import type { Vocabulary } from "./compile-pattern.ts";
import { compileGrammar, compilePatterns, type IntentGrammar, type IntentDefinition } from "./intent-grammar.ts";

type QuestionIntent =
  | "explain"
  | "where"
  | "uses"
  /** What breaks by a change: asks for uses where it names something of the code. */
  | "impact"
  | "overview"
  | "run"
  | "endpoints"
  | "configuration"
  | "data"
  | "dependencies"
  | "history"
  | "tests"
  | "compare"
  | "message"
  | "jobs";

const vocabulary: Vocabulary = {
  wordClasses: {
    product: ["project", "repo[sitory]", "codebase", "code base", "app[lication]", "product", "system"],
    "message-word": ["error", "exception", "warning", "message", "mean[s|ing]", "says", "say", "see", "get[ting]", "throw[n]", "raise[d]"], // prettier-ignore
    "stated-word": ["error", "exception", "warning", "message", "mean[s|ing]", "throw[n]", "raise[d]"],
    package: ["packages", "crates", "modules", "parts", "folders", "files", "libraries", "projects", "workspaces", "components"], // prettier-ignore
    setting: ["setting[s]", "option[s]", "parameter[s]", "argument[s]", "variable[s]", "flag[s]", "switch[es]", "feature[s]"], // prettier-ignore
    unit: ["piece", "part", "bit", "line", "place", "spot", "code", "file", "folder", "module", "class", "function", "method", "component", "middleware"], // prettier-ignore
    "uses-verb": ["call[s]", "called", "use[s]", "used", "invoke[s]", "invoked", "import[s]", "imported", "depend[s] on", "reference[s]", "referenced"], // prettier-ignore
    "run-verb": ["run", "start", "install", "build", "deploy", "launch", "set up", "setup", "develop", "seed", "migrate", "release", "lint"], // prettier-ignore
    "history-verb": [
      "wrote", "rewrote", "changed", "maintains", "owns", "worked", "knows", "added", "introduced", "made", "replaced",
      "removed", "deleted", "dropped", "took", "fixed", "renamed", "moved", "reverted", "switched", "migrated", "upgraded",
      "refactored", "built", "implemented", "created", "broke",
    ], // prettier-ignore
    "counted-data": ["tables", "entities", "schemas", "data models"],
    "counted-endpoints": ["endpoints", "routes", "http calls", "api calls"],
    "counted-packages": ["dependencies", "deps", "libraries", "third-party packages", "frameworks"],
    change: ["mov*", "renam*", "remov*", "delet*", "chang*", "touch*", "rework*", "replac*", "drop*"],
    /** Words of other languages that no English question and no code has. */
    foreign: ["wie", "wo", "wer", "warum", "wieso", "wann", "pourquoi", "welche*", "liegen", "laufen", "nicht", "gibt", "wird", "werden", "und", "ist", "sind", "für", "über", "quel*", "où", "sont", "cómo", "dónde", "qué"], // prettier-ignore
  },
  slotTypes: {
    /** What two things are compared by, where nothing else marks their ends. */
    thing: /[\w.`()#:-]+/,
    quote: /["“'‘`][^"”'’`]{4,}\s[^"”'’`]*["”'’`]/,
  },
};

/** Courtesy before a question. */
const please = "[please|pls] [(can|could|would) you] [please|pls]";
/** A word that an English question shares with another language does not make that one English. */
const otherLanguage = "... @foreign ...";

const history = [
  "... who @history-verb ...",
  "... when (was|were|did) ...",
  "... recent[ly] chang* ...",
  "... (what|what's|what has|what have) ~1 changed ...",
  "... what did !(not) _ ~1 change ...",
  "... what [has|have] happened (since|lately|recently|yesterday|today|this week|last week) ...",
  "... change[d] (lately|recently) ...",
  "... (what's|what is) new ...",
  "... last (change|commit)* ...",
  "... [change] history of ...",
  "... contributor[s] ...",
  "... (last|latest|recent|which|what|how many) commit[s] ...",
  "... (which|what) (change|fix|patch|pull request|pr) ...",
  "... whose (was|is) (it|that|this) ...",
  "... maintainer[s] ...",
];

/** First match wins: the specific before the general, so an intent may be listed more than once. */
const intents: readonly IntentDefinition<QuestionIntent>[] = [
  {
    intent: "uses",
    examples: ["Which packages depend on core?", "If I change the core package, which other parts are affected?"],
    patterns: [
      "... (which|what) [other] @package ~1 (depend[s]|rely|relies|rest[s]|build[s]) [up]on ...",
      "... (if|when|by) ... @change ... (crate|package|module|library|workspace|folder|directory|file) ... (break*|affect*|impact*|concern*|depend*|rebuil*|test*|adapt*|look*) ...",
    ],
    unless: history,
  },
  {
    intent: "compare",
    examples: ["What is the difference between a draft and a page?", "loadUser vs fetchUser"],
    patterns: [
      "... difference[s] ... between {one} and {other}",
      "[compare] {one:thing} (vs|vs.|versus|compared to|compared with) {other:thing} ...",
      "... compare {one} (and|with|to) {other}",
      "... how (does|do|is|are) {one} (differ|different) (from|to) {other}",
    ],
  },
  {
    intent: "message",
    examples: ['What does "connection reset by peer" mean?'],
    patterns: ["... @message-word ... {quote} ...", "... {quote} ... @stated-word ..."],
  },
  {
    intent: "dependencies",
    examples: ["Which libraries are used?"],
    patterns: [
      "... (which|what) ~2 (dependencies|deps|libraries|packages|frameworks|tech stack|technology stack)!(/) ...",
      "... (which|what) ~2 (library|framework) (do|does|is|are) ...",
      "... (which|what) version[s] of _ (is|are|do|does) ~2 (use|used|need|needed)",
      "... what (is|are|was) ~4 (built|made|written|coded|developed|programmed) (with|in|on|of|from|using) ...",
      "... (which|what) [programming] (language[s]|framework[s]|technolog*) ~6 (built|made|written|coded|developed|programmed|based|used|use|uses|behind|rely|relies) ...",
      "... (tech|technology|technical|software) stack ...",
      "[and] what (does|do) (the|its|your) ~2 (server|backend|back end|back-end|frontend|front end|front-end|browser|client|ui|web page|web ui|web app|web interface|page|interface) ~1 (use|run on|rest on|consist of)",
    ],
    unless: [otherLanguage, "... language* ... (translat*|interface|users) ..."],
  },
  {
    intent: "endpoints",
    examples: ["What endpoints does the API have?"],
    patterns: ["... (which|what) ~2 (endpoint[s]|route[s]|api[s]|url[s]|http call[s]) ..."],
    unless: [otherLanguage],
  },
  {
    intent: "configuration",
    examples: ["What environment variables exist?", "Which options can I pass to createServer?"],
    patterns: ["... (which|what) ~3 @setting ..."],
    unless: [otherLanguage],
  },
  {
    intent: "jobs",
    examples: ["What runs at night?", "Which scheduled jobs are there?", "Who consumes order.created?"],
    patterns: [
      "... (which|what) ~2 (cron job[s]|cronjob[s]|cron|scheduled (job[s]|task[s]|work)|background (job[s]|task[s]|work|process[es]|worker[s])|workers|periodic (job[s]|task[s])|recurring (job[s]|task[s])|jobs|message consumer[s]|consumers|event listener[s]|event handler[s]|queue consumer[s]) !(in ci|of ci|in [the] (workflow|pipeline)) ...",
      "... (what|which _|anything|something) run[s] [automatically] (at night|nightly|overnight|by night|every night|in the background|periodically|regularly|on a schedule|by schedule|by cron|by the clock|on a timer|by timer|every (minute|hour|day|week|month)) ...",
      "[and] (who|what|which _) (consumes|subscribes to|listens (to|for|on)|publishes|emits) ...",
      "... (list|show) ~3 (cron job[s]|cronjob[s]|scheduled (job[s]|task[s])|background job[s]|jobs|consumers|event listener[s]) ...",
      "[and] how (often|frequently|regularly) (do|does|are|is) ~2 (cron job[s]|cronjob[s]|scheduled (job[s]|task[s])|background (job[s]|task[s])|periodic (job[s]|task[s])|jobs) ~1 (run|executed|started|triggered) ...",
      "[and] how many ~1 (jobs|cron jobs|cronjobs|scheduled (jobs|tasks)|background jobs|consumers|event listeners) !(may|can|could|should|must) ...",
    ],
    unless: [otherLanguage],
  },
  {
    intent: "data",
    examples: ["How many tables are there?"],
    patterns: ["[and] how many ~1 @counted-data !(may|can|could|should|must) ..."],
  },
  {
    intent: "endpoints",
    examples: ["How many endpoints does it have?"],
    patterns: ["[and] how many ~1 @counted-endpoints !(may|can|could|should|must) ..."],
  },
  {
    intent: "dependencies",
    examples: ["How many dependencies are there?"],
    patterns: ["[and] how many ~1 @counted-packages !(may|can|could|should|must) ..."],
  },
  {
    intent: "where",
    examples: ["Which function parses the config file?"],
    patterns: ["[and] (which|what) @unit ..."],
    unless: ["[and] (which|what) @unit ... (call[s]|use[s]|import[s]|depend[s]|reference[s]|need[s]) ..."],
  },
  {
    intent: "overview",
    examples: ["What does this project do?", "Give me an overview", "How is the code organized?"],
    patterns: [
      `${please} (what's|what is|what does|explain|describe|summari(s|z)e|give|tell) ... (this|the|your|our) [whole] @product [do|about|for|all about|structured|organi(s|z)ed] [to me|for me|please]`,
      `${please} (explain|describe|summari(s|z)e) (this|the|your|our) [whole] @product`,
      "... (overview|high level|high-level|architecture|structure of (the|this)|main (parts|components|modules)|where (do|should) i start|getting an idea) ...",
      "... how (is|are) (the|this) ~1 (code|project|repo*|codebase) (structured|organi(s|z)ed|laid out) ...",
      `${please} (which|what) [main] (parts|modules|components|pieces|layers) (is|does|do|has|are) (it|this|(the|this|your|our) [whole] @product) [made [up] of|built of|built from|composed of|consist of|have|in]`,
    ],
  },
  { intent: "history", examples: ["Who wrote the importer?", "What changed recently?"], patterns: history },
  {
    intent: "uses",
    examples: ["Who is calling parseClock?", "Where do we use the rate limiter?", "Does anybody use oldExport?"],
    patterns: [
      "... (who's|who|what) [is|are] [still] (calling|using|invoking|importing) ...",
      "... where (do|did) (i|we|you|they) [still] (call|use|invoke|import) ...",
      "... (anybody|anyone|somebody|someone|anything|something) [still] (call[s]|calling|use[s]|using|invoke[s]|import[s]|importing) ...",
      "... (all|find|list|show) ... reference[s] to ...",
    ],
    unless: ["[and] (why|how|what happens) ..."],
  },
  {
    intent: "uses",
    examples: ["Who calls parseClock?", "Usages of sendMail", "Is legacyRound used anywhere?"],
    patterns: [
      "... (who|what|which _|where) ... -(a|an|the|one|each|every|this|that|my|our|i|we|you|to|can|could|should) @uses-verb ...",
      "... (caller[s]|usage[s]|reference[s]|importer[s]|dependents) of ...",
      "... is ... used ...",
    ],
    unless: ["[and] (why|how|what happens|who (is|are|may|can)) ...", "what (is|are) {thing} used for"],
  },
  {
    intent: "run",
    examples: ["How do I run it locally?", "Which npm scripts are there?", "Getting started"],
    patterns: [
      "... how (do|can|to|should) [i|we|you|one] ~1 @run-verb ...",
      "... (get[ting] started|(run|start|execute) the tests|how to (run|start|install|build|test|deploy|set up|setup)) ...",
      "... (npm|make|just|yarn|pnpm|cargo) (script[s]|target[s]|command[s]) ...",
      "... (which|what) (script[s]|command[s]) ...",
      "... how (do|can|to|should) [i|we|you|one] get ~2 running ...",
      "... what (do|must|should) (i|we|you) ~2 install ...",
      `how (is|does|are|will) (it|this|everything|(the|this|your|our) [whole] ~1 @product) [get] (deployed|built|released|shipped|hosted) ...`,
      "... (what's|what is|what) the command (to|for) ...",
      "... (which|what) ~1 (test[s]|check[s]|linter[s]) ~5 (run|pass|execute) ... (before|prior to|for) ~5 (pull request*|pr|prs|merge*|commit*|push*|patch*) ...",
      "... (what|which _) (do|must|should|shall|have) (i|we|you) ~2 run ... (before|prior to|for) ~5 (pull request*|pr|prs|merge*|commit*|push*|patch*) ...",
    ],
  },
  {
    intent: "endpoints",
    examples: ["List all endpoints", "Show me the rest api"],
    patterns: [
      "... (endpoint[s]|routes|(every|each|all) route|rest api|http api|api call[s]|http call[s]|url[s] does) ...",
    ],
    unless: ["[and] (why|how|what happens|when|where) ...", otherLanguage],
  },
  {
    intent: "configuration",
    examples: ["How can I configure the log level?", "List the config options"],
    patterns: [
      "... (config|configur*|setting[s]|environment variable[s]|env[ironment] var[s]|env|flag[s]|options can) ...",
    ],
    unless: [
      "[and] (why|what happens|when|where|how (does|do|did)|do|does|did) ...",
      "[and] how !(... configur*) ...",
      otherLanguage,
    ],
  },
  {
    intent: "dependencies",
    examples: ["List the dependencies", "What is the tech stack?"],
    patterns: [
      "... (dependenc*|deps|libraries|third party|third-party|package[s] (does|do|are|is)|framework[s]|tech stack|technology stack|stack) ...",
    ],
    unless: ["[and] (why|how|where|when|what happens) ...", otherLanguage],
  },
  {
    intent: "data",
    examples: ["What tables are there?", "Describe the database schema"],
    patterns: [
      "... (table[s]|schema[s]|data model|datamodel|database model|entity|entities|field[s] (of|does|do)|column[s]|what is stored|data is stored|stored in the database) ...",
    ],
    unless: ["[and] (why|how|where|when|what happens) ...", otherLanguage],
  },
  {
    intent: "tests",
    examples: ["How is the importer tested?", "Are there tests for the login?"],
    patterns: ["... (test[s]|tested|covered|spec[s]) ..."],
    unless: ["[and] (why|how (does|do|did)) ...", "test", otherLanguage],
  },
  {
    intent: "where",
    examples: ["Where is the retry limit?", "Point me to the place where tokens are made"],
    patterns: [
      "[and] (where|in which (file|folder|place)|locate|find|point me) ...",
      `${please} (tell|show) me [please] where ...`,
      "[and] do you know where ...",
      "... (look|looking|search|searching) for the (place|code|file|function|class|module) ...",
    ],
  },
  {
    intent: "impact",
    examples: ["What breaks if I remove getUser?"],
    patterns: ["... (break|breaks|affect*|impact*) ... (if|when|by) ... @change ..."],
  },
  {
    intent: "explain",
    examples: ["How are delays computed?", "Why is the session deleted after login?", "Does it sort its input?"],
    patterns: [
      "[and|so|but|also|then|please|pls] (how|why|what|who|when|which|whose) ...",
      "[and|so|but|also|then] (is|are|does|do|did|can|could|may|has|have|will|was (the|it|this|that|there)) ...",
      "[and|so|but|also|then|please|pls|now] (explain|describe|tell|show|list|give|summari(s|z)e|help) ...",
    ],
  },
];

/** The intents of questions. */
export const questionGrammar = compileGrammar(intents, vocabulary, "whole");

/** Words that only ask for a kind of answer; they would match everywhere. */
export const wordsOfIntent: Partial<Record<QuestionIntent, IntentGrammar>> = {
  overview: wordsLike("overview high level architecture structur* organi(s|z)* main module[s] component[s] start summari(s|z)e whole purpose"), // prettier-ignore
  history: wordsLike("wrote written chang* maintain* own* recent* last commit[s] histor* contribut* added introduced worked know[s] latest author*"), // prettier-ignore
  uses: wordsLike("caller[s] usage[s] reference[s] referenced import[s] imported importer[s] invoked depend[s] dependents"), // prettier-ignore
  run: wordsLike("run running start started getting install* build deploy* launch set setup develop* locally script[s] command[s] execute first time machine computer test[s]"), // prettier-ignore
  endpoints: wordsLike("endpoint[s] route[s] rest http api[s] url[s] offer* expos* available support* provid*"),
  configuration: wordsLike("config* setting[s] variable[s] var[s] env flag[s] option[s] parameter[s] argument[s] feature[s] switch available support* read set turn control[s]"), // prettier-ignore
  dependencies: wordsLike("dependenc* deps librar* third party package[s] framework[s] tech* stack external depend* rely relies"), // prettier-ignore
  data: wordsLike("table[s] schema[s] data model* entit* field[s] column[s] stored database hold holds"),
  jobs: wordsLike(
    "job[s] cron cronjob[s] schedul* background task[s] work periodic* recurring regular* consum* message[s] listen* event[s] handler[s] subscrib* publish* emit* run[s] often frequently process[es] worker[s] clock timer night nightly overnight automatically every minute hour day week month",
  ),
  tests: wordsLike("test[s] tested testing covered coverage spec[s] case[s]"),
};

/** Of a question what breaks by a change: they tell of the change, and nothing of what is changed. */
export const impactWords = wordsLike(
  "break* affect* impact* mov* renam* remov* delet* chang* touch* rework* replac* drop*",
);

function wordsLike(words: string): IntentGrammar {
  return compilePatterns(words.split(" "), { scope: "whole" });
}
