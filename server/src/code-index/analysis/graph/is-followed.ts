import { isGraphLanguage } from "#server/code-index/analysis/graph/languages/parse-file-graph.ts";
import type { FileGraph, NameUse } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { Resolution } from "#server/code-index/analysis/graph/resolve/resolution.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import type { GraphSource } from "./graph-source.ts";

/** Only their script is followed, and their markup may use names as well. */
const hasMarkup = /^(?:vue|svelte|astro)$/;
const isStyle = /^(?:css|scss|sass|less|stylus)$/;
const isEcmascript = /^(?:typescript|tsx|javascript|vue|svelte|astro)$/;

/**
 * Whether it is known for certain what a use of a name means. False where nothing or only a guess was found; such a use may
 * mean any declaration of that name.
 */
export function isFollowed(index: CodeIndex, graph: FileGraph, use: NameUse, found: Resolution): boolean {
  if (found.refs.length > 0) return found.isCertain;
  if (found.external === null) return false;
  // A free name that no file declares may be a global of another script.
  if (found.external === "") return use.isMember;
  return !isEcmascript.test(graph.language) || isDeclaredPackage(index, found.external);
}

/** Whether a file may use the name although no graph of it says so. */
export function mayHideUses(source: GraphSource, path: string): boolean {
  const { kind, language = null } = source.file(path) ?? {};
  if ((kind !== "source" && kind !== "test") || isStyle.test(language ?? "")) return false;
  return !isGraphLanguage(language) || !source.graph(path) || hasMarkup.test(language ?? "");
}

const packagesOf = new WeakMap<CodeIndex, ReadonlySet<string>>();

/** A bare specifier that no manifest names may be an alias of a bundler, which leads into the repository. */
function isDeclaredPackage(index: CodeIndex, name: string): boolean {
  if (name.startsWith("node:")) return true;
  let declared = packagesOf.get(index);
  if (declared === undefined) {
    const manifests = index
      .files()
      .flatMap(({ path, kind }) => (kind === "config" ? (index.facts(path)?.manifest ?? []) : []));
    declared = new Set(manifests.flatMap(({ dependencies }) => dependencies.map((one) => one.name)));
    packagesOf.set(index, declared);
  }
  return declared.has(name);
}
