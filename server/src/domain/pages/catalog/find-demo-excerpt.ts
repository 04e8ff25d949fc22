import type { Ctx } from "#server/ctx.ts";
import { findDemoSection, hasAnyUser, isDemoBeingWritten } from "#server/domain/pages/store/demo.store.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";

import { toPlainText } from "./plain-text.ts";
import { shippedDemo } from "./shipped-demo.ts";

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
 * What people who have no account yet are shown of the product: sentences that the built-in engine wrote about the code
 * that the demo ships with. Null where no demo is installed. It asks for no right: it reads neither code that somebody
 * brought to the demo, nor a name or text that a person chose, nor what a model made of the guidance people gave it.
 */
export async function findDemoExcerpt(ctx: Pick<Ctx, "wholeDb">): Promise<DemoExcerpt | null> {
  const { commits, productName, pageTitle } = shippedDemo;
  const writtenBy = builtInEngineName;
  const found = await findDemoSection(ctx.wholeDb, { commits, writtenBy });
  if (!found) return null;
  const { content, sources } = found;
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

/**
 * Whether there may soon be one: the demo's pages are being written, or nobody was ever here, which is how a server with a
 * database of its own looks in the moment before it makes the demo.
 */
export async function isDemoExcerptAwaited(ctx: Pick<Ctx, "wholeDb" | "settings">): Promise<boolean> {
  if (await isDemoBeingWritten(ctx.wholeDb)) return true;
  return ctx.settings.server.databaseUrl === null && !(await hasAnyUser(ctx.wholeDb));
}
