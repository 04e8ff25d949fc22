import { expect, it } from "vitest";
import { z } from "zod";

import { runTools } from "./run-tools.ts";

it("gives results in the order of the calls, whichever ends first", async () => {
  const ended: string[] = [];
  const releases = new Map<string, () => void>();
  const tool = {
    name: "wait",
    description: "",
    input: z.object({ name: z.string() }),
    run: async (input: unknown) => {
      const { name } = z.object({ name: z.string() }).parse(input);
      if (name === "first") await new Promise<void>((resolve) => releases.set(name, resolve));
      else releases.get("first")?.();
      ended.push(name);
      return name;
    },
  };
  const calls = ["first", "second"].map((name) => ({ vendorId: `id-${name}`, name: "wait", input: { name } }));
  const running = runTools(calls, [tool], { firstId: 7, stopped: new Promise<never>(() => undefined) });
  let next = await running.next();
  while (next.done !== true) next = await running.next();
  expect(ended).toEqual(["second", "first"]);
  expect(next.value.results.map(({ toolCallId, output }) => [toolCallId, output])).toEqual([
    ["id-first", { type: "text", value: "first" }],
    ["id-second", { type: "text", value: "second" }],
  ]);
});
