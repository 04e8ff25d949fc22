import type { ImportAlias } from "#server/code-index/analysis/text/content-facts.ts";
import { parseJson, recordOf, stringOf } from "#server/code-index/analysis/text/parse-json.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Aliases of a tsconfig or jsconfig, targets relative to the file's own folder. */
export function extractAliases(source: SourceText): ImportAlias[] {
  const options = recordOf(recordOf(parseJson(source.text))["compilerOptions"]);
  const baseUrl = stringOf(options["baseUrl"]);
  const base = baseUrl === null ? "" : `${baseUrl.replace(/^\.\/?/, "").replace(/\/$/, "")}/`.replace(/^\//, "");
  const aliases = Object.entries(recordOf(options["paths"])).map(([pattern, targets]) => ({
    pattern,
    targets: (Array.isArray(targets) ? targets : [])
      .filter((target) => typeof target === "string")
      .map((target) => base + target.replace(/^\.\//, "")),
  }));
  if (baseUrl !== null) aliases.push({ pattern: "*", targets: [`${base}*`] });
  return aliases;
}
