import type { SettingSite } from "#server/code-index/ports/setting-facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

/** So many fields are looked for at once. */
const maxFields = 120;
const shortestField = 5;
/** All of them are one pattern of the search, which may have so many letters only. */
const longestField = 60;
/** So that the same code always gives the same text, work is bounded by counts and not by the clock. */
const patienceMs = 3_600_000;
/** What is only written to a log has no effect. */
const logs = /\b(?:log\w*|slog|logrus|debug\w*|print\w*)\b\s*(?:\.\w+\s*\(|\()|\.(?:Debug|Info|Print|Trace)f?\(/i;
/** The field in front of the tag, or of the type. */
const fieldOf = [
  { path: /\.go$/, field: /^\s*([A-Z]\w*)\s+[\w.[\]*]+\s+`/ },
  { path: /\.py$/, field: /^\s+([a-z]\w*)\s*:\s*\S/ },
] as const;

/**
 * Names of settings that a struct or a class only declares: nothing beside logs has the name of their field. Where a
 * field's name is a word of other things too, it may be used, and is none of them.
 */
export async function findUnusedSettings(
  scope: CodeScope,
  settings: readonly { name: string; sites: readonly SettingSite[] }[],
): Promise<ReadonlySet<string>> {
  const declared = new Map<string, { setting: string; path: string; line: number }[]>();
  for (const { name, sites } of settings) {
    const own = sites.filter(({ source }) => source === "read" || source === "declared");
    const [only] = own;
    if (
      only === undefined ||
      own.some(({ source, path, line }) => source === "read" || path !== only.path || line !== only.line)
    )
      continue;
    const rule = fieldOf.find((one) => one.path.test(only.path));
    const text = rule === undefined ? "" : (codeLines((await scope.lines(only.path)) ?? [])[only.line - 1] ?? "");
    const field = rule?.field.exec(text)?.[1];
    if (
      field === undefined ||
      field.length < shortestField ||
      field.length > longestField ||
      declared.size >= maxFields
    )
      continue;
    const places = declared.get(field) ?? [];
    declared.set(field, [...places, { setting: name, path: only.path, line: only.line }]);
  }
  if (declared.size === 0) return new Set();
  const query = {
    pattern: `\\b(?:${[...declared.keys()].join("|")})\\b`,
    isRegex: true,
    ignoreCase: false,
    isWord: false,
  };
  const bounds = { maxFiles: 5_000, maxLinesPerFile: 1_000, deadlineMs: patienceMs };
  const { files, isCutOff } = await scope.repository.index.findLines(query, bounds);
  if (isCutOff) return new Set();
  const unused = new Set([...declared].flatMap(([, places]) => places.map(({ setting }) => setting)));
  for (const { path, lines } of files) {
    if (scope.facts(path)?.kind !== "source") continue;
    const texts = codeLines((await scope.lines(path)) ?? []);
    for (const { line } of lines) {
      const text = (texts[line - 1] ?? "").replace(/\s(?:\/\/|#)\s.*$/, "");
      if (/^\s*(?:\/\/|#|\*)/.test(text) || logs.test(text)) continue;
      for (const word of new Set(text.match(/\w+/g))) {
        const places = declared.get(word) ?? [];
        if (places.some((one) => one.path === path && one.line === line)) continue;
        for (const { setting } of places) unused.delete(setting);
      }
    }
  }
  return unused;
}
