import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findStoredSchemas } from "#server/engine/facts/code/find-schemas.ts";
import { methodNames, rankSymbols } from "#server/engine/facts/code/rank-symbols.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftTest } from "#server/engine/pages/getting-started/draft-checks.ts";
import { draftReadmeSetup } from "#server/engine/pages/getting-started/draft-readme-setup.ts";
import { draftFirstSettings } from "#server/engine/pages/getting-started/draft-setup.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftFailures } from "#server/engine/pages/runbook/draft-failures.ts";
import { accessWords, draftNamed } from "#server/engine/pages/runbook/draft-named.ts";
import { draftDependencies } from "#server/engine/pages/service/draft-operation.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

const shop: Record<string, string> = {
  "README.md": [
    "# Shop",
    "",
    "## Features",
    "",
    "- Sells ropes to sailors.",
    "  - With a knot in it.",
    "- Sells tar to builders.",
    "",
    "## Installation",
    "",
    "- Bring an editor of yours:",
    "    - One with many colours.",
    "- Bring a compiler with you.",
  ].join("\n"),
  "pom.xml":
    "<project>\n  <dependencies>\n    <dependency>\n      <groupId>io.rope</groupId>\n      <artifactId>rope</artifactId>\n    </dependency>\n  </dependencies>\n</project>\n",
  "src/main/resources/application.properties":
    "shop.port=8080\nshop.password=${SHOP_PASSWORD:tar}\nshop.schema=${database}/schema.sql\n",
  "src/main/resources/schema.sql":
    "CREATE TABLE owners (\n  id INTEGER PRIMARY KEY,\n  city TEXT\n);\nCREATE TABLE ropes (\n  id INTEGER PRIMARY KEY,\n  owner_id INTEGER REFERENCES owners (id)\n);\n",
  "db/dev_seeds.sql": "CREATE TABLE tried (\n  id INTEGER PRIMARY KEY\n);\n",
  "src/main/java/org/shop/Base.java":
    "package org.shop;\n\nimport jakarta.persistence.Entity;\n\n@Entity\npublic class Base {\n  private Integer id;\n}\n",
  "src/main/java/org/shop/Owner.java":
    "package org.shop;\n\nimport io.rope.Rope;\nimport io.rope.knots.Knot;\nimport jakarta.persistence.Entity;\n\n@Entity\npublic class Owner extends Base {\n  private String city;\n  private String street;\n  private String house;\n}\n",
  "src/test/java/org/shop/OwnerTests.java": "package org.shop;\n\nclass OwnerTests {\n  void sells() {}\n}\n",
  Makefile: "check-wasm:\n\twasm check\n",
};

const api: Record<string, string> = {
  "api/main.py":
    'from fastapi import FastAPI, HTTPException\n\napp = FastAPI()\n\n\n@app.get("/boats/{id}")\ndef read_boat(id: str):\n    if not id:\n        raise HTTPException(status_code=404, detail="The boat was not found")\n    if id == "0":\n        raise HTTPException(\n            status_code=403,\n            detail="The boat may not be seen by you",\n        )\n    return id\n\n\ndef verify_password(password: str) -> bool:\n    """Checks a password against its hash."""\n    return True\n\n\ndef sign_in(password: str) -> bool:\n    """Lets a crew in."""\n    return True\n\n\nclass NewPassword:\n    pass\n',
  "web/hooks/use-auth.ts": "export function useAuth(): void {}\n",
  "web/password-input.tsx":
    'export function PasswordInput() {\n  const context = null;\n  if (!context) throw new Error("PasswordInput must be used within a Form");\n  return <input />;\n}\n',
  "lib/board.go":
    "package lib\n\n// Board shows boats.\ntype Board struct{}\n\n// Show shows one.\nfunc (b *Board) Show() {}\n\n// hide hides one.\nfunc (b *Board) hide() {}\n",
};

let repositories: Record<"shop" | "api", IndexedFiles>;
beforeAll(async () => {
  const [first, second] = await Promise.all([
    indexFiles("shop", [{ message: "Begin", files: shop }]),
    indexFiles("api", [{ message: "Begin", files: api }]),
  ]);
  repositories = { shop: first, api: second };
});
afterAll(() => Promise.all(Object.values(repositories).map((repository) => repository.remove())));

const scopeOf = (name: "shop" | "api") => openScope(repositories[name], "/");
async function write(name: "shop" | "api", draft: (subject: PageSubject) => Promise<Draft | null>): Promise<string> {
  const subject = { name, scopes: [scopeOf(name)], service: null, services: [] };
  const written = await draft(subject);
  return (written && (await setDraft(written, subject)))?.content ?? "";
}

describe("lists of a README", () => {
  it("keep what stands below an item below it", async () => {
    expect(await write("shop", draftReadmeSetup)).toMatch(
      /^- Bring an editor of yours: .*\n {2}- One with many colours\. .*\n- Bring a compiler with you\. /m,
    );
  });

  it("name features without what only means something below another", async () => {
    const text = await write("shop", draftPurpose);
    expect(text).toContain("- Sells tar to builders.");
    expect(text).not.toContain("With a knot in it");
  });
});

it("takes tables for what is stored where SQL declares them, and no class beside them", () => {
  expect(findStoredSchemas(scopeOf("shop")).map(({ schema }) => schema.name)).toEqual(["owners", "ropes"]);
});

it("asks for settings that have no value or take it from outside", async () => {
  const text = await write("shop", draftFirstSettings);
  expect(text).toContain("`SHOP_PASSWORD`");
  expect(text).not.toMatch(/`shop\.(?:port|schema)`/);
});

it("runs the tests of the toolchain, and names no check of which nobody says what it looks at", async () => {
  const text = await write("shop", draftTest);
  expect(text).toMatch(/`mvn test` runs the tests, as is usual with Maven/);
  expect(text).not.toContain("check-wasm");
});

it("counts parts of a package with it, and makes no column for what is hardly known", async () => {
  const text = await write("shop", draftDependencies);
  expect(text).toContain("| Package | Used in |");
  expect(text).toContain("| `io.rope` |");
  expect(text).not.toContain("io.rope.knots");
});

it("tells what an API answers with, also over several lines, with the status, and not what a form says to its maker", async () => {
  const text = await write("api", draftFailures);
  expect(text).toContain("| “The boat was not found” | 404 | `read_boat` in `api/main.py` | `not id`");
  expect(text).toContain("| “The boat may not be seen by you” | 403 |");
  expect(text).not.toContain("must be used within");
});

it("names who lets callers in, not the forms and shapes beside", async () => {
  const text = await write("api", draftNamed(accessWords));
  expect(text).toContain("`verify_password`, a function | Checks a password against its hash.");
  expect(text).not.toMatch(/PasswordInput|useAuth|NewPassword/);
});

it("names methods that others may call", () => {
  const board = rankSymbols(scopeOf("api")).find(({ symbol }) => symbol.name === "Board");
  expect(methodNames(board?.methods ?? [])).toEqual(["Show"]);
});
