import { expect, it } from "vitest";

import { saveInOrder } from "./save-order.ts";

it("saves one after another", async () => {
  const log: string[] = [];
  const outcome = await saveInOrder(["a", "b"], async (nodeId) => {
    log.push(`${nodeId} begins`);
    await Promise.resolve();
    log.push(`${nodeId} ends`);
    return true;
  });
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(outcome).toEqual({ saved: 2, failedId: null });
});

it("stops at the first failure", async () => {
  const tried: string[] = [];
  const outcome = await saveInOrder(["a", "b", "c"], (nodeId) => {
    tried.push(nodeId);
    return Promise.resolve(nodeId !== "b");
  });
  expect(tried).toEqual(["a", "b"]);
  expect(outcome).toEqual({ saved: 1, failedId: "b" });
});
