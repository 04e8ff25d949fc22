import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findSettings, shownDefault } from "#server/engine/facts/project/find-config.ts";
import { findPackages } from "#server/engine/facts/project/find-packages.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { describeByShape } from "./describe-shape.ts";

let repository: IndexedFiles;
let scope: CodeScope;

beforeAll(async () => {
  repository = await indexFiles("r", [
    {
      message: "Begin",
      files: {
        ".env":
          "# Where people reach it\nHOST=localhost\nDATABASE_URL=postgres://ada:verysecret@db:5432/app\nSECRET_KEY=changethis\n",
        "tests/.env": "ONLY_IN_TESTS=1\n",
        "src/cart/total.ts":
          'import bcrypt from "bcryptjs";\nexport function totalOf(prices: number[]): number {\n  bcrypt.hashSync("x");\n  return prices.length;\n}\n',
        "src/cart/total.test.ts":
          'import { it } from "vitest";\nimport { totalOf } from "./total.ts";\nit("adds up what is in the cart", () => void totalOf([]));\n',
        "src/routes/one.ts": "export const Route = 1;\n",
        "src/routes/two.ts": "export const Route = 2;\n",
        "src/routes/three.ts": "export const Route = 3;\n",
        "src/main/java/org/acme/samples/shop/Shop.java": "package org.acme.samples.shop;\npublic class Shop {}\n",
        "steps/migrations/001_boats.sql": "CREATE TABLE boats (id INT);\n",
        "steps/migrations/migrations.go":
          'package migrations\n\nimport "embed"\n\n//go:embed *.sql\nvar All embed.FS\n',
        "karma.conf.js": "module.exports = function (config) {\n  config.set({});\n};\n",
        "codec/bson.go": 'package codec\n\nimport "go.mongodb.org/mongo-driver/v2/bson"\n\nvar _ = bson.M{}\n',
      },
    },
  ]);
  scope = openScope(repository, "/");
});
afterAll(() => repository.remove());

const under = (folder: string) => scope.sources.filter((file) => file.path.startsWith(folder));

describe("what nobody wrote about", () => {
  it("is told by its tests' titles and the packages it is there for, not by names", async () => {
    const reported = await describeByShape(scope, under("src/cart/"));
    expect(reported?.text).toBe("Its tests check: “adds up what is in the cart”. Uses `bcryptjs` (cryptography).");
    expect(reported?.evidence.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual([
      "src/cart/total.test.ts:3",
      "src/cart/total.ts:1",
    ]);
  });

  it("is not told by names alone", async () => {
    expect(await describeByShape(scope, under("src/routes/"))).toBeNull();
  });

  it("is told by a step of a migration, not by the file that gathers them", async () => {
    const files = scope.files.filter((file) => file.path.startsWith("steps/"));
    expect((await describeByShape(scope, files))?.text).toContain("as in `001_boats.sql`.");
  });

  it("is not told by what tools are given", async () => {
    expect(await describeByShape(scope, under("karma.conf.js"))).toBeNull();
  });

  it("says nothing where nothing is declared", async () => {
    expect(await describeByShape(scope, [])).toBeNull();
  });
});

it("takes a package of Java named samples for source", () => {
  expect(under("src/main/java/")).toHaveLength(1);
});

it("draws no database where only its codec is used", () => {
  expect(findPackages(scope).find(({ name }) => name.includes("mongo"))?.known?.system).toBeNull();
});

it("reads the names of a committed .env, but none of its values", async () => {
  const settings = await findSettings(scope);
  const shown = Object.fromEntries(settings.map((setting) => [setting.name, shownDefault(setting)]));
  expect(shown).toEqual({ HOST: null, DATABASE_URL: null, SECRET_KEY: null });
  expect(settings[0]?.about).toBe("Where people reach it.");
});
