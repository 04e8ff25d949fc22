import type { ImportTarget } from "#server/code-index/ports/code-index.ts";
import type { ImportFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ClassIndex, DeclaredClass } from "./class-index.ts";
import type { RouteConstants } from "./route-constants.ts";

interface ModulePathContext {
  routing: ReadonlyMap<string, RoutingFacts>;
  classes: ClassIndex;
  constants: RouteConstants;
  importsOf: (file: string) => readonly ImportFact[];
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
}

/** Paths that a program puts in front of the controllers of its modules. */
export class ModulePaths {
  /** By file and name of the controller. */
  private readonly paths = new Map<string, string[]>();
  private readonly modules: ModulePathContext;

  constructor(modules: ModulePathContext) {
    this.modules = modules;
    const { routing, classes, constants } = modules;
    for (const [file, { placed = [] }] of routing)
      for (const { module, path } of placed) {
        const holder = this.fileOf(module, file);
        const { path: text, isComplete } = constants.complete(path, file);
        for (const name of holder === null ? [] : (routing.get(holder)?.held?.[module] ?? [])) {
          const controller = classes.find(name, holder ?? "");
          if (controller === null) continue;
          const known = this.paths.get(keyOf(controller)) ?? [];
          this.paths.set(keyOf(controller), [...known, isComplete ? text : path]);
        }
      }
  }

  /** Several where the module is registered more than once; one that is empty where it is not. */
  of(controller: DeclaredClass): readonly string[] {
    return this.paths.get(keyOf(controller)) ?? [""];
  }

  /** The file that declares the module which a file calls so; null where several might be meant. */
  private fileOf(module: string, file: string): string | null {
    const { routing, importsOf } = this.modules;
    const declaring = [...routing].flatMap(([path, { held = {} }]) => (Object.hasOwn(held, module) ? [path] : []));
    if (declaring.includes(file)) return file;
    const imported = importsOf(file)
      .filter(({ names }) => names.includes(module))
      .flatMap(({ specifier }) => {
        const target = this.modules.resolveImport(file, specifier, module);
        return target.kind === "files" ? target.paths : [];
      });
    const [only = null, ...others] = declaring;
    return declaring.find((path) => imported.includes(path)) ?? (others.length === 0 ? only : null);
  }
}

function keyOf({ file, fact }: DeclaredClass): string {
  return `${file}\0${fact.name}`;
}
