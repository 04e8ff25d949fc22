import { expect, it } from "vitest";
import { z } from "zod";

import type { Tool } from "#server/edge.ts";

import { chooseTools, type ToolNeeds } from "./choose-tools.ts";

const tool = (name: string, input: z.ZodType = z.object({ query: z.string(), service: z.string().optional(), branch: z.string().optional() })): Tool => ({
  name,
  description: "",
  verb: "",
  input,
  run: async () => ({ text: "", data: {} }),
}); // prettier-ignore
const tools = ["search_code", "get_task", "code_history", "get_rules", "search_external_context"].map((name) =>
  tool(name),
);
const plain: ToolNeeds = {
  text: "How is a delay announced?",
  isAboutTasks: false,
  hasContext: false,
  hasSeveralParts: false,
};
const namesFor = (needs: Partial<ToolNeeds>) => chooseTools(tools, { ...plain, ...needs }).map(({ name }) => name);

it("offers what a question needs, and all of it where the words are of another script", () => {
  expect(namesFor({})).toEqual(["search_code"]);
  expect(namesFor({ isAboutTasks: true })).toEqual(["search_code", "get_task"]);
  expect(namesFor({ text: "What is left to do in the backlog?" })).toContain("get_task");
  expect(namesFor({ text: "Which commit introduced the delay?" })).toContain("code_history");
  expect(namesFor({ text: "Who wrote the parser?" })).toContain("code_history");
  expect(namesFor({ hasContext: true })).toContain("search_external_context");
  expect(namesFor({ text: "Which rules hold for names?" })).toContain("get_rules");
  expect(namesFor({ text: "延迟是如何通知的？" })).toHaveLength(tools.length);
});

it("asks for no location where there is only one, and leaves shapes that belong together as they are", () => {
  const fields = (needs: Partial<ToolNeeds>, given = tools) => {
    const [first] = chooseTools(given, { ...plain, ...needs });
    return Object.keys(z.toJSONSchema(first?.input ?? z.never()).properties ?? {});
  };
  expect(fields({})).toEqual(["query"]);
  expect(fields({ hasSeveralParts: true })).toEqual(["query", "service", "branch"]);
  expect(fields({ text: "What does the branch `next` do?" })).toContain("branch");
  const bound = z.object({ query: z.string(), service: z.string().optional() }).refine(({ query }) => query !== "");
  expect(fields({}, [tool("search_code", bound)])).toEqual(["query", "service"]);
});
