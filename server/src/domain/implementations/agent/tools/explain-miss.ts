/** Of the file, around what was probably meant. */
const shownLines = 12;

/** Why a text does not stand in a file, with the lines that come nearest: what differs is mostly the indentation. */
export function explainMiss(path: string, content: string, wanted: string): string {
  const lines = content.split("\n");
  const first =
    wanted
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? "";
  const at = first === "" ? -1 : lines.findIndex((line) => line.includes(first));
  const said = `This text does not stand in ${path} exactly like that.`;
  if (at === -1) return `${said} Nor does its first line. Read the file again.`;
  const shown = lines
    .slice(at, at + shownLines)
    .map((line, offset) => `${at + 1 + offset}\t${line.replace(/\r$/, "")}`);
  return `${said} Its first line does, on line ${at + 1}:\n${shown.join("\n")}`;
}
