import { topicPath } from "@cairn/contract/external-context";
import { expect, it } from "vitest";

import { titleOfTopicPath } from "./external-context.api.ts";

it("reads the words of a title from the path of its topic", () => {
  const path = topicPath({ topicId: "3c169e58-37f6-4e40-b3f8-ce328ef35708", title: "Words of the harbour office!" });
  expect(titleOfTopicPath(path)).toBe("Words of the harbour office");
});
