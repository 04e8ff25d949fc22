import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { findBuildProjects } from "./build-projects.ts";
import { listDeclarations } from "./declarations.ts";
import { fileTarget } from "./import-target.ts";
import type { LanguageResolver, MentionedFile, ResolveContext } from "./import-target.ts";

/** Modules by their whole names, of the own application and of those that it depends on. */
export function elixirResolver(context: ResolveContext): LanguageResolver {
  const projects = findBuildProjects(context, (path) => /(?:^|\/)mix\.exs$/.test(path));
  const { byName } = listDeclarations(context, /^elixir$/);
  /** The module, or the one around it. */
  const find = (from: string, name: string): string | null => {
    for (let module = name; module !== ""; module = module.slice(0, Math.max(0, module.lastIndexOf(".")))) {
      const all = (byName.get(module) ?? []).filter(({ path }) => projects.mayUse(from, path));
      const source = all.filter(({ path }) => !path.endsWith(".exs"));
      const chosen = source.length > 0 ? source : all;
      if (chosen.length > 0) return chosen.length === 1 ? (chosen[0]?.path ?? null) : null;
      if (module === name && !name.includes(".")) return null;
    }
    return null;
  };
  return {
    resolve: (from, { specifier }) => {
      const found = find(from.path, specifier);
      return found === null ? { kind: "package", name: specifier.split(".").slice(0, 2).join(".") } : fileTarget(found);
    },
    mentioned: (from) => mentionedModules(context, from, find),
  };
}

function mentionedModules(
  context: ResolveContext,
  { path }: IndexedFile,
  find: (from: string, name: string) => string | null,
): MentionedFile[] {
  const { imports, mentions, ownPackage } = context.links(path);
  const aliases = new Map(
    imports.map(({ specifier, names }) => [names[0] ?? specifier.slice(specifier.lastIndexOf(".") + 1), specifier]),
  );
  return Object.entries(mentions).flatMap(([name, line]) => {
    const [first = "", ...rest] = name.split(".");
    const alias = aliases.get(first);
    const whole = alias === undefined ? name : [alias, ...rest].join(".");
    const found = find(path, whole) ?? (ownPackage === null ? null : find(path, `${ownPackage}.${name}`));
    return found === null || found === path ? [] : [{ path: found, specifier: whole, line }];
  });
}
