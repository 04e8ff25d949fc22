import papaparse from "papaparse";

/** A table of cells, with the rows that are not as they should be. */
export interface CsvTable {
  rows: string[][];
  /** One character. */
  separator: string;
  /** By the number of a row, from 0: a quotation mark in it is never closed, so all that follows is one cell. */
  unclosed: ReadonlySet<number>;
}

/** The cells of a text, at most `maxRows` rows of it. Without a separator it is guessed by the first rows. */
export function parseTable(
  text: string,
  { separator, maxRows }: { separator: string | undefined; maxRows: number },
): CsvTable {
  const delimiter = separator ?? guessSeparator(text);
  const { data, errors } = papaparse.parse<string[]>(text, { delimiter, preview: maxRows });
  const unclosed = errors.filter(({ code }) => code === "MissingQuotes").flatMap(({ row }) => row ?? []);
  return { rows: data, separator: delimiter, unclosed: new Set(unclosed) };
}

/** A comma where there is one column. */
function guessSeparator(text: string): string {
  const delimitersToGuess = [",", ";", "\t", "|"];
  const { meta } = papaparse.parse(text, { delimitersToGuess, preview: 20, skipEmptyLines: true });
  return meta.delimiter;
}
