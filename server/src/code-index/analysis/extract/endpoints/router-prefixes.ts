import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** What a file says of the paths of its routers. */
export interface RouterPrefixes {
  /** Path in front of the routes that are added to the variable at an offset; null where the file declares none. */
  pathOf(name: string, offset: number): string | null;
}

interface DeclaredRouter {
  name: string;
  /** The router it was made from; "" where it was made from none. */
  outer: string;
  path: string;
  offset: number;
}

interface Mount {
  outer: string;
  path: string;
}

const declaration =
  /(?<![\w$])(?<name>[\w$]+)\s*:?=\s{0,20}[^\n;]{0,500}?(?:\.(?:basePath|Group|Route|group|MapGroup|PathPrefix)\(\s*["'`](?<path>[^"'`\n]*)["'`]|new Router\(\{\s*prefix:\s*["'`](?<prefix>[^"'`\n]*)["'`])/g;
const outerRouter = /=\s*([\w$.]+)\.(?:basePath|Group|group|MapGroup|PathPrefix)\(/;
/** Routers nested deeper than this mount each other in a circle. */
const maxDepth = 8;

/**
 * Routers that carry a path of their own: `v1 := r.Group("/v1")`, `new Router({ prefix })`, groups of groups, and
 * mounts.
 */
export function routerPrefixes(source: SourceText): RouterPrefixes {
  const declared = declaredRouters(source);
  const mounts = mountedRouters(source);
  const pathOf = (name: string, offset: number, depth = 0): string | null => {
    const mount = mounts.get(name);
    const own = declared.findLast((one) => one.name === name && one.offset < offset && isVisible(source, one, offset));
    if (depth > maxDepth || (mount === undefined && own === undefined)) return null;
    const [above, below] = [
      mount === undefined ? "" : joinPaths(pathOf(mount.outer, offset, depth + 1) ?? "", mount.path),
      own === undefined ? "" : joinPaths(pathOf(own.outer, own.offset, depth + 1) ?? "", own.path),
    ];
    return joinPaths(above, below);
  };
  return { pathOf };
}

function declaredRouters(source: SourceText): DeclaredRouter[] {
  // Looked for first because the full pattern is slow over large files that hold no router.
  if (!/\.(?:basePath|[gG]roup|Route|MapGroup|PathPrefix)\(|\bnew Router\(\{/.test(source.text)) return [];
  return [...matchesInCode(source, declaration)].map(({ match, offset }) => {
    const { name = "", path, prefix } = match.groups ?? {};
    return { name, outer: outerRouter.exec(match[0])?.[1] ?? "", path: path ?? prefix ?? "", offset };
  });
}

/** In Go the same short name is another router in the next function. */
function isVisible({ language, text }: SourceText, { offset }: DeclaredRouter, usedAt: number): boolean {
  return language !== "go" || text.lastIndexOf("\nfunc ", usedAt) < offset;
}

/** `app.use("/api", api)` and Hono's `app.route("/api", api)`, of routers that this file makes. */
function mountedRouters(source: SourceText): Map<string, Mount> {
  const mounts = new Map<string, Mount>();
  if (!/\.(?:use|route)\(/.test(source.text)) return mounts;
  const pattern = /(?<![\w$])([\w$]+)\.(?:use|route)\(\s*['"`](\/[^'"`\n]*)['"`]\s*,\s*([\w$]+)\s*\)/g;
  for (const { match } of matchesInCode(source, pattern)) {
    const [, outer = "", path = "", inner = ""] = match;
    const isOwn = new RegExp(`(?:const|let|var)\\s+${inner.replaceAll("$", "\\$")}\\s*=`).test(source.text);
    if (isOwn) mounts.set(inner, { outer, path });
  }
  return mounts;
}
