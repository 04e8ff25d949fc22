import type { MethodFact } from "#server/code-index/ports/facts.ts";

import type { MarkMeaning } from "./read-marks.ts";

export interface MethodRoute {
  method: string;
  path: string;
}

/** Each mark with a path is a route; marks with a method alone say those of the others, or of the class's own path. */
export function routesOf(meanings: readonly MarkMeaning[], isAction: boolean): MethodRoute[] {
  if (meanings.some(({ rule }) => rule.makes === "none")) return [];
  if (isAction && meanings.length === 0) return [{ method: "ANY", path: "" }];
  const verbs = meanings.flatMap(({ paths, methods }) => (paths === null ? (methods ?? []) : []));
  const withPath = meanings.filter(({ paths }) => paths !== null);
  const found = withPath.flatMap(({ paths, methods, rule }) => {
    const otherwise = rule.otherwise === undefined ? [] : [rule.otherwise];
    const meant = methods ?? (verbs.length > 0 ? verbs : otherwise);
    return (paths ?? []).flatMap((path) => meant.map((method) => ({ method, path })));
  });
  // Where each path has a method of its own, one without a path is a route as well.
  const isOwn = withPath.every(({ methods }) => methods !== null);
  if (found.length > 0) return isOwn ? [...verbs.map((method) => ({ method, path: "" })), ...found] : found;
  const bare = meanings.find(({ rule }) => rule.otherwise !== undefined)?.rule.otherwise;
  const alone = verbs.length > 0 ? verbs : bare === undefined || withPath.length > 0 ? [] : [bare];
  return alone.map((method) => ({ method, path: "" }));
}

/** Of a method whose name says what it answers at the path of its class: `doGet`. One that takes no request answers none. */
export function namedRoutes(
  classMeanings: readonly MarkMeaning[],
  { name, arity }: Pick<MethodFact, "name" | "arity">,
): MethodRoute[] {
  if (arity === 0) return [];
  const methods = classMeanings.flatMap(({ rule: { methodNames = {} } }) =>
    Object.hasOwn(methodNames, name) ? (methodNames[name] ?? []) : [],
  );
  return methods.slice(0, 1).map((method) => ({ method, path: "" }));
}
