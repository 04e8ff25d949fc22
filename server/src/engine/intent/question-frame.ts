/** Words that ask, wherever they stand at the beginning of a question. */
const asking = wordSet(
  "and so but please hi hello who what where which why how when is are was were does do did can could should would will has have need needs must i we you me us it the this that in of to for there here be handle handled done happen happens",
);
/** "Tell me", "explain how": an order only where it asks for something. */
const ordering = wordSet("tell show find locate explain describe");
const behindOrder = wordSet("me us where which what how why who when");
/** What is asked for: "which code", "in the file", but not "where is the class loader". */
const unit = wordSet("code codebase file files function functions class method module place places part piece");
const beforeUnit = wordSet("which what in");
const behindUnit = wordSet("do does that which where for to handle");
const changing = wordSet("change changed touch adapt edit");

/**
 * A question without the words at its beginning that only ask: "Where in the code is this handled: late boats?" is about
 * "late boats?". As it is where it has no others.
 */
export function withoutFrame(text: string): string {
  const pieces = text.split(/(?<=\s)/);
  const words = pieces.map((piece) => piece.toLowerCase().replaceAll(/[\s,:;?!.]+$/g, ""));
  const isFrame = (at: number) => {
    const [word = "", last = "", before = "", next = ""] = [words[at], words[at - 1], words[at - 2], words[at + 1]];
    if (asking.has(word)) return true;
    if (ordering.has(word)) return behindOrder.has(next);
    if (changing.has(word)) return last === "to" || last === "must" || last === "be";
    const isNamed = beforeUnit.has(last) || (last === "the" && (before === "in" || behindUnit.has(next)));
    return unit.has(word) && isNamed;
  };
  const start = words.findIndex((_, at) => !isFrame(at));
  return start <= 0 ? text : pieces.slice(start).join("");
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
