import { ruleCheckSchema, type RuleCheck } from "@cairn/contract/rule-checks";

interface RuleWords {
  condition: string;
  instruction: string;
}

const codeSpan = /`([^`\n]+)`/g;
/** "src/api", "docs/schema.md", "*.sql": what has a slash or an ending, and is no address. */
const barePath = /(?<![\w/@:.`-])(?:[\w.*@-]+\/)+[\w.*@-]*|(?<![\w/@:.`-])[\w*-]+(?:\.[\w-]+)*\.[a-z]{1,5}(?![\w/`(])/g;
const withFolder = /^(?:[\w.*@{},-]+\/)+[\w.*@{},-]*$/;
/** A name with a dot may as well be a call, such as `console.log`. */
const fileName =
  /^(?:go\.(?:mod|sum|work)|[\w*-]+(?:\.[\w*-]+)*\.(?:c|cc|cfg|conf|cpp|cs|css|csv|dart|ex|exs|go|gradle|graphql|h|hpp|html|ini|java|jsx?|json|kts?|lock|lua|md|mdx|mjs|php|proto|py|rb|rs|rst|scala|scss|sh|sql|svg|swift|tf|toml|tsx?|txt|vue|xml|ya?ml))$/;
const forbids =
  /\b(?:do not|don['’]t|does not|never|must not|may not|shall not|should not|cannot|can['’]t|nobody|avoid|no|without)\b/i;
const changes =
  /\b(?:change|edit|touch|modify|update|adjust|extend|alter|delete|remove|rename|move|regenerate|add|write)\w*\b/i;
const touches = /\b(?:change|edit|touch|modify|alter|delete|remove|rename|move)\w*\b/i;
const imports = /\bimport(?:s|ed|ing)?\b/i;
/** Behind the command: what is passed on has the word in front of it. */
const passes = /`[^`\n]+`[^.;`]*\b(?:pass(?:es)?|succeeds?|(?:is|stays|be) green|ends? with 0|exits? with 0)\b/i;
const connects = /\b(?:connections?|connect(?:s|ed)?)\b.*\bforbid(?:s|den)?\b|\bforbidden connections?\b/i;
const needsLine = /\bwithout a line\b|\bhas no line\b|\bnobody allowed\b/i;
const holds = /\b(?:start|begin|contain|hold|include|carry|carries|have|has|need|name|mention|get|set|pass|come)\w*\b/i;
const news = /\b(?:new|add(?:s|ed|ing)?|creat(?:e|es|ed|ing))\b/i;

/**
 * The check that a rule's own words name: files by their paths, text by what stands in backticks. Null where they name
 * nothing, or more than one thing that they might mean: a check that means something else than the rule is worse than none.
 */
export function proposeCheck({ condition, instruction }: RuleWords): RuleCheck | null {
  const [given, asked] = [readNames(condition), readNames(instruction)];
  const files = toFiles(given.paths);
  const isForbidden = forbids.test(instruction);
  const check =
    given.texts.length > 0
      ? demandBeside({ given, asked, files, isNeeded: !isForbidden && holds.test(instruction) })
      : isForbidden
        ? forbid(instruction, { files: files ?? "**", asked })
        : demand(instruction, { files, asked, isOfNewFiles: news.test(condition) || !touches.test(condition) });
  return check === null ? null : (ruleCheckSchema.safeParse(check).data ?? null);
}

const isPath = (text: string) => withFolder.test(text) || fileName.test(text);

interface Names {
  paths: string[];
  /** In backticks, and no path. */
  texts: string[];
}

function readNames(words: string): Names {
  const spans = [...words.matchAll(codeSpan)].map(([, span = ""]) => span.trim());
  const bare = [...words.replaceAll(codeSpan, " ").matchAll(barePath)].map(([path]) => path.replace(/\.$/, ""));
  return {
    paths: [...new Set([...spans, ...bare].filter(isPath))],
    texts: [...new Set(spans.filter((span) => !isPath(span)))],
  };
}

function forbid(instruction: string, { files, asked }: { files: string; asked: Names }): RuleCheck | null {
  const isNameless = asked.texts.length + asked.paths.length === 0;
  if (isNameless && connects.test(instruction)) {
    return { kind: "forbidden-connection", files, ...(needsLine.test(instruction) && { isLineNeeded: true }) };
  }
  const [text] = asked.texts;
  const [module, another] = [...asked.texts, ...asked.paths];
  if (imports.test(instruction) && module !== undefined) {
    return another === undefined ? { kind: "forbidden-import", files, module: module.replace(/\/\*+$/, "/") } : null;
  }
  if (asked.texts.length === 1 && asked.paths.length === 0 && text !== undefined) {
    return { kind: "forbidden-text", files, text };
  }
  const untouched = toFiles(asked.paths);
  const isOnlyPaths = asked.texts.length === 0 && untouched !== null && touches.test(instruction);
  return isOnlyPaths ? { kind: "untouched", files: untouched } : null;
}

interface BesideNames {
  given: Names;
  asked: Names;
  files: string | null;
  isNeeded: boolean;
}

/** Of a rule whose condition is a text: what is done without it says nothing of the rule. */
function demandBeside({ given, asked, files, isNeeded }: BesideNames): RuleCheck | null {
  const [occasion, another] = given.texts;
  const [text, other] = [...asked.texts, ...asked.paths];
  const isClear = isNeeded && another === undefined && other === undefined && asked.paths.length === 0;
  if (!isClear || occasion === undefined || text === undefined) return null;
  return { kind: "added-text", files: files ?? "**", text, occasion };
}

interface DemandNames {
  files: string | null;
  asked: Names;
  /** The condition is about files that are added, not about those that are changed. */
  isOfNewFiles: boolean;
}

function demand(instruction: string, { files, asked, isOfNewFiles }: DemandNames): RuleCheck | null {
  const [command] = asked.texts;
  if (asked.texts.length === 1 && asked.paths.length === 0 && command !== undefined && passes.test(instruction)) {
    return { kind: "command", files: files ?? "**", command };
  }
  if (files === null) return null;
  const needed = toFiles(asked.paths);
  if (needed !== null) return changes.test(instruction) ? { kind: "changed-together", files, needed } : null;
  const [text] = asked.texts;
  if (asked.texts.length !== 1 || text === undefined || !holds.test(instruction)) return null;
  return isOfNewFiles ? { kind: "needed-text", files, text } : { kind: "added-text", files, text, occasion: "" };
}

/** One pattern for all of the paths: a folder stands for what is in it, a name without folders for itself anywhere. */
function toFiles(paths: readonly string[]): string | null {
  const patterns = paths.map((path) => {
    if (path.endsWith("/")) return `${path}**`;
    if (!path.includes("/")) return `**/${path}`;
    return /[*.][^/]*$/.test(path) ? path : `${path}/**`;
  });
  const [first] = patterns;
  if (first === undefined) return null;
  return patterns.length === 1 ? first : `{${patterns.join(",")}}`;
}
