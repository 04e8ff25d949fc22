import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const files: Record<string, string> = {
  "package.json": '{ "name": "harbour" }\n',
  "README.md": "# Harbour\n\nKeeps boats.\n",
  "src/users.ts":
    'export function postUser() {\n  if (process.env.HARBOUR_DISABLE_REGISTRATION === "true") return 403;\n  const shown = [process.env.DISABLE_REGISTRATION_CAPTCHA ?? "false", process.env.REGISTRATION_RETENTION_DAYS ?? "30", process.env.SERVICE_REGISTRATION_ENABLED ?? "true"];\n  return process.env.HARBOUR_REGISTRATION_MAIL_TITLE;\n}\n',
  "src/members.ts": "/** A member asks to create a berth. */\nexport function createMember() {\n  return 1;\n}\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

it("tells who may make an account and how that is closed by its switch, and by no setting of a mail", async () => {
  const { text } = await askCodebase(indexed.codebase, {
    text: "Who can create an account, and how do we close sign-up to strangers?",
    lens: "non-technical",
  });
  expect(text).toMatch(
    /People can do so by themselves unless it is closed by “[^”]*” \(HARBOUR_DISABLE_REGISTRATION\)/,
  );
  expect(text).toMatch(/Set “[^”]*” \(HARBOUR_DISABLE_REGISTRATION\) to close it/);
  expect(text).not.toMatch(/MAIL_TITLE|CAPTCHA|RETENTION|SERVICE_REG/);
});

it("says nothing of it to another question", async () => {
  const { text } = await askCodebase(indexed.codebase, { text: "Who can create a berth?", lens: "non-technical" });
  expect(text).not.toContain("HARBOUR_DISABLE_REGISTRATION");
});
