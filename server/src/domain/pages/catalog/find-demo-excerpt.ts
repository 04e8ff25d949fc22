import type { Ctx } from "#server/ctx.ts";
import { findDemoSection } from "#server/domain/pages/store/demo.store.ts";

import { toPlainText } from "./plain-text.ts";

/** A few sentences of a real page of the demo, with the lines that they rest on. */
export interface DemoExcerpt {
  productName: string;
  pageTitle: string;
  writtenBy: string;
  sentences: { text: string; source: { path: string; line: number } }[];
}

const maxSentences = 3;
const maxLength = 320;

/**
 * What people who have no account yet are shown of the product: sentences that an engine wrote about the demo's code.
 * Null where no demo is installed. It asks for no right, because it reads the demo alone, and of that only what an
 * engine wrote.
 */
export async function findDemoExcerpt(ctx: Pick<Ctx, "wholeDb">): Promise<DemoExcerpt | null> {
  const found = await findDemoSection(ctx.wholeDb);
  if (!found) return null;
  const { productName, pageTitle, writtenBy, content, sources } = found;
  const sentences = content.split(/\n+/).flatMap((line) => {
    const number = Number(/\[(\d+)\]/.exec(line)?.[1] ?? Number.NaN);
    const source = sources.find((one) => one.number === number);
    const text = toPlainText(line).replace(/^[-*]\s+/, "");
    return source && text !== "" && text.length <= maxLength
      ? [{ text, source: { path: source.path, line: source.startLine } }]
      : [];
  });
  return sentences.length === 0
    ? null
    : { productName, pageTitle, writtenBy, sentences: sentences.slice(0, maxSentences) };
}
