import { expect, it } from "vitest";

import { readyText } from "./ready-text.ts";

it.each([
  [0, "Ready in ~2min"],
  [59_999, "Ready in ~2min"],
  [60_000, "Ready in ~1min"],
  [179_999, "Ready in ~1min"],
  [180_000, "Ready anytime"],
  [-5_000, "Ready in ~2min"],
])("says after %i ms that it is %s", (elapsed, text) => expect(readyText(elapsed)).toBe(text));
