/** Words that carry no subject of their own in a question about code. */
const stopWords = new Set(
  `a an the and or but of to in on at by for from with without into as is are was were be been being am do does did done
  doing can could should would will shall may might must have has had having how what which who whom whose where when why
  whether if then than so that this these those it its they them their there here we our us you your i me my mine he she
  his her not no yes all any each every some such only also just very more most other another please tell show give
  explain describe find list me about code codebase repo repository project product app application system file files
  function functions method methods class classes work works working happen happens happening get gets used use uses using
  implemented implement implementation implements defined define definition located live lives made
  make makes making exactly actually really like look looks need needs want wants let know way ways thing things kind kinds
  part parts place places one ones via per up out off over between within through during after before again both same go
  goes going put come comes call calls called calling caller callers invoke invokes exist exists anything something else
  currently there's what's where's who's it's don't logic responsible decide decides decided determine
  determines determined determine affect affects happen lately recently several sometimes usually often always never around
  whenever meaning mean means say says said difference different differ differs versus vs compare compared comparison
  main actual real possible able sort`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that people put into questions about anything; they tell little about where the answer stands. */
const weakWords = new Set(
  `api server client frontend backend web compute computed computes calculate calculated create created creates build built send sent check checked show shown
  shows display displayed load loaded store stored save saved process processed manage managed support supported set
  provide provided add added start started read written write update updated choose chosen change changed add run runs
  handle handled handles handling current given new`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that mean the same to people who ask about code. */
const synonymGroups: readonly (readonly string[])[] = [
  ["auth", "authentication", "authenticate", "login", "signin", "session", "password"],
  ["permission", "authorization", "authorize", "role", "access"],
  ["delete", "remove", "destroy", "drop"],
  ["create", "add", "insert", "register"],
  ["config", "configuration", "setting", "option", "environment", "env"],
  ["database", "db", "sql", "postgres", "storage", "store", "persist"],
  ["error", "exception", "failure", "fail"],
  ["retry", "backoff", "attempt"],
  ["start", "boot", "bootstrap", "main", "launch"],
  ["test", "spec"],
  ["validate", "validation", "check", "verify"],
  ["send", "emit", "publish", "dispatch", "notify"],
  ["cache", "memo", "memoize"],
  ["parse", "parser", "decode", "deserialize"],
  ["format", "render", "serialize", "encode"],
  ["fetch", "load", "read"],
  ["compute", "calculate", "computed", "calculated"],
  ["schedule", "cron", "timer", "interval", "timetable"],
  ["queue", "job", "worker", "task"],
  ["route", "endpoint", "url", "path", "handler"],
  ["middleware", "hook", "interceptor"],
  ["log", "logging", "logger"],
  ["limit", "maximum", "max", "threshold"],
  ["user", "account", "member"],
  ["time", "clock", "date"],
  ["draw", "drawn", "drew"],
  ["handle", "dispatch", "serve", "listen", "answer"],
  ["write", "written", "wrote"],
  ["sent", "send"],
  ["find", "found"],
  ["choose", "chosen", "chose"],
  ["build", "built"],
  ["keep", "kept"],
  ["break", "broken"],
  ["hide", "hidden"],
  ["1", "one"],
  ["2", "two"],
  ["3", "three"],
  ["4", "four"],
  ["5", "five"],
  ["6", "six"],
  ["10", "ten"],
  ["15", "fifteen"],
  ["30", "thirty"],
  ["60", "sixty"],
];

const synonyms = buildSynonyms();

/** Cuts the endings that questions and identifiers differ in: "delays" and "delayed" meet "delay". */
export function stem(word: string): string {
  let root = word.toLowerCase();
  if (root.length > 4) root = root.replace(/(?:ies)$/, "y").replace(/(?<=ss|sh|ch|x|z)es$/, "");
  if (root.length > 3) root = root.replace(/(?<![su])s$/, "");
  if (root.length > 5) root = root.replace(/(?:ations?|ators?|ating|ated|ate)$/, "at");
  if (root.length > 5) root = root.replace(/(?:ing|ers?|ed|or)$/, "");
  if (root.length > 4) root = root.replace(/([bdglmnprt])\1$/, "$1").replace(/e$/, "");
  return root;
}

/** Splits text and identifiers to lower-case words: "moveTask", "move_task" and "move task" are the same two words. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

export function stemsOf(text: string): string[] {
  return splitWords(text).map(stem);
}

/** The words of a question that carry its subject, in order, each once. */
export function subjectWords(text: string): string[] {
  const words = splitWords(text.replaceAll(/[’']/g, "'").replaceAll(/'\w{1,2}\b/g, ""));
  return [...new Set(words.filter((word) => (word.length > 1 || /\d/.test(word)) && !stopWords.has(word)))];
}

export function isWeakWord(word: string): boolean {
  return weakWords.has(word);
}

/** Stems that mean the same as this one, without itself. */
export function synonymStems(root: string): readonly string[] {
  return synonyms.get(root) ?? [];
}

function buildSynonyms(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const group of synonymGroups) {
    const stems = [...new Set(group.map(stem))];
    for (const one of stems) {
      map.set(one, [...(map.get(one) ?? []), ...stems.filter((other) => other !== one)]);
    }
  }
  return map;
}
