import type { TopicPhrases } from "./topic-phrases.ts";

/** How people work with the code: tests, setting up, operation, decisions. */
export const workTopics: readonly TopicPhrases[] = [
  {
    intent: "tests",
    examples: ["Describe the test strategy.", "How do I run the tests?"],
    patterns: ["test[s] [suite[s]|strategy|coverage|setup|plan]", "testing [strategy]", "quality assurance"],
    questions: [
      "@how [[@the] @whole|the tests|tests] (tested|test|run the tests|run the test suite|run tests|tests run|tests are run|the tests are run)",
      "where [are] the tests [are|lie]",
      "how are [the] test[s] (run|organi(s|z)ed|written)",
    ],
  },
  {
    intent: "checks",
    examples: ["Tests and other checks"],
    patterns: [
      "test[s] and [other] check[s]",
      "(checks|linting|linter[s]|continuous integration|how [the] tests and checks are run)",
    ],
    questions: ["how [the] tests and checks are run"],
  },
  {
    intent: "prerequisites",
    examples: ["What are the prerequisites?"],
    patterns: [
      "(prerequisite[s]|requirements to run|system requirements|before you (begin|start)|required (tools|software|versions))",
      "what (must|needs to|has to) be installed [first]",
    ],
  },
  {
    intent: "install",
    examples: ["Installation instructions", "How do I install it?"],
    patterns: [
      "install[ation|ing] [guide|instructions|steps]",
      "(setup|set up|set-up) [guide|instructions|steps]",
      "local [development] (environment|setup)",
    ],
    questions: [
      "@how [[@the] @whole|[the] dependencies] [are|is] (install[ed]|set up|setup|get (it|this) running|set (it|this) up)",
    ],
  },
  {
    intent: "run",
    examples: ["How do I run this locally?"],
    patterns: [
      "(start|run|launch)[ning|ing|ed] [and stop[ping|ped]] (@the @whole|it) [locally]",
      "(start|run|launch)[ning|ing|ed] [and stop[ping|ped]] locally",
      "(starting|running|launching|started|startup|start-up|local development)",
    ],
    questions: [
      "@how [@the] [@whole] [is|be] (started|start|run|launch[ed]|runs) [@the @whole] [locally] [while developing]",
    ],
  },
  {
    intent: "readme",
    examples: ["Say what the README says."],
    patterns: [
      "[the] readme's words",
      "what the readme says",
      "quote [from] [the] readme",
      "(quickstart|quick start|usage [example[s]])",
    ],
  },
  {
    intent: "layout",
    examples: ["Describe the project structure.", "How is the code organised?"],
    patterns: [
      "(project|code|folder|directory|repository|repo|file|source) (layout|structure|tree|organi(s|z)ation|map)",
      "[important|main|top] (folders|directories) [and (files|what is in each)]",
      "structure of @the @whole",
      "layout",
    ],
    questions: ["how is @the [source] @whole (structured|organi(s|z)ed|laid out|arranged)"],
  },
  {
    intent: "reading",
    examples: ["Where should I start reading?"],
    patterns: [
      "where to (start|begin) [reading]",
      "(files|code|what) [should] [a newcomer|newcomers|to|one|you] [should] (read|look at) first",
      "(reading (order|list|guide)|important files|key files|files that change most|tour of the code|code tour)",
    ],
    questions: ["where ((do|should|can) (i|we|you|one|a newcomer|newcomers)|to) (start|begin) [reading]"],
  },
  {
    intent: "contributing",
    examples: ["How do I contribute?"],
    patterns: [
      "contribut(e|ing|ion|ions) [guide|guidelines|rules]",
      "coding (rules|conventions|standards|guidelines|style)",
      "(code style|conventions|development (process|workflow|rules)|pull request[s])",
    ],
    questions: ["how (do|can|should) (i|we|you|one|people|newcomers) contribute", "how to contribute"],
  },
  {
    intent: "onboarding",
    parts: ["prerequisites", "install", "run", "layout", "reading"],
    examples: ["Write a getting started guide for new developers."],
    patterns: ["onboarding [guide]", "(getting|get) started", "first (day|week|steps) [guide]"],
  },
  {
    intent: "deployment",
    examples: ["How is the service deployed?"],
    patterns: [
      "deploy[ment|ments|ing|ed] [process|pipeline|guide]",
      "((container|docker) image[s]|docker[file][s]|ci/cd|ci / cd|infrastructure|hosting|compose)",
      "(build|release|delivery|ci) pipeline[s]",
      "pipeline[s]",
    ],
    questions: ["@how [[@the] @whole] (deploy[ed]|shipped|released|built into an image)"],
  },
  {
    intent: "health",
    examples: ["Health checks and monitoring"],
    patterns: [
      "(health check[s]|healthcheck[s]|health-check[s]|health) [endpoint[s]]",
      "(liveness|readiness|probe[s]|monitor[ing|ed]|alive)",
    ],
    questions: ["how ~6 (health|monitored|alive)"],
  },
  {
    intent: "logs",
    examples: ["Where do the logs go?"],
    patterns: ["(log[s]|logging|alarm[s]|alert[s]|alerting|metrics|tracing|traces|telemetry|observability)"],
    questions: ["(how|where) ~4 (log[s]|logged|logging|metrics|traces)"],
  },
  {
    intent: "shutdown",
    examples: ["How is the service stopped gracefully?"],
    patterns: [
      "(stop[s|ped|ping]|shutdown|shut down|shut-down|shutting down|restart[ing|ed]|terminat(e|ed|es|ion))",
      "graceful[ly] [shutdown|stop]",
    ],
    questions: [
      "what happens (when|if) [@the] [@whole] (shut[s] down|stop[s]|is stopped|is shut down)",
      "(@how|how does) [@the] [@whole] [is] [gracefully] (stop[ped]|shutdown|shut down|restart[ed]) [gracefully]",
    ],
  },
  {
    intent: "failures",
    examples: ["Which errors does the service answer with, and what causes each?"],
    patterns: [
      "(failure[s]|error[s]) (does|do|can|may) @the @whole (answer with|report|return|give|raise|throw)[s] [,] [with (their|the) messages]",
      "[common|known|typical|frequent|possible] (failure[s]|error[s]|problem[s]|issues|incident[s]) [message[s]|mode[s]|code[s]|handling]",
      "(troubleshoot[ing]|what (can|may|could) go wrong|failure modes)",
    ],
    questions: ["what [can|may|could] (go|goes) wrong"],
  },
  {
    intent: "runbook",
    parts: ["run", "shutdown", "health", "logs", "failures"],
    examples: ["Write a runbook for the on-call engineer."],
    patterns: [
      "(run book[s]|runbook[s])",
      "operation[s] (guide|manual|handbook)",
      "operating (guide|manual|the service)",
      "(on call guide|on-call guide|operations)",
    ],
  },
  {
    intent: "decisions",
    examples: ["Summarise the architecture decision records."],
    patterns: [
      "[architecture|architectural|design|technical|key|important|past] [architecture|architectural|design|technical|key|important|past] decision[s] [record[s]|log]",
      "adr[s]",
    ],
  },
  {
    intent: "access",
    examples: ["Say who may call it.", "How are requests authenticated and authorized?"],
    patterns: ["who may (call|use) (it|what)"],
    questions: [
      "how (are|is) [the] (request[s]|call[s]|caller[s]|access) (authenticated|authori(s|z)ed) [(and|or) (authenticated|authori(s|z)ed)]",
    ],
  },
  {
    intent: "additions",
    examples: ["How is one more of a kind added, by the files that changed together the last times?"],
    patterns: ["(files|what) [that] change[d] together", "how to add (another|one more)"],
    questions: ["how is one more of a kind added [, by the files that changed together the last times]"],
  },
  {
    intent: "conventions",
    examples: ["List what the project's own documents ask of those who change its code."],
    patterns: [
      "what the project's own documents ask of those who change [its|the] code",
      "(rules|conventions) for changes [of the code]",
    ],
  },
  {
    intent: "gotchas",
    examples: ["List the gotchas that comments tell of."],
    patterns: [
      "(gotcha[s]|pitfall[s]|workaround[s]) [that comments tell of]",
      "what (the code|comments) (warn|warns) of",
    ],
  },
  {
    intent: "background",
    examples: ["Which jobs, queues and scheduled tasks run in the background?"],
    patterns: [
      "(scheduled|background|recurring|periodic) (work|job[s]|task[s])",
      "@work [,] (and|or) @work [run in the background]",
      "@work , @work [,] [and|or] @work [run in the background]",
    ],
  },
  {
    intent: "data-access",
    examples: ["Which code reads and writes the stored entities?"],
    patterns: [
      "(which|what) code (reads|writes) [(and|or) (reads|writes)] [the] [stored] (data|entities|tables|models)",
    ],
    questions: ["where [is] [the] [stored] data [is] (read|written) [(and|or) (read|written)]"],
  },
  {
    intent: "migrations",
    examples: ["How are migrations of the database written and run?"],
    patterns: ["(database|schema|db) migration[s]"],
    questions: [
      "how (are|is) [the] [database|schema] (migration[s]|schema) [of the database] (written|run|made|changed|applied) [and (written|run|made|applied)]",
    ],
  },
  {
    intent: "automation",
    examples: ["How do build, tests and release run in the project's automation?"],
    patterns: ["build and release", "[project's] [own] automation"],
    questions: [
      "how (do|are|is|does) [the] @built [,] [and|or] [@built] [,] [and|or] [@built] (run|made|done) [(in|by) [the] [project's] automation]",
    ],
  },
];
