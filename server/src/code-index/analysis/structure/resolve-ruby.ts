import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { listDeclarations } from "./declarations.ts";
import type { Declarations } from "./declarations.ts";
import { fileTarget, unknownTarget } from "./import-target.ts";
import type { ImportTarget, LanguageResolver, MentionedFile, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";

/**
 * Constants as Zeitwerk loads them: the file that lies where its name says, below a folder of `app` (concerns apart) or
 * `lib`; then the one file that declares it. `require` goes by the usual load paths.
 */
export function rubyResolver(context: ResolveContext): LanguageResolver {
  const requires = requireResolver(context);
  const finder = new ConstantFinder(context, listDeclarations(context, /^ruby$/));
  return { resolve: requires, mentioned: (from) => finder.mentioned(from) };
}

class ConstantFinder {
  private readonly context: ResolveContext;
  private readonly declarations: Declarations;

  constructor(context: ResolveContext, declarations: Declarations) {
    this.context = context;
    this.declarations = declarations;
  }

  mentioned({ path }: IndexedFile): MentionedFile[] {
    const { mentions, declares } = this.context.links(path);
    const scopes = scopesOf(declares);
    const own = new Set(declares);
    return Object.entries(mentions).flatMap(([name, line]) => {
      const found = this.find(path, name, { scopes, own });
      return found === null || found === path ? [] : [{ path: found, specifier: name, line }];
    });
  }

  /** Inside the innermost scope first, as Ruby looks for it. */
  private find(
    from: string,
    name: string,
    { scopes, own }: { scopes: readonly string[]; own: ReadonlySet<string> },
  ): string | null {
    const whole = name.startsWith("::") ? [name.slice(2)] : [...scopes.map((scope) => `${scope}::${name}`), name];
    for (const candidate of whole) {
      if (own.has(candidate)) return null;
      for (let constant = candidate; constant !== "";) {
        const found = this.declarations.byName.get(constant);
        if (found !== undefined && (constant === candidate || isPartOf(constant, candidate, name)))
          return this.choose(
            from,
            constant,
            found.map((one) => one.path),
          );
        const end = constant.lastIndexOf("::");
        constant = end < 0 || !name.includes("::") ? "" : constant.slice(0, end);
      }
    }
    return null;
  }

  private choose(from: string, constant: string, paths: readonly string[]): string | null {
    const loaded = paths.filter((path) => isNamedFor(path, constant));
    if (loaded.length === 1) return loaded[0] ?? null;
    const sources = paths.filter((path) => this.isSource(path));
    return sources.length === 1 && loaded.length === 0 && this.isSource(from) ? (sources[0] ?? null) : null;
  }

  private isSource(path: string): boolean {
    return !/(?:^|\/)(?:test|spec|db)\//.test(path);
  }
}

/** Whether a shorter constant still is what `name` says, and not only a scope around it. */
function isPartOf(constant: string, candidate: string, name: string): boolean {
  return constant.length > candidate.length - name.length;
}

/** Names inside which the code of a file stands, innermost first. */
function scopesOf(declares: readonly string[]): string[] {
  const scopes = new Set<string>();
  for (const name of declares.slice(0, 20))
    for (let scope = name; scope !== ""; scope = scope.slice(0, Math.max(0, scope.lastIndexOf("::"))))
      scopes.add(scope);
  return [...scopes].sort((a, b) => b.length - a.length).slice(0, 40);
}

/** Inflections may join words in their own ways, so underscores are left out of the comparison. */
function isNamedFor(path: string, constant: string): boolean {
  const wanted = constant.replaceAll("::", "/").toLowerCase();
  const rooted = /(?:^|\/)(?:app\/[^/]+(?:\/concerns)?|lib)\/(.+)\.rb$/.exec(path)?.[1];
  return (
    rooted !== undefined &&
    [rooted, rooted.replace(/^concerns\//, "")].some((one) => one.replaceAll("_", "") === wanted.replaceAll("_", ""))
  );
}

/** `require_relative`, and `require` under the usual load paths. */
function requireResolver(context: ResolveContext): LanguageResolver["resolve"] {
  const roots = ["lib", "", "app"];
  for (const { path } of context.files) {
    const match = /^((?:.*\/)?lib)\/[^/]+\.rb$/.exec(path);
    if (match?.[1] !== undefined && !roots.includes(match[1])) roots.push(match[1]);
  }
  return (from, { specifier }): ImportTarget => {
    const name = specifier.replace(/\.rb$/, "");
    if (name.startsWith(".")) {
      const path = joinPath(folderOf(from.path), `${name}.rb`);
      return path !== null && context.has(path) ? fileTarget(path) : unknownTarget;
    }
    for (const root of roots) {
      const path = joinPath(root, `${name}.rb`);
      if (path !== null && context.has(path)) return fileTarget(path);
    }
    return { kind: "package", name: name.split("/")[0] ?? name };
  };
}
