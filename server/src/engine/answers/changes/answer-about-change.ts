import { openAnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { streamAnswer, type AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import { createWriter } from "#server/engine/answers/write-blocks.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import type { ReviewedChange } from "./reviewed-change.ts";

/** The answer that a change gives, each of its lines read once more at its newest commit. */
export function answerAboutChange(
  change: ReviewedChange,
  blocks: readonly StatementBlock[],
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  return streamAnswer(async (emit) => {
    const context = openAnswerContext([], { emit, signal, focus: null });
    const readers = new Map([[change.reader.repositoryId, change.reader]]);
    const writer = createWriter({ ...context, readers }, emit);
    await writer.write(blocks);
    emit({ type: "end", droppedCitations: writer.dropped(), uncitedStatements: 0 });
  });
}
