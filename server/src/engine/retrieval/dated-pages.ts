const datedFolder =
  /(?:^|\/)(?:_?posts?|blogs?|news|announcements?|release[-_]?notes?|changelogs?|recaps?)\/|(?:^|\/)(?:changelog|changes|history|news|release[-_]?notes?)[^/]*$|(?:^|\/)(?:19|20)\d\d-\d\d-\d\d[-_]/i;
const frontMatterDate =
  /^["']?(?:date|published(?:At|_at)?|pubDate|publishDate)["']?\s*[:=]\s*["']?((?:19|20)\d\d-\d\d-\d\d)/i;
const anyDate = /(?<!\d)((?:19|20)\d\d-[01]\d-[0-3]\d)(?!\d)/;
const frontMatterLines = 20;

/** Whether a page tells what was so on a day, such as a post or an entry of a changelog. */
export function isDatedPage(path: string): boolean {
  return datedFolder.test(path);
}

const changelogName = /(?:^|\/)(?:changelog|changes|history|news|release[-_]?notes?)(?:[-_.][^/]*)?$/i;

/** Whether a document tells what came with each version: what was so once, and no place to learn what is so. */
export function isChangelog(path: string): boolean {
  return changelogName.test(path);
}

/** The day of which such a page tells, as its front matter, its path or its title says; null where none does. */
export function dateOfPage(path: string, heading: string, lines: readonly string[]): string | null {
  if (!isDatedPage(path)) return null;
  const opening = lines.slice(0, frontMatterLines).map((line) => frontMatterDate.exec(line.trim())?.[1]);
  return anyDate.exec(heading)?.[1] ?? opening.find((one) => one !== undefined) ?? anyDate.exec(path)?.[1] ?? null;
}
