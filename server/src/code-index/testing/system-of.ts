import { findComponentEdges, findComponents } from "#server/code-index/analysis/structure/find-components.ts";
import { nameResolver, resolveImports } from "#server/code-index/analysis/structure/resolve-imports.ts";
import { findSettings } from "#server/code-index/analysis/structure/resolve-settings.ts";
import { findTriggers } from "#server/code-index/analysis/structure/resolve-triggers.ts";
import { findRoutedEndpoints, joinEndpoints } from "#server/code-index/analysis/structure/routed-endpoints.ts";
import { resolveSystem } from "#server/code-index/analysis/structure/system/resolve-system.ts";
import type { SystemFacts } from "#server/code-index/ports/system.ts";
import { finish } from "#server/code-index/runtime/steps.ts";

import { contextOf } from "./resolve-context.ts";

/** What runs in a repository with these texts, and its arrows as "from how to", sorted. */
export async function systemOf(texts: Record<string, string>): Promise<SystemFacts & { arrows: string[] }> {
  const context = await contextOf(texts);
  const { edges } = finish(resolveImports(context));
  const byFile = Map.groupBy(edges, ({ from }) => from);
  const outgoing = new Map(
    [...byFile].map(([from, own]) => [from, own.map(({ to, ...edge }) => ({ ...edge, path: to }))]),
  );
  const { resolve } = nameResolver(context);
  const components = findComponents(context.files, context.manifests);
  const kinds = new Map(context.files.map(({ path, kind }) => [path, kind]));
  const isTest = (path: string): boolean => kinds.get(path) === "test";
  const system = resolveSystem({
    context,
    titles: [],
    components,
    componentEdges: () => findComponentEdges({ components, edges, isTest }),
    triggers: findTriggers(context, resolve),
    resolve,
    settings: () => findSettings(context, outgoing),
    importsOf: (path) => outgoing.get(path) ?? [],
    endpoints: () =>
      new Map([...findRoutedEndpoints(context, resolve)].map(([path, one]) => [path, joinEndpoints([], one)])),
  });
  return { ...system, arrows: system.edges.map(({ from, how, to }) => `${from} ${how} ${to}`).toSorted() };
}
