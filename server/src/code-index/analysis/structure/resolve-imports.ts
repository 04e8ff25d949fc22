import type { ImportTarget } from "#server/code-index/ports/code-index.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";

import { unknownTarget } from "./import-target.ts";
import type { LanguageResolver, ImportedNameResolver, ResolveContext } from "./import-target.ts";
import { csharpResolver } from "./resolve-csharp.ts";
import { ecmascriptResolver } from "./resolve-ecmascript.ts";
import { elixirResolver } from "./resolve-elixir.ts";
import { cResolver, simpleResolver } from "./resolve-file-paths.ts";
import { goResolver } from "./resolve-go.ts";
import { jvmResolver } from "./resolve-jvm.ts";
import { phpResolver } from "./resolve-php.ts";
import { pythonResolver } from "./resolve-python.ts";
import { rubyResolver } from "./resolve-ruby.ts";
import { rustResolver } from "./resolve-rust.ts";

export interface ResolvedEdge {
  from: string;
  to: string;
  specifier: string;
  line: number;
}

export interface ResolvedImports {
  edges: ResolvedEdge[];
  /** Package to the files that import them. */
  packages: Map<string, Set<string>>;
}

/** Where one import of one file leads, and what it names without one. */
export function nameResolver(context: ResolveContext): ImportedNameResolver {
  const resolverOf = languageResolvers(context);
  return {
    resolve: (from, imported) => resolverOf(from)?.resolve(from, imported) ?? unknownTarget,
    mentioned: (from) => resolverOf(from)?.mentioned?.(from) ?? [],
  };
}

/** Follows every import of every file, and every name that needs none. */
export function* resolveImports(context: ResolveContext): Steps<ResolvedImports> {
  const resolverOf = languageResolvers(context);
  const edges: ResolvedEdge[] = [];
  const packages = new Map<string, Set<string>>();
  for (const file of context.files) {
    const resolver = resolverOf(file);
    if (resolver === undefined) continue;
    const seen = new Set([file.path]);
    const add = (to: string, specifier: string, line: number): void => {
      if (seen.has(to)) return;
      seen.add(to);
      edges.push({ from: file.path, to, specifier, line });
    };
    for (const imported of context.links(file.path).imports) {
      const target = resolver.resolve(file, imported);
      if (target.kind === "package") addUser(packages, target, file);
      if (target.kind === "files") for (const to of target.paths) add(to, imported.specifier, imported.line);
    }
    for (const { path, specifier, line } of resolver.mentioned?.(file) ?? []) add(path, specifier, line);
    yield;
  }
  return { edges, packages };
}

function addUser(
  packages: Map<string, Set<string>>,
  { name }: Extract<ImportTarget, { kind: "package" }>,
  { path }: IndexedFile,
): void {
  const users = packages.get(name);
  if (users === undefined) packages.set(name, new Set([path]));
  else users.add(path);
}

const resolverByLanguages: [string, (context: ResolveContext) => LanguageResolver][] = [
  ["typescript tsx javascript vue svelte astro", ecmascriptResolver],
  ["python jupyter", pythonResolver],
  ["go", goResolver],
  ["rust", rustResolver],
  ["java kotlin scala groovy", jvmResolver],
  ["csharp", csharpResolver],
  ["elixir", elixirResolver],
  ["php", phpResolver],
  ["ruby", rubyResolver],
  ["c cpp objectivec", cResolver],
  ["css scss less shell lua zig dart protobuf", simpleResolver],
];

/** The resolver of a file's language, made when a file first needs it. */
function languageResolvers(context: ResolveContext): (file: IndexedFile) => LanguageResolver | undefined {
  const made = new Map<string, LanguageResolver>();
  return ({ language }) => {
    if (language === null) return undefined;
    const known = made.get(language);
    if (known !== undefined) return known;
    const [languages, make] = resolverByLanguages.find(([names]) => names.split(" ").includes(language)) ?? [];
    if (languages === undefined || make === undefined) return undefined;
    const resolver = make(context);
    for (const name of languages.split(" ")) made.set(name, resolver);
    return resolver;
  };
}
