import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { findFiles } from "#server/domain/search/find-passages.ts";
import { withoutFrame } from "#server/engine/intent/question-frame.ts";
import type { RankedCode } from "#server/engine/with-model/answers/order-found.ts";

const maxPlaces = 20;
const maxQuery = 500;
const maxPlaceLines = 60;
const maxNames = 3;

/** The files that the search finds for a question, best first, each with its best lines. */
export async function findPlaces(
  ctx: Ctx,
  codebases: readonly IndexedRepository[],
  question: string,
): Promise<RankedCode[]> {
  const areas = codebases.filter(({ isContext }) => !isContext).map((repository) => ({ repository, under: null }));
  const found = await findFiles(ctx, areas, withoutFrame(question).slice(0, maxQuery).toWellFormed(), maxPlaces);
  return found.flatMap(({ repository, path, passages }) => {
    const [best] = passages;
    if (!best) return [];
    const names = passages.flatMap(({ symbol }) => (symbol ? [`${symbol.kind} ${symbol.name}`] : []));
    const about = [...new Set(names)].slice(0, maxNames).join(", ");
    const endLine = Math.min(best.endLine, best.startLine + maxPlaceLines - 1);
    return [{ repository: repository.name, path, startLine: best.startLine, endLine, about }];
  });
}
