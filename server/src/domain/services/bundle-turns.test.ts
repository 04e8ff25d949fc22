import { expect, it } from "vitest";

import { inBundleTurn } from "./bundle-turns.ts";

it("reads one bundle of an organization and two in all, and says so", async () => {
  const gate = Promise.withResolvers<void>();
  const read = (organizationId: string) => inBundleTurn(organizationId, () => gate.promise);
  const first = read("northquay");
  await expect(read("northquay")).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("of this organization") as string,
  });
  const second = read("southquay");
  await expect(read("eastquay")).rejects.toMatchObject({ message: expect.stringContaining("2 git bundles") as string });
  gate.resolve();
  await Promise.all([first, second]);
  await expect(inBundleTurn("northquay", () => Promise.reject(new Error("cut off")))).rejects.toThrow("cut off");
  await read("northquay");
});
