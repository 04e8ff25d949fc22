import { toPlainText } from "#server/domain/pages/catalog/plain-text.ts";
import { splitSentences } from "#server/engine/text/sentences.ts";

const minLength = 100;
const maxSentences = 3;
/** Long enough to say something, short enough to stand under a title. */
const maxLength = 600;

/**
 * A product description from the text of the Purpose section: its first sentences, whole. Lists are left out, as a description
 * stands in one line after the other; only where nothing else is said they are taken, each item in its line. Null when the
 * section says too little.
 */
export function proposeDescription(purpose: string): string | null {
  const paragraphs = purpose.split(/\n{2,}/).filter((one) => !/^(?:#|\||```)/.test(one.trimStart()));
  return leadingProse(paragraphs) ?? leadingParagraphs(paragraphs);
}

function leadingProse(paragraphs: readonly string[]): string | null {
  const sentences = paragraphs
    .filter((one) => !listItem.test(one))
    .flatMap((one) => splitSentences(toPlainText(one).replaceAll("\n", " ")))
    // One opens a list, the other was cut.
    .filter((one) => !/[:…]$/.test(one));
  let text = "";
  for (const [at, sentence] of sentences.entries()) {
    const longer = text === "" ? sentence : `${text} ${sentence}`;
    if (text.length >= minLength && (at >= maxSentences || longer.length > maxLength)) break;
    text = longer;
  }
  return text.length >= minLength ? text : null;
}

function leadingParagraphs(paragraphs: readonly string[]): string | null {
  let text = "";
  for (const paragraph of paragraphs.map(toPlainText)) {
    const longer = text === "" ? paragraph : `${text}\n\n${paragraph}`;
    if (text.length >= minLength && longer.length > maxLength) break;
    text = longer;
  }
  return text.length >= minLength ? text : null;
}

const listItem = /^\s*(?:[-*+]|\d+[.)])\s/m;
