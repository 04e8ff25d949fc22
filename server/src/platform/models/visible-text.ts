/**
 * What no eye sees and a model reads: marks of direction and of no width, tags, fillers; controls but tab and breaks.
 */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** A text as a person sees it: a model must not be given more than people can check. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, "");
}
