import { expect, it } from "vitest";

import { visibleName } from "./visible-name.ts";

it("removes characters that hide the real end of a file's name", () => {
  expect(visibleName("invoice \u202efdp.exe")).toBe("invoice fdp.exe");
  expect(visibleName("\u2066plan\u200b\u0007.pdf\u2069")).toBe("plan.pdf");
  expect(visibleName("תוכנית הרציף.pdf")).toBe("תוכנית הרציף.pdf");
});
