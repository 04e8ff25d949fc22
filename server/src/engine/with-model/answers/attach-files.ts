import type { Question } from "#server/engine/answer-context/answer-event.ts";
import type { ContextBudget } from "#server/engine/with-model/look-up/context-budget.ts";
import type { ModelPart } from "#server/platform/models/model-port.ts";

import { fenceData } from "./fence-data.ts";

/** A picture that was sent along. */
export interface AttachedImage {
  name: string;
  contentType: string;
  readBytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Share of the remaining budget for all attached texts together. */
const textShare = 1 / 2;
const maxTextLength = 60_000;
/** What every vendor takes. */
const readableTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const maxImageBytes = 3_500_000;

/** Pages of attached documents as data; when not all fit, those that match the question. */
export function describeDocuments({ text, attachments = [] }: Question, budget: ContextBudget): string {
  const documents = attachments.filter(({ pages }) => pages.some((page) => page.trim() !== ""));
  const most = Math.min(maxTextLength, Math.floor((budget.left * textShare) / Math.max(1, documents.length)));
  const reported = documents.map(({ name, pages }) => {
    const chosen = choosePages(pages, text, most);
    const blocks = chosen.map((at) => fenceData("attachment", pages[at] ?? "", { name, page: String(at + 1) }));
    const missing = pages.length - chosen.length;
    const note = missing > 0 ? [`(${missing} of its ${pages.length} pages are left out: no room.)`] : [];
    return [...blocks, ...note].join("\n");
  });
  return budget.take(reported.join("\n\n"));
}

/** Indexes of the pages that fit, in order; pages with more of the question's words are preferred. */
function choosePages(pages: readonly string[], question: string, most: number): number[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const score = (page: string) => {
    const text = page.toLowerCase();
    return [...words].filter((word) => text.includes(word)).length;
  };
  const ranked = pages.map((page, at) => ({ at, length: page.length, score: score(page) }));
  ranked.sort((one, other) => other.score - one.score || one.at - other.at);
  let left = most;
  const chosen: number[] = [];
  for (const { at, length } of ranked) {
    if (length > left && chosen.length > 0) continue;
    chosen.push(at);
    left -= length;
  }
  return chosen.sort((one, other) => one - other);
}

export interface AttachedImages {
  parts: ModelPart[];
  /** Names of those that the model is not shown. */
  unseen: string[];
}

/** Pictures as the model takes them; one that cannot be read or is too large is left out and named. */
export async function describeImages(images: readonly AttachedImage[], isSeeing: boolean): Promise<AttachedImages> {
  const reported: AttachedImages = { parts: [], unseen: [] };
  for (const { name, contentType, readBytes } of images) {
    const bytes = isSeeing && readableTypes.has(contentType) ? await readBytes().catch(() => null) : null;
    if (bytes === null || bytes.length > maxImageBytes) reported.unseen.push(name);
    else reported.parts.push({ type: "image", contentType, bytes });
  }
  return reported;
}
