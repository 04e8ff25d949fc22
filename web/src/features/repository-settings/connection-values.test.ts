import { describe, expect, it } from "vitest";

import { connectionValuesSchema, initialConnectionValues, toConnectionChange } from "./connection-values.ts";
import type { ConnectionValues } from "./connection-values.ts";

const kept = { type: "url", url: "https://git.example.com/acme/board.git" } as const;
const unchanged = initialConnectionValues(kept);

function messages(type: "url" | "ssh", values: ConnectionValues): Record<string, string> {
  const issues = connectionValuesSchema(type).safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("validation", () => {
  it("accepts the stored address", () => {
    expect(messages("url", unchanged)).toEqual({});
  });

  it("rejects an address of another kind", () => {
    expect(messages("url", { ...unchanged, url: "git@git.example.com:acme/board.git" })).toEqual({
      url: "Enter a valid URL",
    });
    expect(messages("ssh", unchanged)).toEqual({ url: "Invalid Git URL. Must start with git@" });
  });

  it("requires a password only when the credential is replaced", () => {
    expect(messages("url", { ...unchanged, credential: "forget" })).toEqual({});
    expect(messages("url", { ...unchanged, credential: "replace", username: "bot" })).toEqual({
      password: "Password is required",
    });
  });
});

describe("the request", () => {
  it("omits unchanged fields, so that the stored password is not replaced", () => {
    expect(toConnectionChange({ ...unchanged, url: " https://git.example.com/acme/other.git " }, kept)).toEqual({
      url: "https://git.example.com/acme/other.git",
    });
  });

  it("replaces or forgets the credential", () => {
    const typed = { ...unchanged, username: "bot", password: "s3cret" };
    expect(toConnectionChange({ ...typed, credential: "replace" }, kept)).toEqual({
      credential: { username: "bot", password: "s3cret" },
    });
    expect(toConnectionChange({ ...typed, credential: "forget" }, kept)).toEqual({ credential: null });
    expect(toConnectionChange({ ...typed, credential: "keep" }, kept)).toEqual({});
  });
});
