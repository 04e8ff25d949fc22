import type { SectionCoverageGaps } from "@cairn/contract/coverage-gaps";

type GapFact = SectionCoverageGaps["facts"][number];

const nouns: Record<GapFact["kind"], [one: string, many: string]> = {
  endpoint: ["endpoint", "endpoints"],
  command: ["command", "commands"],
  setting: ["setting", "settings"],
  table: ["table", "tables"],
};

/** "2 endpoints and 1 setting"; "71 things" where there are several kinds and not all facts are listed. */
function countGaps(sections: readonly Pick<SectionCoverageGaps, "facts" | "total">[]): string {
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  const facts = sections.flatMap((section) => section.facts);
  const kinds = [...Map.groupBy(facts, ({ kind }) => kind)];
  if (total > facts.length && kinds.length > 1) return `${total} things`;
  const counted = kinds.map(([kind, own]) => {
    const count = kinds.length === 1 ? total : own.length;
    return `${count} ${nouns[kind][count === 1 ? 0 : 1]}`;
  });
  const last = counted.at(-1) ?? "";
  return counted.length < 2 ? last : `${counted.slice(0, -1).join(", ")} and ${last}`;
}

/** "2 endpoints are not on this page yet"; null where there are no gaps. `where`: "on this page", "in this section". */
export function describeCoverageGaps(
  sections: readonly Pick<SectionCoverageGaps, "facts" | "total">[],
  where: string,
): string | null {
  const counted = countGaps(sections);
  if (counted === "") return null;
  return `${counted} ${/^1 [^,]*$/.test(counted) && !counted.includes(" and ") ? "is" : "are"} not ${where} yet`;
}
