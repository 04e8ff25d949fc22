import type { FileKind } from "#server/code-index/ports/facts.ts";

import type { Query } from "./parse-query.ts";

const sideFolder =
  /(?:^|\/)(?:examples?|samples?|demos?|benchmarks?|bench|benches|playground|templates?|scripts|tools|contrib|misc|perf|sandbox)\//i;
const manifestName =
  /(?:^|\/)(?:package\.json|go\.mod|cargo\.toml|pyproject\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|dockerfile|makefile|[^/]*\.ya?ml)$/i;

/** The factor of a file's score by its kind of material and the kinds that the query asks for. */
export function kindFactor(path: string, kind: FileKind, asksFor: Query["asksFor"]): number {
  const side = sideFolder.test(path) && !asksFor.examples ? 0.85 : 1;
  switch (kind) {
    case "test":
      return asksFor.tests ? 1 : 0.5 * side;
    case "docs":
      return asksFor.docs ? 1.4 : 0.5 * side;
    case "config":
      return asksFor.config ? (manifestName.test(path) ? 1.25 : 1.05) : 0.55 * side;
    case "data":
      return 0.45 * side;
    case "generated":
    case "vendored":
      return 0.35;
    case "binary":
    case "other":
      return 0.3;
    case "source":
      return side;
  }
}

/** What a file counts as; a query may ask for the side material, see `signal-weights.ts`. */
export type FileMaterial = "source" | "types" | "test" | "docs" | "config" | "other";

/** Declarations of types without code. */
const typesName = /\.(?:d\.[mc]?ts|pyi)$/;

export function materialOf(path: string, kind: FileKind): FileMaterial {
  switch (kind) {
    case "source":
      return typesName.test(path) ? "types" : "source";
    case "test":
    case "docs":
    case "config":
      return kind;
    case "data":
    case "generated":
    case "vendored":
    case "binary":
    case "other":
      return "other";
  }
}
