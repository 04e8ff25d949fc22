import { expect, it } from "vitest";

import { firstNameSchema } from "./auth.ts";
import { keyNameSchema } from "./keys.ts";
import { nameSchema } from "./slugs.ts";
import { validation } from "./texts.ts";

const schemas = { nameSchema, firstNameSchema, keyNameSchema };

it.each(Object.entries(schemas))("%s takes a name as one line that everybody reads the same way", (_, schema) => {
  expect(schema.parse(" Quay\r\nBcc: somebody\u2028else\0 ")).toBe("Quay Bcc: somebody else");
  expect(schema.parse("\u202Eyauq \u2066harbour")).toBe("yauq  harbour");
  expect(schema.parse("نور‌الدین 👩‍🚀")).toBe("نور‌الدین 👩‍🚀");
});

it.each(["\u200B\u200B\u200B", "\u3164\u3164", "\u00AD \u2060 \uFEFF", "\u202E\u202E"])("%j shows nothing", (text) => {
  expect(nameSchema.safeParse(text).error?.issues[0]?.message).toBe(validation.nameTooShort);
  expect(firstNameSchema.safeParse(text).error?.issues[0]?.message).toBe(validation.firstNameTooShort);
  expect(keyNameSchema.safeParse(text).error?.issues[0]?.message).toBe(validation.nameTooShort);
});
