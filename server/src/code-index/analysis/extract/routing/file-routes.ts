/** How a framework finds routes by the names of files, in packages that depend on it. */
export interface FileRoutes {
  /** The nearest manifest above the file must name one of these. */
  packages: readonly string[];
  /** The first counts that fits the file. */
  rules: readonly FileRouteRule[];
  /** Where the path stands that the whole program is served below. */
  base?: {
    /** The package's file. */
    file: RegExp;
    /** Of what its text says; the first group is the path. */
    pattern: RegExp;
  };
  /** A file by which the package may say routes in another way, unless it imports from there. */
  unlessDeclared?: { file: RegExp; imports: RegExp };
}

export interface FileRouteRule {
  /** Of the path below the package; the group `path` is the route, `method` its HTTP method. */
  file: RegExp;
  /** Methods by the name of what the file gives out; one that no name says is in the file's own name. */
  exports: Readonly<Record<string, string>>;
  /** A file that gives this out is no endpoint: it is a page. */
  isPageWith?: string;
  /** What counts of a page nevertheless. */
  ofPages?: string;
  /** Path of the route; null where its name says that it is none. */
  pathOf: (route: string) => string | null;
}

/**
 * `[id]` is `:id`, `[[id]]` is `:id?`, `[...rest]` is `*rest`; groups in round brackets are not part of the address.
 * Null for folders that are private to the program.
 */
export function bracketPath(route: string): string | null {
  const parts = route.split("/").filter((part) => part !== "" && !/^\([^)]*\)$|^@/.test(part));
  if (parts.some((part) => part.startsWith("_") || part.startsWith("(."))) return null;
  const named = parts.map((part) =>
    part
      .replaceAll(/\[{1,2}\.{3}([\w-]*)(?:=\w+)?\]{1,2}/g, "*$1")
      .replaceAll(/\[\[([\w-]+)(?:=\w+)?\]\]/g, ":$1?")
      .replaceAll(/\[([\w-]+)(?:=\w+)?\]/g, ":$1"),
  );
  return `/${named.join("/")}`;
}

/** Without the name that stands for the folder itself. */
export function withoutIndex(route: string): string {
  return route.replace(/(?:^|\/)index$/, "");
}
