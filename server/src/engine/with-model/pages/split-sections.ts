const mark = /<section\s{1,4}n\s?=\s?["']?(\d{1,3})["']?\s{0,4}>([\s\S]*?)(<\/section>|(?=<section\s)|$)/g;

/**
 * The sections of a model's answer by number. Without marks the whole of it is the only section that was asked for. Of an
 * answer that broke off only sections that came to their end are taken.
 */
export function splitSections(
  text: string,
  { wanted, isCut }: { wanted: readonly number[]; isCut: boolean },
): Map<number, string> {
  const sections = new Map<number, string>();
  for (const [, number = "", content = "", end = ""] of text.matchAll(mark)) {
    if (end !== "" || !isCut) sections.set(Number(number), content.trim());
  }
  const [only, ...others] = wanted;
  const isUnmarked = sections.size === 0 && !isCut && others.length === 0;
  if (only !== undefined && isUnmarked) sections.set(only, text);
  return sections;
}
