import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const quays = Array.from({ length: 5 }, (_, at) => [
  `quays/quay${at}.py`,
  `import flask\n\n\ndef moor${at}():\n    return flask.jsonify([])\n`,
]);
const files: Record<string, string> = {
  "README.md":
    "# Harbour\n\nHarbour keeps berths. It is built with joy.\n\nIts pages are written in Vue and its server in Python.\n",
  "pyproject.toml":
    '[project]\nname = "harbour"\ndependencies = ["flask==3.1.0", "gunicorn==23.0.0", "python-dateutil==2.9.0"]\n',
  ...Object.fromEntries(quays),
  "web/package.json":
    '{\n  "name": "harbour-web",\n  "dependencies": {\n    "nuxt": "^3.1.0",\n    "lodash": "4.0.0"\n  },\n  "devDependencies": {\n    "vitest": "5.1.0",\n    "eslint": "9.0.0"\n  }\n}\n',
  "web/pages/index.vue":
    '<script setup lang="ts">\nconst berths = 1;\n</script>\n<template><p>{{ berths }}</p></template>\n',
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());
const ask = (text: string) => askCodebase(indexed.codebase, { text });

it("tells the languages, what the README says of them, and what shapes each side, each with the line that names it", async () => {
  const { text, sources } = await ask("What is it built with, on the server and in the browser?");
  expect(text).toMatch(/^It is written in Python \(\d+ %\)/);
  expect(text).toContain("`README.md` says: “Its pages are written in Vue and its server in Python.”");
  expect(text).toContain(
    "- **On the server** (Python): `flask 3.1.0` for serving HTTP; `gunicorn 23.0.0` for running the web server",
  );
  expect(text).toContain("- **In the browser**: `nuxt 3.1.0` for pages, routing and server rendering");
  expect(text).toContain("- **For its tests**: `vitest 5.1.0` for tests");
  expect(text).not.toMatch(/lodash|eslint|dateutil/);
  expect(sources.map(({ path, startLine }) => `${path}:${startLine}`)).toContain("web/package.json:4");
});

it("tells one side where only that is asked for", async () => {
  const { text } = await ask("What is the frontend built with?");
  expect(text).toMatch(/^- \*\*In the browser\*\*/);
  expect(text).not.toMatch(/flask|README/);
});

it.each(["Which libraries are used?", "Which libraries for dates do we use?"])(
  "leaves the whole list to those who ask for it: %s",
  async (question) => expect((await ask(question)).text).not.toContain("On the server"),
);
