/** Where programs keep the code of others that they bring along. */
const keeping = /^(?:libs?|ext|externals?|deps|contrib|vendors|3rd[-_]?party)$/i;
const license = /^(?:licen[sc]es?|copying|unlicense|copyright)(?:[.-][\w.]+)?$/i;
/** So many of the folders of such a place have a license of their own, and more than two thirds, where all are others' code. */
const leastMarked = 3;

/**
 * Folders of others' code that lies among a program's own: in a place for libraries, with a license of its own beside
 * the one of the program.
 */
export function findBundledFolders(paths: readonly string[]): readonly string[] {
  const marked = new Set<string>();
  const beside = new Map<string, Set<string>>();
  let hasOwn = false;
  for (const path of paths) {
    const parts = path.split("/");
    const at = parts.findIndex((part, place) => keeping.test(part) && place < parts.length - 2);
    const isLicense = license.test(parts.at(-1) ?? "");
    if (parts.length === 1 && isLicense) hasOwn = true;
    if (at < 0) continue;
    // Several licenses may lie in a folder of their own.
    const hasLicense = isLicense || /^licen[sc]es$/i.test(parts.at(-2) ?? "");
    const place = parts.slice(0, at + 1).join("/");
    const folder = `${place}/${parts[at + 1] ?? ""}`;
    beside.set(place, (beside.get(place) ?? new Set()).add(folder));
    // Libraries may lie in a folder of their author.
    if (hasLicense && parts.length - at <= (isLicense ? deepest : deepest + 1)) marked.add(folder);
  }
  if (!hasOwn) return [];
  const whole = [...beside].flatMap(([place, folders]) => {
    const own = [...folders].filter((folder) => marked.has(folder));
    return own.length >= leastMarked && own.length * 3 > folders.size * 2 ? [place] : own;
  });
  return whole.map((folder) => `${folder}/`);
}

/** "libs/author/library/LICENSE" from "libs" on. */
const deepest = 4;
