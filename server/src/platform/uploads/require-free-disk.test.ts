import os from "node:os";

import { expect, it } from "vitest";

import { requireFreeDisk } from "./require-free-disk.ts";

it("refuses where less is free than others need, and takes where enough is", async () => {
  await expect(requireFreeDisk(os.tmpdir(), 1)).resolves.toBeUndefined();
  await expect(requireFreeDisk(os.tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: "disk_full" });
});
