/** Paths of requests that a text names: `/api/boats/7`, `GET /boats/{id}`. */
export function routesIn(text: string): string[] {
  const found = text.match(/(?<![\w.:/<\\])\/(?:[\w.~<>{}:$*-]{1,80}\/?){1,12}/g) ?? [];
  return [...new Set(found.filter((path) => !isFile(path) && segmentsOf(path).some(isLiteral)))].slice(0, 8);
}

/** A path of the file system or of a file. */
function isFile(path: string): boolean {
  return /\.\w{1,5}$|^\/(?:usr|etc|var|opt|home|root|tmp|mnt|volume\d*|bin|lib|dev|proc|app|data|media|srv|users)\b/i.test(
    path,
  );
}

/**
 * How much of an endpoint's path a written one has, 0 to 1. Either may begin with what the other leaves out, as where
 * a proxy puts a folder in front; parameters fit whatever stands for them.
 */
export function matchRoute(written: string, declared: string): number {
  const one = segmentsOf(written);
  const other = segmentsOf(declared);
  const length = Math.min(one.length, other.length);
  let literals = 0;
  for (let back = 1; back <= length; back += 1) {
    const [a = "", b = ""] = [one.at(-back), other.at(-back)];
    if (isLiteral(a) && isLiteral(b) && a !== b) return 0;
    if (isLiteral(a) && a === b) literals += 1;
  }
  const isWhole = one.length === other.length;
  if (literals === 0 || (!isWhole && literals < 2)) return 0;
  return literals / (literals + 0.5) / (1 + 0.2 * Math.abs(one.length - other.length));
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/[?#].*$/, "")
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "");
}

/** Not a parameter, a number or an id. */
function isLiteral(segment: string): boolean {
  return !/[<>{}:$*[\]()]|^\d+$|^[\da-f]{8,}(?:-[\da-f]+)*$|^\.+$/.test(segment);
}
