import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";

/** Strings and ends of lines that are comments are skipped; group 1 is a name, perhaps with the names around it. */
const quoted = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const slashes = String.raw`\/\/[^\n]*`;
const simple = new RegExp(String.raw`${quoted}|${slashes}|([A-Z]\w*)`, "g");
const patternByLanguage: Record<string, RegExp> = {
  csharp: simple,
  java: simple,
  kotlin: simple,
  scala: simple,
  groovy: simple,
  php: new RegExp(String.raw`${quoted}|${slashes}|(\\?[A-Z]\w*(?:\\[A-Z]\w*)*)`, "g"),
  ruby: new RegExp(String.raw`${quoted}|#[^\n]*|((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)`, "g"),
  elixir: new RegExp(String.raw`${quoted}|#[^\n]*|([A-Z]\w*(?:\.[A-Z]\w*)*)`, "g"),
};

/** Names that every program has: no file of a repository is meant by them. */
const common = new Set(
  `String Integer Int Long Boolean Bool Object List Map Set Array Hash Double Float Char Byte Date Time Math Override
  Exception Throwable Error Void Any Unit Nothing Collection Iterator Iterable Optional Task Guid Console Enum Func
  Action Dictionary IEnumerable ICollection IList Nullable Type Uri Enumerable Kernel Logger GenServer Agent Keyword
  Closure Collectors Arrays Objects Collections Deprecated SuppressWarnings Test`.split(/\s+/),
);
/** Methods of the base library, which many files call and none declares. */
const commonCalls = new Set(
  `Select Where ToList ToArray Any All First FirstOrDefault Single SingleOrDefault Count Contains Add AddRange Remove
  ToString Equals GetHashCode Join Split Trim Replace StartsWith EndsWith Format Substring ToLower ToUpper OrderBy
  OrderByDescending GroupBy ToDictionary Concat Distinct Skip Take Max Min Sum Append Clear Dispose Invoke Parse
  ConfigureAwait GetType Last LastOrDefault Cast SelectMany Insert IndexOf TryGetValue ContainsKey Write WriteLine Read
  Open Close Get Set Is Not Be Should Setup Returns Verify ReturnsAsync`.split(/\s+/),
);
const maxMentions = 400;

/**
 * Names of the text that may be types of other files, for languages in which files of one package or of the whole
 * program see each other without an import.
 */
export function extractMentions(source: SourceText, declared: readonly string[]): Record<string, number> {
  const language = source.language ?? "";
  const pattern = Object.hasOwn(patternByLanguage, language) ? patternByLanguage[language] : undefined;
  if (pattern === undefined) return {};
  const own = new Set(declared);
  const found = new Map<string, number>();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(source.text); match !== null && found.size < maxMentions; match = pattern.exec(source.text)) {
    if (match[1] === undefined) continue;
    const name = nameAt(source, { language, name: match[1], at: match.index });
    if (name === null || found.has(name) || own.has(name)) continue;
    const line = lineAt(source, match.index);
    if (source.commentLines[line - 1] !== 1) found.set(name, line);
  }
  return Object.fromEntries(found);
} // prettier-ignore

/** The name as it is kept; null where what stands before it says that it is no type of another file. */
function nameAt(
  source: SourceText,
  { language, name, at }: { language: string; name: string; at: number },
): string | null {
  const before = source.text[at - 1] ?? "";
  if (/[\w$]/.test(before) || (before === "@" && language === "ruby")) return null;
  if (before === ".") {
    const isCall = language === "csharp" && /[(<]/.test(source.text[at + name.length] ?? "");
    return isCall && !commonCalls.has(name) ? `.${name}` : null;
  }
  if (language === "php" && (before === ">" || before === ":")) return null;
  if (language === "ruby" && before === ":") return null;
  if (common.has(name) || name.length < 2 || (/^[A-Z\d_]+$/.test(name) && name.includes("_"))) return null;
  return name;
}
