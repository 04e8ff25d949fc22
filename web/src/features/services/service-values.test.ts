import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";

import {
  emptyServiceValues,
  nameFromUrl,
  serviceValuesSchema,
  testProblem,
  toConnection,
  toServiceChange,
  toServiceInput,
  toServiceValues,
} from "./service-values.ts";
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

describe("validation", () => {
  it("accepts a service with a public repository", () => {
    expect(messages(filled)).toEqual({});
  });

  it("has the error messages of the specification", () => {
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

  it("requires a password for a private repository only", () => {
    expect(messages({ ...filled, username: "bot" })).toEqual({ password: "Password is required" });
    expect(messages({ ...filled, username: "bot", password: "s3cret" })).toEqual({});
  });

  it("requires an SSH address for an SSH repository", () => {
    const ssh: ServiceValues = { ...filled, source: "ssh", url: "" };
    expect(messages({ ...ssh, sshUrl: "https://github.com/acme/x.git" })).toEqual({
      sshUrl: "Invalid Git URL. Must start with git@",
    });
    expect(messages({ ...ssh, sshUrl: "" })).toEqual({ sshUrl: "Invalid Git URL. Must start with git@" });
    expect(messages({ ...ssh, sshUrl: "git@github.com:acme/x.git" })).toEqual({});
    expect(messages({ ...ssh, sshUrl: "ssh://git@git.example.com:2222/acme/x" })).toEqual({});
  });

  it("requires the GitHub repository, the existing repository, or the name of a new one", () => {
    expect(messages({ ...filled, source: "github" })).toEqual({ github: "GitHub Repository is required" });
    expect(messages({ ...filled, source: "existing" })).toEqual({ repositoryId: "Select a value" });
    expect(messages({ ...filled, source: "new", mainBranch: "" })).toEqual({ hostedName: "Name is too short" });
  });

  it("requires no repository fields for a service without repository", () => {
    expect(messages({ ...filled, source: "none", url: "", mainBranch: "", workingPath: "" })).toEqual({});
  });
});

describe("when the connection can be tested", () => {
  it("needs an address, and nothing of the service", () => {
    expect(testProblem({ ...filled, name: "", description: "", type: null })).toBeUndefined();
    expect(testProblem({ ...filled, url: "" })).toBe("Enter a valid URL");
    expect(testProblem({ ...filled, source: "github" })).toBe("GitHub Repository is required");
  });
});

describe("the request for a new service", () => {
  const location = { mainBranch: "main", workingPath: "/" };

  it("sends the connection of a public repository, without a credential", () => {
    expect(toServiceInput(filled).repository).toEqual({
      connection: { type: "url", url: "https://github.com/acme/ferry-board.git" },
      ...location,
    });
  });

  it("sends a credential beside the address and never in it", () => {
    expect(toConnection({ ...filled, username: "bot", password: "s3cret" })).toEqual({
      connection: { type: "url", url: "https://github.com/acme/ferry-board.git" },
      credential: { username: "bot", password: "s3cret" },
    });
  });

  it("sends no credential that was typed for another kind of connection", () => {
    const typed = { ...filled, username: "bot", password: "s3cret" };
    expect(toServiceInput({ ...typed, source: "ssh", sshUrl: " git@github.com:acme/x.git " }).repository).toEqual({
      connection: { type: "ssh", url: "git@github.com:acme/x.git" },
      ...location,
    });
  });

  it("sends owner and repository of GitHub apart", () => {
    expect(toServiceInput({ ...filled, source: "github", github: "acme/board" }).repository).toEqual({
      connection: { type: "github", owner: "acme", repo: "board" },
      ...location,
    });
  });

  it("names no main branch of a repository that is yet to be made", () => {
    expect(toServiceInput({ ...filled, source: "new", hostedName: "board " }).repository).toEqual({
      connection: { type: "internal", name: "board" },
      workingPath: "/",
    });
  });

  it("sends no repository for a service without code", () => {
    expect(toServiceInput({ ...filled, source: "none" }).repository).toBeUndefined();
  });
});

describe("the request for a changed service", () => {
  const service = {
    serviceId: "4f3c7a52-52d8-4a6f-8a61-0d9f2f1f3a01",
    name: "api",
    description: "Serves the departures to the board",
    type: "api",
    repository: { repositoryId: "0d1f2f1f-52d8-4a6f-8a61-4f3c7a523a02" } as Repository,
    workingPath: "/apps/api",
  } as Service;
  const seen = { name: "api", description: "Serves the departures to the board", type: "api" };
  const details = { ...seen, expected: seen };
  const values = toServiceValues(service);

  it("contains only details and folder when the repository is unchanged", () => {
    expect(toServiceChange({ ...values, workingPath: "/apps" }, service)).toEqual({ ...details, workingPath: "/apps" });
  });

  it("says what was seen of each detail beside what it became", () => {
    expect(toServiceChange({ ...values, name: "board" }, service)).toMatchObject({ name: "board", expected: seen });
  });

  it("removes the repository only if there is one", () => {
    expect(toServiceChange({ ...values, source: "none" }, service)).toEqual({ ...details, repository: null });
    const bare = { ...service, repository: null };
    expect(toServiceChange(toServiceValues(bare), bare)).toEqual(details);
  });

  it("replaces the repository", () => {
    const other = "9a1f2f1f-52d8-4a6f-8a61-4f3c7a523a03";
    expect(toServiceChange({ ...values, repositoryId: other }, service).repository).toEqual({
      repositoryId: other,
      workingPath: "/apps/api",
    });
    expect(toServiceChange({ ...values, source: "new", hostedName: "board" }, service).repository).toEqual({
      connection: { type: "internal", name: "board" },
      workingPath: "/apps/api",
    });
  });
});

it("derives a name from the address of a repository", () => {
  expect(nameFromUrl("https://github.com/acme/ferry-board.git")).toBe("ferry-board");
  expect(nameFromUrl("git@github.com:acme/ferry-board.git")).toBe("ferry-board");
  expect(nameFromUrl("nonsense")).toBe("");
});
