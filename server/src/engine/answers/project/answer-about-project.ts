import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import type { ProjectQuestion } from "./project-question.ts";
import { tellDatabases } from "./tell-databases.ts";
import { tellFolders } from "./tell-folders.ts";
import { tellKeptFiles } from "./tell-kept-files.ts";
import { tellListeners } from "./tell-listeners.ts";
import { tellPrograms } from "./tell-programs.ts";
import { tellSchedules } from "./tell-schedules.ts";
import { tellSchema } from "./tell-schema.ts";
import { tellSetup } from "./tell-setup.ts";
import { tellStorage } from "./tell-storage.ts";
import { tellTests } from "./tell-tests.ts";
import { tellTexts } from "./tell-texts.ts";

type Teller = (context: AnswerContext, codebase: Codebase, question: ProjectQuestion) => Promise<StatementBlock[]>;

/** Each knows the questions that are its own, and says nothing to any other. */
const tellers: readonly Teller[] = [
  tellTests,
  tellSchema,
  tellTexts,
  tellPrograms,
  tellSchedules,
  tellStorage,
  tellDatabases,
  tellFolders,
  tellKeptFiles,
  tellSetup,
  tellListeners,
];

/**
 * What is asked of every project as a whole, answered by the kinds of its files and what they declare instead of by words. Empty
 * for any other question, and where nothing is found.
 */
export async function answerAboutProject(context: AnswerContext, question: ProjectQuestion): Promise<StatementBlock[]> {
  for (const tell of tellers) {
    const blocks: StatementBlock[] = [];
    for (const codebase of context.codebases)
      if (codebase.isContext !== true) blocks.push(...(await tell(context, codebase, question)));
    if (blocks.some(({ statements }) => statements.length > 0)) return blocks;
  }
  return [];
}
