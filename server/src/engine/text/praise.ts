import { splitSentences } from "./sentences.ts";

/** Words that praise, whatever they are said of. */
const praising =
  /\b(?:blazing(?:ly)?|lightning|super|incredibly|extremely|amazing(?:ly)?|awesome|beautiful(?:ly)?|elegant(?:ly)?|gorgeous|stunning|delightful|powerful|fast(?:er|est)?|quick|lightweight|light|easy|easily|simple|simply|intuitive|modern|flexible|customi[sz]able|robust|reliable|friendly|ultimate|best|great|perfect|seamless(?:ly)?|effortless(?:ly)?|sleek|clean|cutting-edge|state-of-the-art|next-generation|feature-?rich|rich|versatile|smart|love[ds]?|enjoy\w*|hassle-free|battle-tested|production-ready|highly|truly)\b/gi;
/** Words that such a sentence is made of beside them. */
const filler =
  /\b(?:it|its|this|is|are|was|be|an?|the|and|or|very|so|to|too|use|used|using|work|works|with|for|of|in|on|you|your|we|our|also|even|while|that|which|as|but|by|has|have|being|both|yet|made|designed|built|puts?|back|into|really)\b/gi;

/** Without sentences that only praise: "It is lightweight, easy to work with, and powerful." An empty text where nothing else is said. */
export function withoutPraise(text: string): string {
  return splitSentences(text)
    .filter((sentence) => !isPraise(sentence))
    .join(" ");
}

/** Whether a sentence says that something is good, and nothing that one could look up. */
export function isPraise(sentence: string): boolean {
  // What is meant by a word of code, a number or a name is a fact.
  if (/[`\d]|(?<=\S\s)\p{Lu}\p{L}+/u.test(sentence)) return false;
  const praised = sentence.match(praising)?.length ?? 0;
  const rest =
    sentence
      .replace(praising, " ")
      .replace(filler, " ")
      .match(/\p{L}{3,}/gu)?.length ?? 0;
  return praised >= leastPraise && rest <= praised / 2;
}

const leastPraise = 2;
