import { afterAll, beforeAll, expect, it } from "vitest";

import type { Codebase, QuestionFocus } from "#server/engine/answer-context/answer-event.ts";

import { askCodebase, indexCodebase, type IndexedCodebase, type TestCommit } from "./testing/index-codebase.ts";

const commits: TestCommit[] = [
  {
    message: "Add routers",
    files: {
      "README.md":
        "# Sails\n\nSails is a small web framework.\n\n## Limits\n\nThe upload limit is set with `MAX_UPLOAD`, in bytes:\n\n```ts\napp.set('MAX_UPLOAD', 1024)\n```\n",
      "src/paths.ts":
        "/** The path a route was registered with. */\nexport const routePath = (route: { path: string }): string => route.path;\n",
      "src/router/tree-router.ts": `import { splitPath } from "./split-path.ts";

/** Keeps routes in a tree; finds one in as many steps as its path has parts. */
export class TreeRouter {
  add(path: string): void {
    this.routes.push(path);
  }

  match(path: string): string[] {
    const parts = splitPath(path);
    const found: string[] = [];
    for (const route of this.routes) {
      if (route.split("/").length === parts.length) found.push(route);
    }
    return found;
  }

  routes: string[] = [];
}
`,
      "src/router/list-router.ts": `/** Keeps routes in a list and tries one after the other. */
export class ListRouter {
  routes: string[] = [];

  match(path: string): string[] {
    return this.routes.filter((route) => route === path);
  }
}
`,
      "src/router/split-path.ts":
        '/** The parts of a path between its slashes. */\nexport function splitPath(path: string): string[] {\n  return path.split("/").filter(Boolean);\n}\n',
      "src/app.ts": `import { TreeRouter } from "./router/tree-router.ts";

export class App {
  router = new TreeRouter();

  /** Answers one request. */
  dispatch(request: Request): string {
    const found = this.router.match(request.url);
    if (found.length === 0) {
      throw new Error("No route was found. Did you forget to register it?");
    }
    return found[0] ?? "";
  }
}
`,
      "examples/hello/app.ts": 'import express from "express";\nconst app = express();\napp.get("/hello", hello);\n',
      "test/split-path.test.ts": `import { splitPath } from "../src/router/split-path.ts";
import { test } from "node:test";

test("splits a path at its slashes", () => {
  splitPath("/a/b");
  splitPath("/a");
  splitPath("/");
});
`,
    },
  },
  {
    message: "fix(tree): match the empty path",
    files: { "src/version.ts": "export const version = 2;\n" },
  },
];

let indexed: IndexedCodebase;
let codebase: Codebase;
beforeAll(async () => {
  indexed = await indexCodebase("sails", commits);
  ({ codebase } = indexed);
});
afterAll(() => indexed.remove());

const ask = (text: string, focus: QuestionFocus | null = null) => askCodebase(codebase, { text, focus });

it("leads with what does it, not with what is only called so", async () => {
  const { text, sources } = await ask("How does the router match a path?");
  expect(text).toMatch(/^\*\*`\w+Router\.match`\*\*/);
  expect(sources[0]?.path).toMatch(/^src\/router\//);
});

it("finds where a request is answered, whatever the code calls that", async () => {
  const { text } = await ask("What happens when a request comes in?");
  expect(text).toMatch(/^\*\*`App\.dispatch`\*\*/);
});

it("sets two things side by side", async () => {
  const { text } = await ask("What is the difference between TreeRouter and ListRouter?");
  expect(text).toMatch(/\*\*`TreeRouter`\*\*[^\n]*in a tree[\s\S]*\*\*`ListRouter`\*\*[^\n]*in a list/);
  expect(text).toContain("Only `TreeRouter` of the two names `splitPath`.");
  expect(text.indexOf("Only")).toBeLessThan(text.indexOf("```"));
});

it("explains a message by the lines that give it", async () => {
  const { text, sources } = await ask("What does the error 'No route was found' mean?");
  expect(text).toMatch(/^`App\.dispatch` gives this message in `src\/app\.ts`, line 10\. \[1\]/);
  expect(text).toContain("if (found.length === 0) {");
  expect(sources[0]).toMatchObject({ path: "src/app.ts", startLine: 10 });
});

it("names code that uses a thing line by line, and its tests in one line", async () => {
  const { text } = await ask("Who uses splitPath?");
  expect(text).toMatch(
    /is used from 1 place in 1 file, and from 3 places in 1 file of tests|is called from 1 place in 1 file/,
  );
  expect(text).toMatch(/`src\/router\/tree-router\.ts`, in `TreeRouter\.match`, line \d+/);
  expect(text).toContain("- in tests: 3 lines of `test/split-path.test.ts`");
  expect(text).not.toContain('splitPath("/a")');
});

it("takes no call of a language's own member for a use", async () => {
  const { text } = await ask("Who uses ListRouter.match?");
  expect(text).not.toContain("this.router.match");
});

it("answers whether something is there, and says so when only something like it is", async () => {
  expect((await ask("Is there a list router?")).text).toMatch(/^Yes: \*\*`ListRouter`\*\*/);
  expect((await ask("Is there a slash?")).text).toMatch(/^No declaration was found that is named after this\./);
  expect((await ask("Is there a retry?")).text).toMatch(/^Nothing in the indexed code mentions “retry”/);
});

it("answers from the documents what only they tell, with the code they announce", async () => {
  const { text, sources } = await ask("How is the upload limit configured?");
  expect(text).toMatch(/MAX_UPLOAD[\s\S]*> app\.set\('MAX_UPLOAD', 1024\)/);
  expect(sources[0]?.path).toBe("README.md");
});

it("does not pass an example's calls off as the code's own", async () => {
  const { text } = await ask("Which endpoints exist?");
  expect(text).toMatch(/in folders of examples[\s\S]*`GET \/hello`/);
  expect(text).not.toMatch(/no endpoint/);
});

it("says that no endpoints were recognised, and where they would be declared", async () => {
  const served = await indexCodebase("plain", [
    {
      message: "Serve",
      files: {
        "src/serve.ts":
          'import { createServer } from "node:http";\n\nexport const server = createServer((request, response) => response.end(request.url));\n',
        "src/mail.ts": "/** Sends a mail. */\nexport function sendMail(to: string): string {\n  return to;\n}\n",
      },
    },
  ]);
  const bare = await askCodebase(served.codebase, { text: "Which endpoints are there?" });
  expect(bare.text).toMatch(
    /^No HTTP endpoints were recognised in the indexed code\. If there are any, they are most likely declared in:\n\n?- `src\/serve\.ts`, which imports `node:http` \(line 1\)/,
  );
  expect(bare.text).not.toMatch(/mentions|mail/);
  expect(bare.sources).toMatchObject([{ path: "src/serve.ts", startLine: 1 }]);
  const narrow = await askCodebase(served.codebase, { text: "Which endpoints send a mail?" });
  expect(narrow.text).toMatch(/^No HTTP endpoints were recognised[^]*sendMail/);
  await served.remove();
});

it("lists calls that are kept in a table", async () => {
  const tables = await indexCodebase("tables", [
    {
      message: "Serve",
      files: {
        "src/serve.ts":
          'import { list } from "./list.ts";\n\nexport const routes = {\n  "GET /api/sailings": list,\n};\n',
        "src/list.ts": "/** Every sailing of today. */\nexport function list(): string[] {\n  return [];\n}\n",
      },
    },
  ]);
  const { text } = await askCodebase(tables.codebase, { text: "Which endpoints are there?" });
  expect(text).toMatch(/`GET \/api\/sailings` \| `list` \| Every sailing of today/);
  await tables.remove();
});

it("tells what changed around a subject, newest first", async () => {
  const { text } = await ask("What changed lately around the tree router?");
  expect(text).toMatch(/^The latest change beyond upkeep was on \d{4}-\d\d-\d\d by Ada Example: Add routers/);
});

it("looks first where the page stands that the question is asked from", async () => {
  const focus: QuestionFocus = {
    title: "List router",
    files: [{ repositoryId: "sails", path: "src/router/list-router.ts" }],
    service: { repositoryId: "sails", under: "src" },
  };
  const plain = await ask("How does the router match a path?", focus);
  expect(plain.text).toMatch(/^\*\*`ListRouter\.match`\*\*/);
  const bare = await ask("Explain this page", focus);
  expect(bare.text).toMatch(/^\*\*`ListRouter`\*\*/);
});
