import { toPlainText } from "#server/domain/pages/catalog/plain-text.ts";

const minLength = 100;
/** Long enough to say something, short enough that a person will read and correct it. */
const maxLength = 1500;

/** A product description from the text of the Purpose section; null when that says too little. */
export function proposeDescription(purpose: string): string | null {
  const paragraphs = toPlainText(purpose).split("\n\n");
  let text = "";
  for (const paragraph of paragraphs) {
    const longer = text === "" ? paragraph : `${text}\n\n${paragraph}`;
    if (longer.length > maxLength) break;
    text = longer;
  }
  return text.length >= minLength ? text : null;
}
