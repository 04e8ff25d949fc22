import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

/** A function that hands back a router, by its name. */
const givesRouter = /(?:Router|Routes|Mux)\(\)$/;

/** The facts without mounts that are connected with no router and no route. */
export function keepConnected(facts: RoutingFacts): RoutingFacts {
  const { routers, routes, mounts } = facts;
  const named = mounts.flatMap(({ parent, child }) => [parent, child]).filter((one) => givesRouter.test(one));
  const kept = new Set([...routers.map(({ name }) => name), ...routes.map(({ router }) => router), ...named]);
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const { parent, child } of mounts) {
      // What a function is given goes with what it hands back.
      const isKept = kept.has(child) || kept.has(child.replace(/\(\d+\)$/, "()"));
      if (kept.has(parent) && kept.has(child)) continue;
      if (!kept.has(parent) && !isKept) continue;
      kept.add(parent).add(child);
      isGrowing = true;
    }
  }
  return { ...facts, mounts: mounts.filter(({ parent, child }) => kept.has(parent) || kept.has(child)) };
}
