import { describe, expect, it } from "vitest";

import { emptyServiceValues, nameFromUrl, serviceValuesSchema, toServiceInput } from "./service-values.ts";
import type { ServiceValues } from "./service-values.ts";

const filled: ServiceValues = {
  ...emptyServiceValues,
  name: "api",
  description: "Serves the departures to the board",
  type: "api",
  url: "https://github.com/acme/ferry-board.git",
};

function messages(values: ServiceValues): Record<string, string> {
  const issues = serviceValuesSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join("."), issue.message]));
}

describe("what the form asks for", () => {
  it("accepts a service with a public repository", () => {
    expect(messages(filled)).toEqual({});
  });

  it("names every mistake in the words of the specification", () => {
    expect(messages({ ...filled, description: "short", type: null, mainBranch: " ", workingPath: "" })).toEqual({
      description: "Description is too short. Describe the role of this service in your system",
      type: "Select a value",
      mainBranch: "Main branch is required",
      workingPath: "Working Path path is required",
    });
  });

  it.each(["", "ftp://a/b", "https://github.com", "git@github.com:acme/x.git"])("refuses the address %j", (url) => {
    expect(messages({ ...filled, url })).toEqual({ url: "Enter a valid URL" });
  });

  it("asks nothing about a repository where there is none", () => {
    expect(messages({ ...filled, source: "none", url: "", mainBranch: "", workingPath: "" })).toEqual({});
  });

  it("asks which repository when it should be one of the product's", () => {
    expect(messages({ ...filled, source: "existing" })).toEqual({ repositoryId: "Select a value" });
  });
});

describe("what the form sends", () => {
  it("sends the connection of a public repository", () => {
    expect(toServiceInput(filled).repository).toEqual({
      connection: { type: "url", url: "https://github.com/acme/ferry-board.git" },
      mainBranch: "main",
      workingPath: "/",
    });
  });

  it("sends no repository for a service without code", () => {
    expect(toServiceInput({ ...filled, source: "none" }).repository).toBeUndefined();
  });
});

it("takes a name from the address of a repository", () => {
  expect(nameFromUrl("https://github.com/acme/ferry-board.git")).toBe("ferry-board");
  expect(nameFromUrl("nonsense")).toBe("");
});
