import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

/** A function that hands back a router, by its name. */
const givesRouter = /(?:Router|Routes|Mux)\(\)$/;

/** The facts without mounts that are connected with no router and no route. */
export function keepConnected(facts: RoutingFacts): RoutingFacts {
  const { routers, routes, mounts, inherits = {} } = facts;
  const named = mounts
    .flatMap(({ parent, child }) => [parent, child])
    .filter((one) => givesRouter.test(one) || Object.hasOwn(inherits, ownerOf(one)));
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
  const found = { ...facts, mounts: mounts.filter(({ parent, child }) => kept.has(parent) || kept.has(child)) };
  const owners = new Set(
    [...found.routes.map(({ router }) => router), ...found.mounts.map(({ parent }) => parent)].map(ownerOf),
  );
  const bases = Object.entries(inherits).filter(([type]) => owners.has(type));
  if (bases.length > 0) found.inherits = Object.fromEntries(bases);
  else delete found.inherits;
  return found;
}

/** The class whose value or field a name is; "" for others. */
function ownerOf(name: string): string {
  return /^~?(\w+)(?:\.\w+)?$/.exec(name)?.[1] ?? "";
}
