import { afterAll, beforeAll, expect, it } from "vitest";

import { buildTestGraph, type TestGraph } from "#server/code-index/testing/build-test-graph.ts";

import { callSitesOf, matchEndpoints, type ServedEndpoint } from "./match-endpoints.ts";
import { matchPaths, splitPath } from "./match-paths.ts";

let graph: TestGraph;

beforeAll(async () => {
  graph = await buildTestGraph({
    "web/boats.ts": `import { x } from "/api/boats";
// fetch("/api/boats") in a comment
export const list = () => fetch("/api/boats?page=1");
export const one = (id: string) => fetch(\`/api/boats/\${id}\`, { method: "DELETE" });
export const move = (id: string) =>
  axios.put<Boat>(\`\${base}/boats/\${id}/berth\`, {});
export const other = () => fetch("/api/harbours");
const shown = "/api/boats";
`,
    "web/quays.ts": "export const listQuays = (query: string) => get<{ quays: Quay[] }>(`/quays${query}`);\n",
    "worker/main.py": `import requests
def load(id):
    return requests.get(f"https://boats.example.test/api/boats/{id}")
`,
    "cli/main.go": `package main
func create() { req, _ := http.NewRequest("POST", "/api/boats", nil); _ = req }
`,
    "server/routes.ts": `app.get("/api/boats", listBoats);\n`,
    "web/boats.test.ts": `await fetch("/api/boats");\n`,
  });
});
afterAll(() => graph.close());

const served = (method: string, path: string): ServedEndpoint => ({
  owner: "r",
  file: "server/routes.ts",
  protocol: "http",
  method,
  path,
  startLine: 1,
  endLine: 1,
});

it.each([
  ["GET", "/api/boats", ["web/boats.ts:3 certain", "web/boats.ts:8 likely"]],
  ["DELETE", "/api/boats/:id", ["web/boats.ts:4 certain"]],
  ["GET", "/api/boats/{id}", ["worker/main.py:3 certain"]],
  ["POST", "/api/boats", ["cli/main.go:2 certain", "web/boats.ts:8 likely"]],
  ["PUT", "/boats/<int:id>/berth", ["web/boats.ts:6 certain"]],
  ["GET", "/quays", ["web/quays.ts:1 certain"]],
  ["GET", "/:id", []],
])("%s %s is called at %o", async (method, path, expected) => {
  const { sites } = await callSitesOf({ index: graph.index, reader: graph.reader }, 2000);
  const [found] = matchEndpoints(
    [served(method, path)],
    sites.map((site) => ({ owner: "r", site })),
  );
  expect(found?.map(({ call, confidence }) => `${call.site.path}:${call.site.line} ${confidence}`)).toEqual(expected);
});

it("compares paths from their ends, and puts nothing in where a word stands", () => {
  const match = (a: string, b: string) => matchPaths(splitPath(a), splitPath(b));
  expect(match("/boats/:id", "/api/v1/boats/${id}")).toEqual({ isWhole: false, fixed: 1 });
  expect(match("/boats/mine", "/boats/${id}")).toBeNull();
  expect(match("/boats/:id", "/boats/mine")).toEqual({ isWhole: true, fixed: 1 });
  expect(match("/boats", "/a/b/c/d/boats")).toBeNull();
  expect(match("/", "/boats")).toBeNull();
});
