import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { codeNamed, factsOfPart } from "./named-code.ts";

let repository: IndexedFiles;
let subject: PageSubject;

beforeAll(async () => {
  repository = await indexFiles("shop", [
    {
      message: "Begin",
      files: {
        "requirements.txt": "flask\n",
        "shop/__init__.py":
          "from flask import Flask\nfrom .kobo import kobo\napp = Flask(__name__)\napp.register_blueprint(kobo, url_prefix='/kobo/<auth_token>')\n",
        "shop/kobo.py":
          "from flask import Blueprint\nkobo = Blueprint('kobo', __name__)\n\n@kobo.route('/v1/sync')\ndef handle_sync():\n    return changed_books()\n\ndef changed_books():\n    x = 1\n    return x\n",
        "shop/other.py": "def sync():\n    return 1\n",
        "db/001.sql": "CREATE TABLE book_shelf (\n  id TEXT PRIMARY KEY\n);\n",
      },
    },
  ]);
  subject = { name: "Shop", scopes: [openScope(repository, "/")], service: null, services: [] };
});
afterAll(() => repository.remove());

const named = async (text: string) =>
  (await codeNamed(text, subject)).map(({ source: { path, startLine, endLine } }) => `${path}:${startLine}-${endLine}`);

it("the handler of an address is what is meant, however its placeholders are written", async () => {
  expect(await named("How does GET /kobo/<auth_token>/v1/sync find what changed?")).toEqual(["shop/kobo.py:1-6"]);
  expect(await named("What does `/kobo/{token}/v1/sync` answer?")).toEqual(["shop/kobo.py:1-6"]);
  expect(await named("What does POST /kobo/<auth_token>/v1/sync do?")).toEqual([]);
});

it("declarations, tables and files are shown in the order in which they are named", async () => {
  const text = "From book_shelf to `changed_books`, as `shop/__init__.py` puts it together.";
  expect(await named(text)).toEqual(["db/001.sql:1-3", "shop/kobo.py:2-10", "shop/__init__.py:1-4"]);
});

it("words of people name nothing", async () => {
  expect(await named("How does a sync of books work, and what happens to a shelf?")).toEqual([]);
});

it("a planned part without a draft begins with the facts that it is about", async () => {
  const tables = await factsOfPart("relations", subject);
  expect(tables.map(({ text }) => text)).toEqual([expect.stringMatching(/^book_shelf: id/)]);
  expect((await factsOfPart("endpoints", subject)).map(({ text }) => text).join()).toContain(
    "/kobo/<auth_token>/v1/sync",
  );
  expect(await factsOfPart("purpose", subject)).toEqual([]);
});
