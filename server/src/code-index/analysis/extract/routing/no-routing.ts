import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

export function noRouting(): RoutingFacts {
  return { routers: [], routes: [], mounts: [], exports: {}, constants: {}, classes: [], prefixes: [] };
}
