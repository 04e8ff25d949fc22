import { compilePatterns } from "./grammar/intent-grammar.ts";

const filler =
  "(ok|okay|great|good|nice|thanks|thank you|perfect|well|so|now|next|and|also|then|please|hey|hi|hello|hmm|actually|instead !(of)|finally|just|maybe)";

const politeOpening = compilePatterns([`${filler} [,|.|!|:] &(@any) {order}`], {
  scope: "whole",
  wordClasses: { any: /\S/ },
});
const request = compilePatterns(
  [
    "(can|could|would|will) (you|we) [please|also|now|just] [please|also|now|just] {order}",
    "(i|i'd|i would) (like|want|need) [you] to {order}",
    "let's {order}",
    "we (should|need to|could|must) {order}",
    "you (should|can|could|must) {order}",
  ],
  { scope: "whole" },
);
const longing = compilePatterns(
  [
    "(i|i'd|i would) (like|want|need) &(a|an|another|one more|some) {thing}",
    "(we need|there should be|it [also] needs|give me) &(a|an|another|one more|some) {thing}",
    "have !(a look) &((a|an|another|one more|some) ~2 (section|paragraph|chapter|part|sentence|diagram)) {thing}",
  ],
  { scope: "whole" },
);

const politeEnding = compilePatterns(["{order} [,] (please|pls)"], { scope: "whole" });

/** The order itself: "could you please add …" and "I'd like a …" are "add …". */
export function withoutCourtesy(text: string): string {
  const requested = withoutOpening(text.trim());
  const opened = withoutOpening(request.match(requested)?.slots["order"] ?? requested);
  const order = politeEnding.match(opened)?.slots["order"] ?? opened;
  const thing = longing.match(order)?.slots["thing"];
  return thing === undefined ? order : `add ${thing}`;
}

function withoutOpening(text: string): string {
  let rest = text;
  for (let order = rest; order !== undefined; order = politeOpening.match(rest)?.slots["order"] ?? "") {
    if (order === "") break;
    rest = order;
  }
  return rest;
}
