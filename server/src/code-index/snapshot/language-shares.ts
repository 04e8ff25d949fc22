import type { IndexedFile, LanguageShare } from "#server/code-index/ports/code-index.ts";

const dialects: Readonly<Record<string, string>> = { tsx: "typescript" };
const isStyle = /^(?:css|scss|less|html|svg)$/;

/** The languages of a folder's source by their share of its lines, most first; none below one per cent. */
export function languageShares(files: readonly IndexedFile[], folder: string): LanguageShare[] {
  const byLanguage = Map.groupBy(
    files.filter(
      ({ path, kind, language }) =>
        kind === "source" &&
        language !== null &&
        !isStyle.test(language) &&
        !/(?:^|\/)\./.test(path) &&
        (folder === "" || path.startsWith(`${folder}/`)),
    ),
    ({ language }) => dialects[language ?? ""] ?? language ?? "",
  );
  const total = [...byLanguage.values()].flat().reduce((sum, { lines }) => sum + lines, 0);
  const shares = [...byLanguage].map(([language, list]): LanguageShare => {
    const lines = list.reduce((sum, file) => sum + file.lines, 0);
    const largest = list.reduce((best, file) => (file.lines > best.lines ? file : best));
    return { language, percent: total === 0 ? 0 : Math.round((lines / total) * 100), largest: largest.path };
  });
  return shares
    .filter(({ percent }) => percent >= 1)
    .toSorted((a, b) => b.percent - a.percent || (a.language < b.language ? -1 : 1));
}
