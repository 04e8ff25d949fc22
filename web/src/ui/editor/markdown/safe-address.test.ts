import { expect, test } from "vitest";

import { sanitizeAddress } from "./safe-address.ts";

test.each(["https://a.b", "HTTP://a", "mailto:a@b.c", "cairn:person/1", "./a.md", "#b", "/c?d=e:f", "a/b:c"])(
  "%s may be a link",
  (address) => expect(sanitizeAddress(address)).toBe(address),
);

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\tscript\u0000:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://a/b",
  "",
  null,
])("%j may not", (address) => expect(sanitizeAddress(address)).toBeNull());
