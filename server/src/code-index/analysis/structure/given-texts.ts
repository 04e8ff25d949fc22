/** Around the names of constants and parameters in paths. */
const parameterMark = "\u0001";

/** What a function was called with on the way to a router. */
export interface GivenTexts {
  /** `Server.mount` of `Server.mount(0)`. */
  called: string;
  /** By position. */
  texts: Readonly<Record<string, string>>;
}

/** A path in which parameters of a function stand, with the texts that it was called with. */
export function withTexts(path: string, { called, texts }: GivenTexts): string {
  const parts = path.split(parameterMark).map((part, at) => {
    const [, name, position = ""] = at % 2 === 0 ? [] : (/^(.*)\((\d+)\)(?:=\w*)?$/.exec(part) ?? []);
    const text = name === called ? texts[position] : undefined;
    return text ?? (at % 2 === 0 ? part : `${parameterMark}${part}${parameterMark}`);
  });
  return parts.join("");
}

/** Texts that are given to the parameter of a node may be parameters of the function around the call. */
export function givenTo(
  node: string,
  { outer, given }: { outer: GivenTexts | null; given: Readonly<Record<string, string>> },
): GivenTexts {
  const texts = Object.entries(given).map(
    ([at, text]) => [at, outer === null ? text : withTexts(text, outer)] as const,
  );
  return { called: calledIn(node), texts: Object.fromEntries(texts) };
}

/** The function whose parameter a node is. */
export function calledIn(node: string): string {
  return node.slice(node.indexOf("\0") + 1, node.lastIndexOf("("));
}
