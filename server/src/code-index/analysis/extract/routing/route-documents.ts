/** What documents beside the code say of routes: settings that stand in front of all paths, and lists of routes. */
export interface RouteDocuments {
  /** Others than these mean something else, or count only sometimes. */
  files: RegExp;
  /** Settings whose values stand in front of all paths, outermost first; of a list the first that is given counts. */
  prefixKeys?: readonly (readonly string[])[];
  /** Where lines are routes: groups `method`, `path` and `handler`, or `path` and `file` with the routes below it. */
  lines?: { route: RegExp; mount: RegExp; fileOf: (router: string) => string; parameters: readonly [RegExp, string][] };
  /** Whether entries are routes, or name files and classes with routes below a path. */
  areLists?: true;
}

/** A framework with documents of routes. */
export interface DocumentFramework {
  name: string;
  documents: RouteDocuments;
}
