import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

const slashes = "/".repeat(2_000);

it.each([
  `https://h${slashes}?`,
  `https://h/${slashes} x`,
  `git@h:${slashes}?`,
  `https://h/a${slashes}b${slashes}?`,
  `https://${"a@".repeat(1_000)}h${slashes}#`,
])("takes no longer for the hostile address %#", (url) => {
  const workedMs = startCpuClock();
  expect(parseRepositoryUrl(url)).toEqual({ host: "", path: "" });
  expect(workedMs()).toBeLessThan(100);
});

it("reads slashes that stand between names, however many they are", () => {
  const workedMs = startCpuClock();
  const path = `acme${"/".repeat(20_000)}shop`;
  expect(parseRepositoryUrl(`https://h/${path}`)).toEqual({ host: "h", path });
  expect(workedMs()).toBeLessThan(100);
});
