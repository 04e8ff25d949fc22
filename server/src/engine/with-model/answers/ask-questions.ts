import { z } from "zod";

import type { ClarifyingQuestion } from "#server/engine/answer-context/answer-event.ts";
import type { ModelTool } from "#server/platform/models/model-port.ts";

const maxQuestions = 4;
const maxOptions = 6;

const shape = z.object({
  questions: z
    .array(
      z.object({
        text: z.string().trim().min(3).max(300),
        options: z
          .array(z.string().trim().min(1).max(150))
          .max(maxOptions)
          .describe("Answers to choose from, as they would be said; empty where it is answered in own words"),
        several: z.boolean().default(false).describe("More than one option may be chosen"),
      }),
    )
    .min(1)
    .max(maxQuestions),
});

export const askQuestionsName = "ask_questions";

/** The tool with which a model asks clarifying questions; `onAsk` gets them, and the answer ends there. */
export function createAskQuestions(onAsk: (questions: ClarifyingQuestion[]) => void): ModelTool {
  return {
    name: askQuestionsName,
    description:
      "Asks the person one to four questions and ends your answer. Only where the question can mean quite different things and looking further cannot tell which. Say in one sentence before why you ask.",
    input: shape,
    isLast: true,
    async run(input) {
      const { questions } = shape.parse(input);
      onAsk(
        questions.map(({ text, options: offered, several }, at) => {
          const options = [...new Set(offered)];
          return { questionId: String(at + 1), text, options, isMultiple: several && options.length > 1 };
        }),
      );
      return "Asked.";
    },
  };
}
