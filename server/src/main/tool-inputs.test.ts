import { explainIssue } from "@cairn/contract/input-messages";
import { technicalWords, wrongInputs } from "@cairn/contract/testing/wrong-inputs";
import { expect, it } from "vitest";

import { agentTools, tools } from "#server/main/start/edges.ts";

it.each(agentTools.map((tool) => [tool.name, tool] as const))(
  "%s says in words what an agent sent wrong",
  (_, tool) => {
    const messages = wrongInputs(tool.input).flatMap(
      (input) => tool.input.safeParse(input, { error: explainIssue }).error?.issues.map(({ message }) => message) ?? [],
    );
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(message).not.toMatch(technicalWords);
  },
);

it("gives no model of a chat a tool that writes, and outside agents five", () => {
  const writing = (list: typeof tools) => list.filter(({ writes }) => writes !== undefined).map(({ name }) => name);
  expect(writing(tools)).toEqual([]);
  expect(writing(agentTools)).toEqual([
    "create_task",
    "move_task",
    "update_criterion",
    "start_implementation",
    "answer_review_comment",
  ]);
});
