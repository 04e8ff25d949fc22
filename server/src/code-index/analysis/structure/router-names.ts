export function splitNode(node: string): { file: string; name: string } {
  const at = node.indexOf("\0");
  return { file: node.slice(0, at), name: node.slice(at + 1) };
}

/** "routes.all()" is `routes` with ".all()" behind it. */
export function splitMembers(name: string): { exported: string; rest: string } {
  const end = /^[^.(]*/.exec(name)?.[0].length ?? 0;
  return { exported: name.slice(0, end), rest: name.slice(end) };
}

/** `from app import boats` means the module `app/boats.py` where there is one. */
export function isModuleOf(path: string, name: string): boolean {
  return new RegExp(`(?:^|/)${name}(?:\\.\\w+|/(?:__init__|index|mod)\\.\\w+)$`).test(path);
}

/** The only one of some nodes that shares the most folders with a file; none where several do. */
export function nearestOf(file: string, nodes: readonly string[]): string[] {
  const folders = file.split("/");
  const shared = nodes.map((node) => {
    const others = node.slice(0, node.indexOf("\0")).split("/");
    const end = folders.findIndex((folder, at) => folder !== others[at]);
    return end < 0 ? folders.length : end;
  });
  const most = Math.max(...shared);
  const found = nodes.filter((_node, at) => shared[at] === most);
  return found.length === 1 ? found : [];
}

/** Of a router that is one of two, the one that the caller gave counts: `group is null ? app : group`. */
export function chosen<T extends { path: string }>(node: string, prefixes: readonly T[]): readonly T[] {
  const given = prefixes.filter(({ path }) => path !== "");
  return node.includes("?") && given.length > 0 ? given : prefixes;
}
