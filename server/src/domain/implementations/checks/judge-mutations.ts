import type { JudgedCheck } from "@cairn/contract/run-checks";

/** What came of spoiling a change on purpose, part by part. */
export interface SpoiltChange {
  /** Parts with something to spoil, and those of them that were. */
  total: number;
  tried: number;
  /** Parts that were spoilt without anything turning red, each with how. */
  unnoticed: readonly { where: string; what: string }[];
  /** Criteria whose check noticed no part at all. */
  silent: ReadonlySet<string>;
}

/**
 * What a proven criterion is worth after that. Where a part may be spoilt and nothing notices, the checks that noticed none are
 * weak, or all of them where each noticed some: none of them asks for that part.
 */
export function judgeMutations(judged: JudgedCheck, { total, tried, unnoticed, silent }: SpoiltChange): JudgedCheck {
  if (judged.verdict !== "proven") return judged;
  const [first, ...others] = unnoticed;
  const isWeak = silent.size === 0 || silent.has(judged.criterionId ?? "");
  if (first === undefined || !isWeak) return { ...judged, reason: `${judged.reason} ${sayTried({ total, tried })}` };
  const more = others.length === 0 ? "" : ` The same holds of ${others.map(({ where }) => where).join(", ")}.`;
  const reason = `It passes, but nothing turns red when ${first.where} is spoilt on purpose: ${first.what}.${more}`;
  return { ...judged, verdict: "weak", reason };
}

function sayTried({ total, tried }: Pick<SpoiltChange, "total" | "tried">): string {
  if (total === 0) return "Nothing of the change could be spoilt on purpose to try it.";
  const parts =
    total === 1 ? "The change was spoilt on purpose" : `Each of the change's ${total} parts was spoilt on purpose`;
  if (tried === total) return `${parts}, and that was noticed.`;
  if (tried === 0) return "There was no time to spoil the change on purpose and see whether that is noticed.";
  return `Of the change's ${total} parts ${tried} ${tried === 1 ? "was" : "were"} spoilt on purpose, which was noticed; for the others there was no time.`;
}
