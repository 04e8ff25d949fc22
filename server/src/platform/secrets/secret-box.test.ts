import { expect, it } from "vitest";

import { createSecretBox, deriveKey } from "./secret-box.ts";

const key = Buffer.alloc(32, 1);
const context = "integrations:7f1c:acme";

it("opens what it sealed, and seals the same text differently each time", () => {
  const box = createSecretBox(key);
  for (const plaintext of ["", "hunter2", "ключ 🔑", "x".repeat(100_000)]) {
    const sealed = box.seal(plaintext, context);
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(createSecretBox(key).open(sealed, context)).toBe(plaintext);
    expect(box.seal(plaintext, context)).not.toBe(sealed);
  }
});

it("opens nothing that was changed, moved or sealed with another key", () => {
  const box = createSecretBox(key);
  const sealed = box.seal("hunter2", context);
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => box.open(`v1.${changed.toString("base64url")}`, context)).toThrow("cannot be read");
  }
  expect(() => box.open(sealed, "integrations:7f1c:other")).toThrow("cannot be read");
  expect(() => createSecretBox(Buffer.alloc(32, 2)).open(sealed, context)).toThrow("cannot be read");
  for (const broken of ["", "v1.", "v1.AAAA", sealed.replace("v1", "v2"), sealed.slice(0, 25)]) {
    expect(() => box.open(broken, context)).toThrow("cannot be read");
  }
});

it("derives one stable key per purpose", () => {
  expect(deriveKey(key, "cookies")).toHaveLength(32);
  expect(deriveKey(key, "cookies")).toEqual(deriveKey(key, "cookies"));
  expect(deriveKey(key, "cookies")).not.toEqual(deriveKey(key, "tokens"));
});
