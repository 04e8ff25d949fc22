import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ManifestFact } from "#server/code-index/ports/facts.ts";

/** Elixir's mix.exs; what other applications of an umbrella or a path give is no package from outside. */
export function extractMixManifest(source: SourceText): ManifestFact {
  const found: ManifestFact = {
    ecosystem: "hex",
    name: /\bapp:\s*:(\w{1,100})/.exec(source.text)?.[1] ?? null,
    description: null,
    version: /\bversion:\s*"([^"\n]{1,60})"/.exec(source.text)?.[1] ?? null,
    dependencies: [],
    entryPoints: [],
    workspaces:
      /\bapps_path:\s*"([^"\n]{1,200})"/
        .exec(source.text)
        ?.slice(1)
        .map((path) => `${path}/*`) ?? [],
  };
  const start = /\bdefp?\s+deps\b/.exec(source.text)?.index ?? Number.POSITIVE_INFINITY;
  for (const { match, line, offset } of matchesInCode(source, /\{\s*:(\w{1,100})\s*,([^{}]{0,400})\}/g)) {
    if (offset < start || /\bin_umbrella:\s*true|\bpath:\s*"/.test(match[2] ?? "")) continue;
    found.dependencies.push({
      name: match[1] ?? "",
      version: /^\s*"([^"\n]*)"/.exec(match[2] ?? "")?.[1] ?? "",
      isDev: /\bonly:\s*(?::(?:dev|test)\b|\[\s*:(?:dev|test)\b(?![^\]]*:prod))/.test(match[2] ?? ""),
      line,
    });
  }
  return found;
}
