import type { Statement } from "../cited-text.ts";
import { code } from "../pages/text/clean-prose.ts";
import { count, fold } from "../pages/text/wording.ts";
import type { Desk } from "./desk.ts";
import type { PlacedSymbol, Use, Uses } from "./relations.ts";
import { linesOf, shownName, shownPath, type Block } from "./statements.ts";

const maxShownUses = 4;
const maxTestFiles = 3;

/** Where a declaration is used, line by line in the code and in one line for all tests. */
export function usesBlock(desk: Desk, target: PlacedSymbol, uses: Uses, limit = maxShownUses): Block {
  const shown = uses.inCode.slice(0, limit).map((use) => useEntry(desk, use));
  const rest = uses.inCode.length - shown.length;
  const more = rest > 0 ? [{ text: `- … and ${count(rest, "more line")}`, evidence: [] }] : [];
  return {
    heading: `Where ${code(target.symbol.name)} is used`,
    statements: [...shown, ...more, ...testUses(desk, uses.inTests)],
  };
}

function testUses(desk: Desk, uses: readonly Use[]): Statement[] {
  const firstOf = [...new Map(uses.toReversed().map((use) => [use.path, use])).values()].toReversed();
  if (firstOf.length === 0) return [];
  const where = fold(
    firstOf.map((use) => shownPath(desk, use)),
    maxTestFiles,
  );
  return [
    {
      text: `- in tests: ${count(uses.length, "line")} of ${where}`,
      evidence: firstOf.slice(0, maxTestFiles).map((use) => linesOf(use, use.line)),
    },
  ];
}

/** One line that uses something, with the declaration it stands in. */
export function useEntry(desk: Desk, use: Use): Statement {
  const caller = use.within ? `in ${code(shownName(use.within))}, ` : "";
  return {
    text: `- ${caller}${shownPath(desk, use)} line ${use.line}: ${code(use.text, 120)}`,
    evidence: [linesOf(use, use.line)],
  };
}
