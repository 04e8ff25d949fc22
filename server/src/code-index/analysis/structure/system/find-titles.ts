import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";

/** How the product calls itself: the first words of the first heading of READMEs at the root. */
export function findTitles(files: readonly IndexedFile[], facts: (path: string) => FileFacts | null): string[] {
  return files
    .filter(({ path }) => /^(?:\.github\/|docs\/)?readme(?:\.\w+)?$/i.test(path))
    .flatMap(({ path }) => {
      const heading =
        facts(path)?.sections.find(({ level, heading: text }) => level === 1 && text !== "")?.heading ?? "";
      const words = heading
        .replace(/<[^>]{0,500}>|!?\[|\]\([^)]{0,500}\)/g, " ")
        .split(/[^\p{L}\p{N}._-]+/u)
        .filter((word) => word.length >= 3);
      return [words[0] ?? "", words.slice(0, 2).join("")].filter((word) => word !== "");
    });
}
