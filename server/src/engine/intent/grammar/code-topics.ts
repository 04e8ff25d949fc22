import type { TopicPhrases } from "./topic-phrases.ts";

/** What only says that a request is an ordinary one. */
const usual = "[a|an|one|each|every|the] [typical|http|incoming|single] [typical|http|incoming|single]";

/** What the code is: its parts, its data, its interfaces and its changes. */
export const codeTopics: readonly TopicPhrases[] = [
  {
    intent: "purpose",
    examples: ["Explain the purpose of this service.", "What does this product do and who is it for?"],
    patterns: [
      "(purpose|mission|goal[s]|elevator pitch|introduction|executive summary|value proposition|responsib*)",
      "what @the @whole (is for|does|is about|is)",
      "(what|who) (is|does) @the @whole [[is] (for|do|about)]",
      "what problem[s] [does|do] (it|@the @whole) solve[s]",
      "what (is|does) it [is] (for|do|about)",
      "(about|introduce) @the @whole",
      "(summary|summari(s|z)e) [of] @the @whole",
    ],
  },
  {
    intent: "overview",
    parts: ["purpose", "architecture", "technology"],
    examples: ["System overview", "Give a high-level picture."],
    patterns: [
      "[system|product|project|service] overview",
      "big picture",
      "(high level|high-level) (description|summary|view|overview|picture)",
    ],
  },
  {
    intent: "service-reference",
    parts: ["purpose", "entry-points", "api", "configuration"],
    examples: ["Service handbook"],
    patterns: ["service (reference|handbook|profile|catalog entry|card)"],
  },
  {
    intent: "architecture",
    examples: ["Describe the architecture"],
    patterns: [
      "([software|system] architecture|component[s]|building blocks|modules|main parts|key parts|subsystems|containers and components|container and components)",
      "what each (part|component|module|package) (does|is for)",
      "(packages|parts) and what (each|they) (does|do)",
      "what runs, [the] (store[s]|queue[s]|process(es)|services)",
    ],
    questions: [
      "how (do|does|are|is) [the|its|our] ~1 (parts|components|pieces|services|modules|packages|@whole) (fit|fits|work together|connected|connect|interact|communicate|talk|built up|composed|architected|designed)",
    ],
  },
  {
    intent: "request-flow",
    examples: ["Walk through the lifecycle of a request."],
    patterns: [
      "request flow[s]",
      "flow[s] of (a|one|an) ~1 request",
      "request (lifecycle|life cycle|path|handling|pipeline|journey)",
      "(lifecycle|life cycle|path) of (a|an) ~1 request",
      "follow (a|one) ~1 request",
    ],
    questions: [
      `how [does|do|is|are] ${usual} request[s] [flow[s]|travel[s]|goes|go|move[s]|is|are|get[s]] [handled|processed|served|answered|through]`,
      `what happens (when|to|with|after|on) ${usual} request[s] [arrive[s]|come[s] in|is (received|made|handled|sent)]`,
    ],
  },
  {
    intent: "concepts",
    examples: ["List the key concepts and terms.", "Write a glossary."],
    patterns: [
      "(main|key|core|central|important|domain|basic) (concept[s]|type[s]|classes|abstraction[s]|term[s]|ideas|objects)",
      "(types and functions|functions and types|concepts|glossary|[domain] vocabulary|terminology|ubiquitous language|domain language)",
    ],
  },
  {
    intent: "data-model",
    examples: ["Document the database schema with tables and their fields."],
    patterns: [
      "(data model[s]|data-model[s]|domain model[s]|database (schema|model|table[s]|structure)|er diagram|erd)",
      "[stored|persisted|persistent] (entity|entities) [relationship]",
      "(entity|entities)-relationship",
      "[database|db] schema[s]",
      "tables and [their] (fields|columns|relations)",
      "(every|each) (table|model)",
      "(tables|models and [their] field[s]|stored data|class diagram[s]|models|persistence)",
      "data structure[s] [that are] stored",
    ],
    questions: [
      "how is [the|its] data (stored|modelled|modeled|structured|organi(s|z)ed)",
      "what data (is|does it) (stored|store|keep|kept)",
    ],
  },
  {
    intent: "technology",
    examples: ["Which technologies and frameworks does it use?"],
    patterns: [
      "(tech|technology|technologies) [stack]",
      "(stack|programming language[s]|languages (used|and (frameworks|tools))|languages with their shares|framework[s])",
      "what (@the @whole is|is [@the] @whole) (built|written|made) (with|in|of|on)",
    ],
    questions: ["how is @the @whole built"],
  },
  {
    intent: "release-notes",
    examples: ["Write release notes for the last version."],
    patterns: [
      "release note[s]",
      "[new|newest|latest|last] release[s] [changes]",
      "(changes|what [has|was|is] changed) since [the] (last|latest|previous) (tag|release|version)",
      "(version history|changelog[s])",
    ],
  },
  {
    intent: "changelog",
    examples: ["Quote what the changelog says about the newest versions."],
    patterns: [
      "(quote [from] the changelog|quote changelog|what the changelog says) [about [the] (new|newest|latest|last) (version|release)[s]]",
    ],
  },
  {
    intent: "changes",
    examples: ["Summarise the recent changes."],
    patterns: [
      "(recent|latest|last|newest) ~1 (change[s]|commit[s]|work|activity|development[s])",
      "(what|what's|what is|what was) (new|changed) [recently|lately]",
      "what has changed (recently|lately)",
      "what the last (version|commit[s])",
      "history of changes",
    ],
    questions: ["(what|what's|what has|what have) [been] changed (recently|lately)"],
  },
  {
    intent: "entry-points",
    examples: ["List the entry points."],
    patterns: [
      "(entry point[s]|entrypoint[s]|entry-point[s]|main file[s])",
      "starting point[s] of (the|this) (code|program|service)",
      "where (the|this) (program|service|code|app*|product|system) starts",
    ],
    questions: [
      "where does [the|this] (program|service|code|execution|app*|it|product|system) (start|begin)[s]",
      "where (is|are) the (entry point[s]|entrypoint[s]|entry-point[s])",
      "what happens (on|at|during) (start|starts|started|startup|start-up)",
      "what happens when @within-start",
    ],
  },
  {
    intent: "commands",
    examples: ["List all CLI commands and flags with a short description."],
    patterns: [
      "cli [command[s]|commands and flags]",
      "(command line[s]|command-line[s]) [interface|options|arguments]",
      "(sub-command[s]|subcommand[s]|flags|command reference)",
    ],
  },
  {
    intent: "endpoints",
    examples: ["List all HTTP endpoints as a table with method, path and handler."],
    patterns: ["[http|rest|api] endpoint[s]", "(rest|restful|http) api[s]", "(api routes|routes|web api|api calls)"],
  },
  {
    intent: "api",
    examples: ["API reference"],
    patterns: ["api (reference|documentation|docs|overview|surface)", "(the|this|its|our) api", "apis"],
  },
  {
    intent: "interface",
    examples: ["Document the public interface: exported functions and classes."],
    patterns: [
      "public (interface[s]|api[s]|function[s]|classes)",
      "exported @declarations",
      "(exports|library (api|interface)|programming interface|functions and classes|classes and functions)",
      "what (the package|the library|it) (exports|hands out|offers)",
      "what does (the package|the library|it) (export|hand out|offer)",
    ],
  },
  {
    intent: "first-settings",
    examples: ["Which settings must be set?"],
    patterns: [
      "settings [that] (must|need to|have to) be set",
      "(required|mandatory) (settings|environment variables|configuration)",
    ],
  },
  {
    intent: "configuration",
    examples: ["List every environment variable with its default value."],
    patterns: [
      "config[uration[s]|urable|ured] [options|keys|reference|values|parameters]",
      "(setting[s]|env[ironment] var[iable][s]|env-var[iable][s]|options|feature flags)",
    ],
    questions: ["@how [@the] [@whole] configure[d|s]", "@how [@the] [@whole] (is|be) configured"],
  },
  {
    intent: "scripts",
    examples: ["Which scripts are there?"],
    patterns: [
      "[npm|yarn|pnpm|package|shell|build|developer] scripts",
      "(make|just|makefile|justfile) target[s]",
      "(task runner|useful commands|(npm|make|just|common|development|developer) commands)",
    ],
  },
  {
    intent: "dependencies",
    examples: ["What third-party libraries are used?"],
    patterns: [
      "(dependency|dependencies|deps)",
      "(third party|third-party) (packages|libraries|software|code)",
      "external (packages|libraries|services|systems)",
      "libraries [that it|it] use[s]",
      "packages [[that|which] (it|(the|this) (service|product|module|folder|component|code))] use[s]",
      "(libraries used|packages used|integration[s]|upstream and downstream|consumers)",
    ],
  },
];
