import { expect, it } from "vitest";

import { formatFileDetails } from "./file-size.ts";

it.each([
  [820, null, "820 B"],
  [12_400, 1, "1 page · 12 KB"],
  [3_400_000, 12, "12 pages · 3.4 MB"],
  [20_000_000, null, "20 MB"],
])("%i bytes and %j pages are %j", (size, pageCount, text) => {
  expect(formatFileDetails({ size, pageCount })).toBe(text);
});
