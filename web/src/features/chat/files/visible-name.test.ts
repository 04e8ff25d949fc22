import { expect, it } from "vitest";

import { visibleName } from "./visible-name.ts";

it("shows a file's name as it ends, whatever marks are in it", () => {
  expect(visibleName("invoice \u202efdp.exe")).toBe("invoice fdp.exe");
  expect(visibleName("\u2066plan\u200b\u0007.pdf\u2069")).toBe("plan.pdf");
  expect(visibleName("תוכנית הרציף.pdf")).toBe("תוכנית הרציף.pdf");
});
