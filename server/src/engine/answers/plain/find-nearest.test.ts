import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

/** A library that says things in other words than people ask for them. */
const files: Record<string, string> = {
  "README.md": "# Stacks\n\nStacks lends books.\n\n## Shelves\n\n- Every guest may browse the shelves.\n- The librarian paints the walls.\n",
  "src/locales/en.json": '{\n  "role_keeper": "Keeper",\n  "keeper": "Keeper",\n  "keeper_desc": "Can lend and sort books",\n  "reader": "Reader",\n  "reader_desc": "Read-only access to all shelves",\n  "signup_off": "Registration is disabled in this library.",\n  "kinds": "Kinds of bindings:",\n  "cloth": "Cloth",\n  "leather": "Leather"\n}\n',
  "src/config.ts": "/** Turns registration off. */\nexport const closed = process.env.DISABLE_REGISTRATION === \"true\";\n",
  "src/server.ts": 'import express from "express";\nimport { renewLoan, requireLogin, endLoan } from "./loans.ts";\n\nconst app = express();\napp.post("/loans/:id/renew", renewLoan);\napp.delete("/loans/:id", requireLogin, endLoan);\n',
  "src/loans.ts": 'export function renewLoan(): void {\n  return;\n}\n\nexport function requireLogin(req: { user?: string }, res: { status(code: number): { json(body: object): void } }, next: () => void) {\n  if (!req.user) return res.status(401).json({ error: "Please sign in first" });\n  next();\n}\n\nexport function endLoan(req: { user: { isAdmin: boolean } }, res: { status(code: number): { json(body: object): void } }) {\n  if (!req.user.isAdmin) return res.status(403).json({ error: "Only the desk may end a loan" });\n  return res;\n}\n',
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("stacks", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

const ask = async (text: string) => (await askCodebase(indexed.codebase, { text, lens: "non-technical" })).text;

describe("a question in other words than those of the product", () => {
  it("is answered by what comes nearest, and says so", async () => {
    const text = await ask("Can people see the shelves without an account?");
    expect(text).toMatch(/^Nothing was found that says this in so many words\. What comes nearest:/);
    expect(text).toContain("Every guest may browse the shelves.");
    expect(text).not.toContain("paints the walls");
  });

  it("names the setting that does it", async () => {
    const text = await ask("Can I stop new people from registering?");
    expect(text).toMatch(/^Whoever runs it can set this:/);
    expect(text).toContain("(DISABLE_REGISTRATION)");
  });

  it("is told nothing about what a product does not have", async () => {
    expect(await ask("Can I pay with Bitcoin?")).toBe("Nothing in the indexed code mentions “Bitcoin”.");
  });
});

it("an operation that is called so says that it can be done", async () => {
  expect(await ask("Can I renew a loan?")).toMatch(/^The product has an operation for it: “Renew loan”\. \[1\]/);
});

it("what somebody of a role can do is told by what describes the role", async () => {
  const text = await ask("What can a keeper do?");
  expect(text).toContain("“Keeper” — Can lend and sort books");
  expect(text).not.toContain("Read-only access");
});

it("who may do something is told by what the code asks, with what others are told", async () => {
  const text = await ask("Who may end a loan?");
  expect(text).toMatch(/^“End loan” asks for /);
  expect(text).toContain("administrators");
  expect(text).toContain("Others are told: “Only the desk may end a loan”.");
});
