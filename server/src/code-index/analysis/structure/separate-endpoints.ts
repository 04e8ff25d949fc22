import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";

interface SeparatedEndpoints<T> {
  /** With the paths that they are served at; empty where most are not known. */
  known: T[];
  /** Routes whose router is mounted nowhere that could be read: their paths may lack a beginning. */
  unresolved: T[];
}

/**
 * What may be shown as a list of endpoints, and what may only be named as code that declares some. Where most paths are
 * not known, the others are no list of what is served either, so all count as unresolved. Each protocol counts for itself.
 */
export function separateEndpoints<T>(
  endpoints: readonly T[],
  endpointOf: (one: T) => Pick<IndexedEndpoint, "certainty" | "protocol" | "path">,
): SeparatedEndpoints<T> {
  const doubtful = new Set(
    [...Map.groupBy(endpoints, (one) => endpointOf(one).protocol)].flatMap(([protocol, own]) => {
      const known = own.filter((one) => isWhole(endpointOf(one))).length;
      return known * 2 < own.length ? [protocol] : [];
    }),
  );
  const isKnown = (one: T): boolean => isWhole(endpointOf(one)) && !doubtful.has(endpointOf(one).protocol);
  return { known: endpoints.filter(isKnown), unresolved: endpoints.filter((one) => !isKnown(one)) };
}

/** What one file says of a path may lack its beginning, except where it begins with what stands in front of all. */
function isWhole({ certainty, path }: Pick<IndexedEndpoint, "certainty" | "path">): boolean {
  return certainty === "local" ? /^\/api(?:\/|$)/.test(path) : certainty !== "unknown";
}
