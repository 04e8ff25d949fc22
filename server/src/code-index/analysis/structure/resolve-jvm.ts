import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { findBuildProjects } from "./build-projects.ts";
import type { BuildProjects } from "./build-projects.ts";
import { listDeclarations } from "./declarations.ts";
import type { Declarations } from "./declarations.ts";
import { unknownTarget } from "./import-target.ts";
import type { ImportTarget, LanguageResolver, MentionedFile, ResolveContext } from "./import-target.ts";

/**
 * Classes by package and name, in the own module and in those that it depends on. A whole package leads to the classes
 * of it that the file names.
 */
export function jvmResolver(context: ResolveContext): LanguageResolver {
  const projects = findBuildProjects(context, (path) =>
    /(?:^|\/)(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/.test(path),
  );
  const finder = new ClassFinder(context, projects, listDeclarations(context, /^(?:java|kotlin|scala|groovy)$/));
  return {
    resolve: (from, { specifier }) => finder.imported(from, specifier),
    mentioned: (from) => finder.mentioned(from),
  };
}

class ClassFinder {
  private readonly context: ResolveContext;
  private readonly projects: BuildProjects;
  private readonly declarations: Declarations;

  constructor(context: ResolveContext, projects: BuildProjects, declarations: Declarations) {
    this.context = context;
    this.projects = projects;
    this.declarations = declarations;
  }

  imported({ path }: IndexedFile, specifier: string): ImportTarget {
    const written = specifier.replace(/\.[*_]$/, "");
    const parts = written.split(".");
    // The last parts may be a member or a class inside a class.
    for (let length = parts.length; length > 1; length -= 1) {
      const found = this.find(path, { name: parts[length - 1] ?? "", in: parts.slice(0, length - 1).join(".") });
      if (found !== null) return { kind: "files", paths: [found] };
    }
    if (this.declarations.byPackage.has(written)) {
      const named = Object.keys(this.context.links(path).mentions).flatMap(
        (name) => this.find(path, { name, in: written }) ?? [],
      );
      return named.length === 0 ? unknownTarget : { kind: "files", paths: [...new Set(named)] };
    }
    if (parts.some((_part, at) => at > 0 && this.declarations.byPackage.has(parts.slice(0, at + 1).join("."))))
      return unknownTarget;
    return {
      kind: "package",
      name: parts.slice(0, Math.min(parts.length, /^[A-Z]/.test(specifier) ? 2 : 3)).join("."),
    };
  }

  /** Classes of the own package. */
  mentioned({ path }: IndexedFile): MentionedFile[] {
    const { mentions, ownPackage, imports } = this.context.links(path);
    const taken = new Set(imports.map(({ specifier }) => specifier.slice(specifier.lastIndexOf(".") + 1)));
    return Object.entries(mentions).flatMap(([name, line]) => {
      const found = taken.has(name) ? null : this.find(path, { name, in: ownPackage ?? "" });
      return found === null ? [] : [{ path: found, specifier: name, line }];
    });
  }

  /** The one file that declares it where the file's module may look; the own module's first. */
  private find(from: string, wanted: { name: string; in: string }): string | null {
    const paths = this.declarations.filesOf(wanted.name, wanted.in);
    const allowed = paths.filter((path) => this.projects.mayUse(from, path));
    const own = allowed.filter((path) => this.projects.around(path) === this.projects.around(from));
    const chosen = own.length > 0 ? own : allowed;
    return chosen.length === 1 || own.length > 0 ? (chosen[0] ?? null) : null;
  }
}
