import { compileGrammar } from "./intent-grammar.ts";

/** Turns of phrase that ask for something the code has its own words for. */
export const phraseGrammar = compileGrammar(
  [
    {
      intent: "request dispatch",
      examples: ["What happens when a request comes in?", "the lifecycle of an incoming request"],
      patterns: [
        "request[s] (come[s]|arrive[s]|is (received|made|handled|processed|served)|get[s] (handled|processed)|reach*|hit[s]|flow[s]|goes|travel[s]|lifecycle|life cycle)",
        "(flow|lifecycle|life cycle|path|journey) of (a|an) ~1 request",
        "(incoming|each|every) [http] request[s]",
      ],
    },
    {
      intent: "detect",
      examples: ["How does it know whether a boat is late?"],
      patterns: [
        "(decide[s]|determine[s]|know[s]|tell[s]|detect[s]|recogni(s|z)e[s]|find[s] out|figure[s] out) (whether|if|that)",
      ],
    },
  ],
  {},
  "within",
);
