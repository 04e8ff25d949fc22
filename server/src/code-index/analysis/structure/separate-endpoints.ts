import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";

interface SeparatedEndpoints<T> {
  /** With the paths that they are served at; empty where most are not known. */
  known: T[];
  /** Routes whose router is mounted nowhere that could be read: their paths may lack a beginning. */
  unresolved: T[];
}

/**
 * What may be shown as a list of endpoints, and what may only be named as code that declares some. Where most paths are
 * not known, the others are no list of what is served either, so all count as unresolved.
 */
export function separateEndpoints<T>(
  endpoints: readonly T[],
  certaintyOf: (one: T) => IndexedEndpoint["certainty"],
): SeparatedEndpoints<T> {
  const known = endpoints.filter((one) => certaintyOf(one) !== "unknown");
  if (known.length * 2 < endpoints.length) return { known: [], unresolved: [...endpoints] };
  return { known, unresolved: endpoints.filter((one) => certaintyOf(one) === "unknown") };
}
