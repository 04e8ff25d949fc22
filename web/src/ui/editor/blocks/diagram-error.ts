/** Describes what is wrong with the source of a diagram, from the error of its parser. */
export function describeDiagramError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/No diagram type detected|UnknownDiagramError/i.test(message))
    return "The first line must say which kind of diagram it is, for example “flowchart LR”.";
  const line = /error on line (\d+)/i.exec(message)?.[1];
  if (line === undefined) return `The diagram cannot be drawn: ${(message.split("\n")[0] ?? "").slice(0, 200)}`;
  const excerpt = (message.split("\n")[1] ?? "").replace(/^\.{3}/, "").trim();
  const found = /got '([^']+)'/.exec(message)?.[1];
  const end = found === "EOF" || found === "1" ? " It ends too early." : "";
  return `Line ${line} cannot be read${excerpt ? `, near “${excerpt.slice(-60)}”` : ""}.${end}`;
}
