import { expect, it } from "vitest";

import { waitMessage } from "./wait-message.ts";

it.each([
  [1, "Too many tries. Please wait a minute and try again."],
  [61, "Too many tries. Please wait 2 minutes and try again."],
])("says how long to wait (%i s)", (waitS, message) => {
  expect(waitMessage({ waitS })).toBe(message);
});
