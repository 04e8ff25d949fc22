import { expect, it } from "vitest";

import { readProgress, type GitProgress } from "./read-progress.ts";

it("reports each step of a transfer once, whoever counts it", () => {
  const seen: GitProgress[] = [];
  const listen = readProgress((progress) => seen.push(progress));
  listen("remote: Enumerating objects: 9, done.\nremote: Counting objects:  50% (4/9)\r");
  listen("Receiving objects:  40% (4/10)\rReceiving objects:  40% (4/10), 1.00 MiB | 2.00 MiB/s\r");
  listen("Resolving deltas: 100% (3/3), done.\nsomething else: 3% (1/2)");
  expect(seen).toEqual([
    { step: "counting", percent: 50 },
    { step: "receiving", percent: 40 },
    { step: "resolving", percent: 100 },
  ]);
});
