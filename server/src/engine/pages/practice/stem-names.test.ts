import { expect, it } from "vitest";

import { namesWhole, shapeOf } from "./stem-names.ts";

it("leaves the name of one out, however its words are written, in any script", () => {
  expect(shapeOf("src/jira-cloud/hook_JiraCloud.ts", "jiraCloud")).toBe("src/…/hook_….ts");
  expect(shapeOf("src/лодка/hook.ts", "лодка")).toBe("src/…/hook.ts");
  expect(shapeOf("src/船舶港/hook.ts", "船舶港")).toBe("src/…/hook.ts");
});

it("leaves a path as it is where a name has no word", () => {
  expect(shapeOf("src/hook.ts", "$__$")).toBe("src/hook.ts");
  expect(namesWhole("hooks = [one];", "$__$")).toBe(false);
});

it("knows a name that stands as a word from any other line", () => {
  expect(namesWhole('import { x } from "./лодка/hook";', "лодка")).toBe(true);
  expect(namesWhole('import { x } from "./船舶/hook";', "船舶")).toBe(true);
  expect(namesWhole("export const a = [1];", "лодка")).toBe(false);
  expect(namesWhole("export const a = [1];", "船舶")).toBe(false);
  expect(namesWhole("const подлодка = [1];", "лодка")).toBe(false);
});
