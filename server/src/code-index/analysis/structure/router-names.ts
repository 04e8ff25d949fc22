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
