import type { Steps } from "#server/code-index/runtime/steps.ts";

import { unknownTarget } from "./import-target.ts";
import type { ImportResolver, ResolveContext } from "./import-target.ts";
import { ecmascriptResolver } from "./resolve-ecmascript.ts";
import { cResolver, goResolver, jvmResolver, phpResolver, rubyResolver, simpleResolver } from "./resolve-packages.ts";
import { pythonResolver } from "./resolve-python.ts";
import { rustResolver } from "./resolve-rust.ts";

export interface ResolvedEdge {
  from: string;
  to: string;
  specifier: string;
  line: number;
}

export interface ResolvedImports {
  edges: ResolvedEdge[];
  /** Package to the files that import it. */
  packages: Map<string, Set<string>>;
}

/** Where one import of one file leads. */
export function importResolver(context: ResolveContext): ImportResolver {
  const byLanguage = resolvers(context);
  return (from, imported) => byLanguage.get(from.language ?? "")?.(from, imported) ?? unknownTarget;
}

/** Follows every import of every file. */
export function* resolveImports(context: ResolveContext): Steps<ResolvedImports> {
  const byLanguage = resolvers(context);
  const edges: ResolvedEdge[] = [];
  const packages = new Map<string, Set<string>>();
  for (const file of context.files) {
    const resolve = file.language === null ? undefined : byLanguage.get(file.language);
    if (resolve === undefined) continue;
    const seen = new Set<string>();
    for (const imported of context.links(file.path).imports) {
      const target = resolve(file, imported);
      if (target.kind === "package") {
        const users = packages.get(target.name);
        if (users === undefined) packages.set(target.name, new Set([file.path]));
        else users.add(file.path);
      }
      if (target.kind !== "files") continue;
      for (const to of target.paths) {
        if (to === file.path || seen.has(to)) continue;
        seen.add(to);
        edges.push({ from: file.path, to, specifier: imported.specifier, line: imported.line });
      }
    }
    yield;
  }
  return { edges, packages };
}

function resolvers(context: ResolveContext): Map<string, ImportResolver> {
  const byLanguage = new Map<string, ImportResolver>();
  const add = (languages: string, resolver: ImportResolver): void => {
    for (const language of languages.split(" ")) byLanguage.set(language, resolver);
  };
  add("typescript tsx javascript vue svelte astro", ecmascriptResolver(context));
  add("python", pythonResolver(context));
  add("go", goResolver(context));
  add("rust", rustResolver(context));
  add("java kotlin scala groovy csharp elixir", jvmResolver(context));
  add("php", phpResolver(context));
  add("ruby", rubyResolver(context));
  add("c cpp objectivec", cResolver(context));
  add("css scss less shell lua zig dart protobuf", simpleResolver(context));
  return byLanguage;
}
