import type { SpecifiedOperation } from "#server/code-index/ports/facts.ts";

import type { ControllerContext } from "./resolve-controllers.ts";
import type { ResolvedEndpoint } from "./resolve-routing.ts";

/** What generators call the interface of a group of operations: `BoatsApi`, `BoatsApiDelegate`. */
const generated = /^(\w+?)Api(Delegate|Service|Controller)?$/;
const serving = /(?:Controller|Resource|Endpoint|Path|ApiImpl)$/;

/**
 * Endpoints of methods that implement an interface which the build generates from a document: the class says what it
 * implements, and the document at which path.
 */
export function resolveSpecified(context: ControllerContext): ResolvedEndpoint[] {
  const operations = operationsByName([...context.routing.values()].flatMap(({ specified = [] }) => specified));
  if (operations.size === 0) return [];
  return context.classes.all().flatMap(({ file, fact }) => {
    // A client extends what is generated, too.
    const isServed = serving.test(fact.name) || fact.marks.some(({ name }) => serving.test(name));
    const groups = fact.bases.flatMap((base) => {
      const [, group, kind] = generated.exec(base) ?? [];
      const isOwn = group === undefined || context.classes.find(base, file) !== null;
      return isOwn || (kind === undefined && !isServed) ? [] : [group];
    });
    if (groups.length === 0 || !/\.(?:java|kt)$/.test(file)) return [];
    return fact.methods.flatMap(({ name, startLine, endLine }) =>
      groups.flatMap((group): ResolvedEndpoint[] => {
        const operation = operations.get(keyOf(group, name));
        if (!operation) return [];
        const { method, path, isBelow } = operation;
        const certainty = isBelow === true ? "partly" : "resolved";
        return [{ method, path, handler: name, file, startLine, endLine, certainty, protocol: "http", guards: [] }];
      }),
    );
  });
}

/** Null for names that stand for several operations. */
function operationsByName(all: readonly SpecifiedOperation[]): ReadonlyMap<string, SpecifiedOperation | null> {
  const found = new Map<string, SpecifiedOperation | null>();
  for (const one of all) {
    const key = keyOf(one.tag === "" ? "Default" : one.tag, one.id);
    const known = found.get(key);
    const isSame = known === undefined || (known?.path === one.path && known.method === one.method);
    found.set(key, isSame ? one : null);
  }
  return found;
}

/** As generators spell both: without spaces and hyphens. */
function keyOf(group: string, name: string): string {
  return `${group} ${name}`.replaceAll(/[\W_]/g, "").toLowerCase();
}
