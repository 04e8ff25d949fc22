import { describe, expect, it } from "vitest";
import { z, type ZodType } from "zod";

import { cancelRequestSchema, chatRequestSchema } from "./chat-events.ts";
import { listChats } from "./chat.ts";
import { getDefinitions } from "./code-graph.ts";
import { getDiff } from "./code-history.ts";
import { AppError } from "./errors.ts";
import { explainIssue, parseInput } from "./input-messages.ts";
import { listQuery } from "./lists.ts";
import { updateMember } from "./members.ts";
import { createOrganization } from "./organizations.ts";
import { regenerateArtifact } from "./page-writing.ts";
import { createArtifact } from "./pages.ts";
import { updateRepository } from "./repositories.ts";
import { searchLines } from "./search.ts";
import { createService } from "./services.ts";
import { createTemplate } from "./templates.ts";
import { readContract } from "./testing/read-contract.ts";
import { technicalWords, wrongInputs } from "./testing/wrong-inputs.ts";

function messagesFor(schema: ZodType, input: unknown): string[] {
  return schema.safeParse(input, { error: explainIssue }).error?.issues.map(({ message }) => message) ?? [];
}

const calls = await readContract();

it("knows the calls of the contract", () => {
  expect(Object.keys(calls)).toContain("POST /v1/organizations/:organizationId/context/artifacts");
  expect(Object.keys(calls).length).toBeGreaterThan(100);
});

const checked: [string, ZodType][] = [
  ...Object.entries(calls).flatMap(([name, { params, query, body }]): [string, ZodType][] => [
    [`${name}: params`, params],
    [`${name}: query`, query],
    [`${name}: body`, body],
  ]),
  ["chat request", chatRequestSchema],
  ["chat cancel", cancelRequestSchema],
];

it.each(checked)("%s: every mistake is said in words for people", (_, schema) => {
  for (const input of wrongInputs(schema)) {
    for (const message of messagesFor(schema, input)) {
      expect(message).not.toMatch(technicalWords);
      expect(message).toMatch(/^[A-Z].{5,160}$/);
    }
  }
});

it("reaches the fields of all of them", () => {
  const messages = new Set(
    checked.flatMap(([, schema]) => wrongInputs(schema).flatMap((input) => messagesFor(schema, input))),
  );
  const required = [...messages].filter((message) => / (?:is|are) required$/.test(message));
  expect(required.length).toBeGreaterThan(50);
});

it.each<[string, ZodType, unknown, string]>([
  ["no title", createArtifact.body, { content: "Tides" }, "Title is required"],
  ["null for a title", createArtifact.body, { title: null, content: "Tides" }, "Title can't be empty"],
  ["a number for a title", createArtifact.body, { title: 7, content: "Tides" }, "Title must be text"],
  ["a short title", createArtifact.body, { title: "T", content: "Tides" }, "Title is too short"],
  ["no name", createOrganization.body, {}, "Name is required"],
  ["page 0", listQuery, { page: "0" }, "Page must be 1 or more"],
  ["a page in words", listQuery, { page: "two" }, "Page must be a number"],
  ["half a page", listQuery, { page: "1.5" }, "Page must be a whole number"],
  ["no limit", listQuery, { limit: "0" }, "Limit must be between 1 and 100"],
  ["too high a limit", listQuery, { limit: "101" }, "Limit must be between 1 and 100"],
  ["a negative context", getDiff.query, { context: "-1" }, "Context must be between 0 and 100"],
  ["no organization", listChats.query, {}, "Organization is required"],
  ["another option", getDiff.query, { since: "yesterday" }, "Since must be one of tip, fork"],
  [
    "a flag in words",
    searchLines.query,
    { pattern: "x", isRegex: "maybe" },
    "Regular expression must be true or false",
  ],
  ["text for a flag", updateRepository.body, { isProtected: "yes" }, "Protected must be true or false"],
  [
    "a slug for an id",
    createArtifact.body,
    { title: "Tides", content: "", projectId: "quay" },
    "Product must be a valid id",
  ],
  ["an id in a list", regenerateArtifact.body, { sectionIds: ["x"] }, "Entry 1 of sections must be a valid id"],
  [
    "too long a path",
    getDefinitions.query,
    { path: "x".repeat(5_000), line: 1, column: 1 },
    "Path can't be longer than 4,096 characters",
  ],
  ["no role", updateMember.body, {}, "Select at least one role"],
  ["no type", createService.body, { name: "api", description: "Serves departures to the board" }, "Select a value"],
  ["no shape", createTemplate.body, { title: "Runbook", scope: {}, content: { type: "sections" } }, "Type is required"],
  ["no object", createOrganization.body, [], "This value must be an object"],
])("%s", (_, schema, input, message) => {
  expect(messagesFor(schema, input)[0]).toBe(message);
});

describe("of several shapes", () => {
  const withRepository = (repository: unknown) => ({
    name: "api",
    description: "Serves departures to the board",
    type: "api",
    repository,
  });

  it.each([
    [{ repositoryId: "x" }, "Repository must be a valid id"],
    [{ connection: { type: "github", owner: "acme" } }, "GitHub Repository is required"],
    [{ connection: { type: "ftp" } }, "Type must be one of url, ssh, github, internal"],
    ["x", "Repository must be an object"],
  ])("the one that was meant tells what is wrong: %#", (repository, message) => {
    expect(messagesFor(createService.body, withRepository(repository))).toEqual([message]);
  });
});

it("a value without a field is told of as well", () => {
  expect(messagesFor(z.string().min(3).max(4), undefined)).toEqual(["This value is required"]);
  expect(messagesFor(z.string().min(3), "x")).toEqual(["This value must have at least 3 characters"]);
  expect(messagesFor(z.strictObject({}), { tide: 1 })).toEqual(["Unknown field: tide"]);
});

it("throws the first mistake and names all of them", () => {
  expect(parseInput(listQuery, { page: "2" })).toEqual({ page: 2, limit: 100 });
  const parse = () => parseInput(listQuery, { page: "0", limit: "x" });
  expect(parse).toThrow(AppError);
  expect(parse).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      message: "Page must be 1 or more",
      details: [
        { path: "page", message: "Page must be 1 or more" },
        { path: "limit", message: "Limit must be a number" },
      ],
    }),
  );
});
