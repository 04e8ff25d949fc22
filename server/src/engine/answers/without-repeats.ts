import { citationPlaceholder } from "#server/engine/evidence/cited-text.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

const nothingMore: StatementBlock = {
  heading: null,
  statements: [{ text: "Nothing beyond what stands above was found for this.", evidence: [] }],
};

/** A longer one is not read twice. */
const longStatement = 200;
const toldAbove = `What stands above answers this as well. ${citationPlaceholder}`;

/**
 * What a part of a message is told, without the statements that an earlier part was told already; `told` grows by those
 * that are left. Where all of them were, a sentence that says so; a single statement is told again, as it is the answer.
 */
export function withoutRepeats(blocks: readonly StatementBlock[], told: Set<string>): StatementBlock[] {
  const isOfLines = ({ evidence }: StatementBlock["statements"][number]): boolean => evidence.length > 0;
  const left = blocks.map((block) => ({
    ...block,
    statements: block.statements.filter((one) => !isOfLines(one) || !told.has(one.text)),
  }));
  const counted = (all: readonly StatementBlock[]) => all.flatMap(({ statements }) => statements.filter(isOfLines));
  const fresh = counted(left);
  const asked = counted(blocks).length;
  if (fresh.length === 0 && asked > 0) {
    const [only, ...others] = counted(blocks);
    if (only === undefined || others.length > 0) return [nothingMore];
    return only.text.length > longStatement
      ? [{ heading: null, statements: [{ ...only, text: toldAbove }] }]
      : [...blocks];
  }
  for (const { text } of fresh) told.add(text);
  return left;
}
