import { expect, it } from "vitest";

import { type Action, agentAccess, can, canChangeRole, canGrant, canRemove, type Role, roles } from "./roles.ts";

/** Who may do what, typed here a second time on purpose: O(wner), A(dmin), E(ditor). */
const matrix: Record<Action, string> = {
  "organization.read": "OAE",
  "organization.update": "O",
  "organization.delete": "O",
  "organization.reset": "O",
  "audit.read": "O",
  "member.read": "OAE",
  "member.manage": "OA",
  "project.read": "OAE",
  "project.create": "OA",
  "project.update": "OA",
  "project.describe": "OAE",
  "project.delete": "OA",
  "project.reset": "OA",
  "service.write": "OAE",
  "repository.push": "OAE",
  "repository.manage": "OA",
  "integration.read": "OAE",
  "integration.manage": "OA",
  "artifact.read": "OAE",
  "artifact.write": "OAE",
  "task.read": "OAE",
  "task.create": "OAE",
  "task.move": "OAE",
  "task.tick": "OAE",
  "task.write": "OAE",
  "implementation.read": "OAE",
  "implementation.run": "OAE",
  "implementation.push": "OAE",
  "implementation.merge": "OAE",
  "implementation.comment": "OAE",
  "rule.read": "OAE",
  "rule.write": "OAE",
  "external-context.read": "OAE",
  "external-context.write": "OAE",
  "template.read": "OAE",
  "template.write": "OAE",
  "chat.use": "OAE",
  "mcp.manage": "OA",
};

it.each(Object.entries(matrix))("%s is for %s", (action, letters) => {
  const allowed = roles.filter((role) => can(role, action as Action));
  expect(allowed.map((role) => role.charAt(0).toUpperCase()).join("")).toBe(letters);
});

it("lets agents read and ask, and do what a product can switch on", () => {
  const actions = Object.keys(matrix) as Action[];
  const listed = (access: string) => actions.filter((action) => agentAccess(action) === access);
  expect(listed("always").join(" ")).toBe(
    "organization.read project.read artifact.read task.read implementation.read rule.read external-context.read chat.use",
  );
  expect(listed("switched-on").join(" ")).toBe(
    "task.create task.move task.tick implementation.push implementation.comment",
  );
});

const pairs = roles.flatMap((actor) => roles.map((other) => [actor, other] as const));

it.each(pairs)("%s gives, takes and removes the role %s only from below", (actor, other) => {
  const isAllowed = actor === "owner" || (actor === "admin" && other !== "owner");
  expect(canGrant(actor, other)).toBe(isAllowed);
  expect(canRemove(actor, other)).toBe(isAllowed);
});

it("needs the right over the old and the new role alike", () => {
  const changes = roles.flatMap((from) => roles.map((to) => ({ from, to })));
  const allowedTo = (actor: Role) =>
    changes.filter((change) => canChangeRole(actor, change)).map(({ from, to }) => `${from}>${to}`);
  expect(allowedTo("owner")).toHaveLength(9);
  expect(allowedTo("admin")).toEqual(["admin>admin", "admin>editor", "editor>admin", "editor>editor"]);
  expect(allowedTo("editor")).toEqual([]);
});
