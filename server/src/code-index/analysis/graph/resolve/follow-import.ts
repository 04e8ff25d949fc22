import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

import type { NameContext, Resolution } from "./resolution.ts";
import { nothing } from "./resolution.ts";
import { declaredAnywhere } from "./resolve-free.ts";

interface Imported {
  path: string;
  graph: FileGraph;
  /** The declaration that the import makes. */
  target: number;
}

/** What an imported name means in its module; itself when that is unknown. */
export function followImport(context: NameContext, imported: Imported): Resolution {
  const { path, graph, target } = imported;
  const binding = graph.imports[graph.declarations[target]?.importing ?? -1];
  if (binding === undefined) return nothing;
  if (graph.language === "rust") return followRust(context, path, binding);
  const whole = context.around.resolveImport(path, binding.specifier, []);
  const self: Resolution = { refs: [{ path, declaration: target }], isCertain: false, external: null };
  if (binding.name === "*" || binding.name === "=") {
    if (whole.external !== null) return fromOutside(whole.external);
    const [file] = whole.paths;
    const given = binding.name === "=" && file !== undefined ? context.exported(file, "default") : nothing;
    if (given.refs.length > 0) return given;
    return whole.paths.length === 0 ? self : asModule(whole.paths);
  }
  for (const file of whole.paths) {
    const found = context.exported(file, binding.name);
    if (found.refs.length > 0 || found.external !== null) return found;
    // The value of `export =` may have members of that name.
    const inside = context.types().members({ kind: "module", paths: [file], isGuess: false }, binding.name);
    if (inside !== null && inside.refs.length > 0) return inside;
  }
  // Python takes modules out of a package as it takes names.
  const single = context.around.resolveImport(path, binding.specifier, [binding.name]);
  const module = single.paths.find((file) => !whole.paths.includes(file));
  if (module !== undefined) return asModule([module]);
  const external = whole.external ?? single.external;
  return external === null ? self : fromOutside(external);
}

function followRust(
  context: NameContext,
  path: string,
  { specifier, name }: { specifier: string; name: string },
): Resolution {
  const { paths, external } = context.around.resolveImport(path, specifier, []);
  if (external !== null) return fromOutside(external);
  for (const file of paths) {
    const found = context.exported(file, name);
    if (found.refs.length > 0) return found;
    if (file.replace(/\/mod\.rs$|\.rs$/, "").endsWith(`/${name}`)) return asModule([file]);
  }
  return declaredAnywhere(context.around, path, name);
}

function fromOutside(external: string): Resolution {
  return { ...nothing, external, isCertain: true };
}

function asModule(paths: readonly string[]): Resolution {
  return { refs: paths.map((path) => ({ path, declaration: -1 })), isCertain: true, external: null };
}
