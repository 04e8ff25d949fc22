import { auditActions } from "@cairn/contract/audit";
import type { AuditAction } from "@cairn/contract/audit";
import { expect, test } from "vitest";

import { describeAuditEvent } from "./audit-sentence.ts";

test("every action has a sentence of its own, in words and not as its name", () => {
  const sentences = auditActions.map((action) => describeAuditEvent({ action, target: "Ferry Board", from: null }));
  expect(new Set(sentences).size).toBe(auditActions.length);
  for (const sentence of sentences) expect(sentence).not.toMatch(/\w\.\w/);
});

test("a sentence names what it was done to", () => {
  const sentence = (action: AuditAction, target: string, from: string | null = null) =>
    describeAuditEvent({ action, target, from });
  expect(sentence("member.invited", "ada@example.com")).toBe("invited ada@example.com");
  expect(sentence("project.deleted", "Ferry Board")).toBe("deleted the product Ferry Board");
  expect(sentence("repository-key.deleted", "ferry-board", "Build server")).toBe(
    "deleted the key Build server of the repository ferry-board",
  );
});

test("an action of a newer server is shown as it is called", () => {
  const action = "moon.landed" as AuditAction;
  expect(describeAuditEvent({ action, target: "Apollo", from: null })).toBe("moon.landed: Apollo");
});

test("says which way a switch went", () => {
  const switched = { action: "project.agent-writing-switched", target: "Ferry Board" } as const;
  expect(describeAuditEvent({ ...switched, from: "off" })).toBe("let agents change tasks of Ferry Board");
  expect(describeAuditEvent({ ...switched, from: "on" })).toBe("ended that agents change tasks of Ferry Board");
});
