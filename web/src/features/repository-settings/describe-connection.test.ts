import { describe, expect, it } from "vitest";

import { describeConnectionKind, describeConnectionTest, isOtherServer } from "./describe-connection.ts";

describe("description of a connection test", () => {
  it("distinguishes an empty repository from one with branches", () => {
    expect(describeConnectionTest({ branches: [], defaultBranch: null })).toBe(
      "It can be reached and is empty. Push a first commit before it is indexed.",
    );
    expect(describeConnectionTest({ branches: ["trunk"], defaultBranch: "trunk" })).toBe(
      "It can be reached. It has one branch, trunk.",
    );
    expect(describeConnectionTest({ branches: ["main", "next"], defaultBranch: "main" })).toBe(
      "It can be reached. It has 2 branches, main by default.",
    );
  });

  it("omits the default branch when the remote has none", () => {
    expect(describeConnectionTest({ branches: ["a", "b"], defaultBranch: null })).toBe(
      "It can be reached. It has 2 branches.",
    );
  });

  it("says that there may be more branches when the limit is reached", () => {
    const branches = Array.from({ length: 200 }, (_unused, index) => `b${index}`);
    expect(describeConnectionTest({ branches, defaultBranch: "b0" })).toContain("200 branches or more, b0 by default");
  });
});

it("detects an address on another server than the stored password's", () => {
  const kept = "https://git.example.com/a/b.git";
  expect(isOtherServer("https://GIT.example.com/c/d", kept)).toBe(false);
  expect(isOtherServer("https://git.example.org/a/b.git", kept)).toBe(true);
  expect(isOtherServer("https://git.example.com:8443/a/b.git", kept)).toBe(true);
  expect(isOtherServer("http://git.example.com/a/b.git", kept)).toBe(true);
  expect(isOtherServer("https:/", kept), "while it is being typed").toBe(false);
});

it("does not call an address without encryption HTTPS", () => {
  expect(describeConnectionKind({ type: "url", url: "https://git.example.com/a/b" })).toBe("Git over HTTPS");
  expect(describeConnectionKind({ type: "url", url: "http://git.example.com/a/b" })).toBe("Git over HTTP");
});
