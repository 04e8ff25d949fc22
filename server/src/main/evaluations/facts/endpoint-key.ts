/** A method and path by which endpoints of code and of documents are compared: parameters lose their names. */
export function endpointKey(method: string, path: string): string {
  const plain = path
    .replaceAll("?}", "}")
    .replace(/\(\?P?<\w+>[^)]*\)|\$\{[^}]*\}|\{[^}]*\}|<[^>]*>|(?<=\/):\w+(?:\([^)]*\))?\??|(?<=\/)\*\w*/g, "{}")
    .replace(/[?#].*$/, "")
    .replace(/[\^$]/g, "")
    .replace(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
  return `${method.toUpperCase()} ${plain.startsWith("/") ? plain : `/${plain}`}`;
}
