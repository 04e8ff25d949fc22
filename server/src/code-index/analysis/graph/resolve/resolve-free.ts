import type { FileGraph, NameUse } from "#server/code-index/analysis/graph/model/file-graph.ts";

import type { NameContext, Ref, Resolution, Surroundings } from "./resolution.ts";
import { nothing } from "./resolution.ts";

/** Languages in which a name of another file can be meant without an import of that name. */
const loadsByName = /^(?:java|csharp|php|ruby|c|cpp|rust)$/;
const passesOn = /^(?:typescript|tsx|javascript)$/;
/** Of larger packages only what the index lists is found. */
const maxPackageFiles = 40;
const maxStarFiles = 20;
const maxDeclaringFiles = 12;
const maxGuesses = 3;
const ofTheLanguage: Resolution = { refs: [], isCertain: true, external: "" };

/** A name that no scope of its file declares: taken over as a whole, of the same package, or of the language. */
export function resolveFree(
  context: NameContext,
  { path, graph, use }: { path: string; graph: FileGraph; use: NameUse },
): Resolution {
  const { around } = context;
  // `export * from` passes names on and brings none in.
  const stars = passesOn.test(graph.language) ? [] : graph.stars;
  for (const { specifier } of stars) {
    for (const file of around.resolveImport(path, specifier, []).paths.slice(0, maxStarFiles)) {
      const found = context.exported(file, use.name);
      if (found.refs.length > 0) return found;
    }
  }
  const beside = around.packageFiles(path);
  const listed = around.declaring(beside, use.name).filter((file) => file !== path);
  const refs = refsIn(around, listed, use.name);
  if (refs.length > 0) return { refs, isCertain: true, external: null };
  if (loadsByName.test(graph.language)) return declaredAnywhere(around, path, use.name);
  if (graph.language !== "go" || beside.length > maxPackageFiles) return ofTheLanguage;
  // Variables of a package that the index does not list.
  const hidden = refsIn(around, beside, use.name);
  return hidden.length > 0 ? { refs: hidden, isCertain: true, external: null } : ofTheLanguage;
}

function refsIn(around: Surroundings, files: readonly string[], name: string): Ref[] {
  around.graphs(files);
  return files.flatMap((path) => {
    const declaration = (around.graph(path)?.declarations ?? []).findIndex(
      (one) => one.name === name && one.reach === "file" && one.importing < 0,
    );
    return declaration < 0 ? [] : [{ path, declaration }];
  });
}

/** A guess: the declarations of that name in the repository, when they are few. */
export function declaredAnywhere(around: Surroundings, path: string, name: string): Resolution {
  const files = around.filesDeclaring(name, path);
  if (files.length === 0 || files.length > maxDeclaringFiles) return nothing;
  around.graphs(files);
  const refs = files.flatMap((file) =>
    (around.graph(file)?.declarations ?? []).flatMap((one, declaration) =>
      one.name === name && one.reach !== "local" && one.importing < 0 ? [{ path: file, declaration }] : [],
    ),
  );
  return refs.length > maxGuesses ? nothing : { refs, isCertain: false, external: null };
}
