/** Folders of what others wrote. */
const othersFolder = /(?:^|\/)(?:libs?|vendor|third[-_]?party|external|deps|contrib)\//i;
const licenceName = /^(?:licen[cs]e|copying)(?:\.\w+)?$/i;
/** Codes of languages as folders and file names bear them; English is what others are translated from. */
const language =
  "(?:ar|bg|bn|ca|cs|da|de|el|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|jp|ko|kr|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh|cn|tw)(?:[-_](?:[A-Za-z]{2}|[Hh]ans|[Hh]ant))?";
const languageFolder = new RegExp(String.raw`(^|/)${language}/`);
const languageName = new RegExp(String.raw`[._-]${language}(\.\w+)$`);

/**
 * Paths that stand beside the documents of a product: translations of documents that are there in English as well, and what came with
 * packages that were copied into it and bear a licence of their own.
 */
export function sideDocuments(paths: readonly string[]): ReadonlySet<string> {
  const licensed = new Set(paths.flatMap((path) => (isLicence(path) ? [folderOf(path)] : [])));
  const folders = new Set(paths.flatMap((path) => foldersOf(path)));
  const all = new Set(paths);
  return new Set(paths.filter((path) => isTranslated(path, folders, all) || isOfOthers(path, licensed)));
}

function isLicence(path: string): boolean {
  return licenceName.test(path.slice(path.lastIndexOf("/") + 1)) && othersFolder.test(path);
}

function isOfOthers(path: string, licensed: ReadonlySet<string>): boolean {
  return othersFolder.test(path) && foldersOf(path).some((folder) => licensed.has(folder));
}

function isTranslated(path: string, folders: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  const folder = languageFolder.exec(path);
  if (folder) {
    const before = path.slice(0, folder.index + (folder[1] ?? "").length);
    const rest = path.slice(folder.index + folder[0].length);
    if (["en", "en-US", "en-us", "en_US", "en-GB"].some((one) => folders.has(`${before}${one}`))) return true;
    if (all.has(`${before}${rest}`)) return true;
  }
  return languageName.test(path) && all.has(path.replace(languageName, "$1"));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Each folder that a path lies in. */
function foldersOf(path: string): string[] {
  const steps = path.split("/").slice(0, -1);
  return steps.map((_, at) => steps.slice(0, at + 1).join("/"));
}
