import { Parser, type Handler } from "htmlparser2";

/** No report is nested as deep. The parser moves all that is open with each element, so that depth costs its square. */
const maxDepth = 100;
/** Nor has an element as many. */
const maxAttributes = 200;

/**
 * Tells the elements of a report one by one; false where it is none, as it is too deep, too wide or cannot be parsed, and nothing that was
 * told of it counts. Entities of a document's own are not read.
 */
export function parseXml(
  xml: string,
  {
    onopentag,
    onclosetag,
    ontext,
  }: Required<Pick<Handler, "onopentag" | "onclosetag">> & Partial<Pick<Handler, "ontext">>,
): boolean {
  let depth = 0;
  let attributes = 0;
  const parser = new Parser(
    {
      onopentagname() {
        attributes = 0;
      },
      onattribute() {
        attributes += 1;
        if (attributes > maxAttributes) throw new Error("An element of the report has too many attributes.");
      },
      onopentag(...opened) {
        depth += 1;
        if (depth > maxDepth) throw new Error("The report is nested too deep.");
        onopentag(...opened);
      },
      onclosetag(...closed) {
        depth -= 1;
        onclosetag(...closed);
      },
      ...(ontext === undefined ? {} : { ontext }),
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.end(xml);
    return true;
  } catch {
    return false;
  }
}
