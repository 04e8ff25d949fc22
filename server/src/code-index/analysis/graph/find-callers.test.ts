import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { buildTestGraph, type TestGraph } from "#server/code-index/testing/build-test-graph.ts";

import { findCallSites, matchCall, type CallSite } from "./find-callers.ts";
import { matchPaths, splitPath } from "./match-paths.ts";

/** One line of a file, and what of it calls an address: "method path", with what stands before the path and how sure it is. */
const lines: [file: string, line: string, sites: string[]][] = [
  ["a.ts", 'fetch("/boats");', ["GET /boats call"]],
  ["a.ts", "fetch('/boats', { method: 'post' });", ["POST /boats call"]],
  ["a.ts", "await fetch(`/boats/${boat.id}/crew?all=${all}`);", ["GET /boats/*/crew call"]],
  ["a.ts", "fetch(`${base}/boats`);", ["GET /boats call base"]],
  ["a.ts", 'fetch("https://api.example.test/v1/boats#top");', ["GET /v1/boats call base"]],
  ["a.ts", 'axios.get<Boat[]>("/boats"); axios.delete("/boats/1");', ["GET /boats call", "DELETE /boats/1 call"]],
  ["a.ts", 'return cache.get(key) ?? fetch("/boats", { method: "POST" });', ["POST /boats call"]],
  ["a.ts", 'post(await client.get("/boats"));', ["GET /boats call"]],
  ["a.ts", 'seen.delete(boat); const next = "/boats";', ["null /boats"]],
  ["a.ts", 'api.put(join("/boats", boat.id));', ["PUT /boats call"]],
  ["a.ts", 'client.request("PATCH", "/boats/1");', ["PATCH /boats/1 call"]],
  ["a.ts", 'export const list = () => getJson("/boats");', ["GET /boats call"]],
  ["a.ts", 'useQuery({ queryKey: ["/boats"] });', ["null /boats call"]],
  ["a.ts", 'const path = "/boats";', ["null /boats"]],
  ["a.ts", 'const text = "see /boats for more";', []],
  ["a.ts", 'const text = "and/or";', []],
  ["a.ts", 'import boats from "/boats";', []],
  ["a.ts", 'const boats = require("/boats");', []],
  ["a.ts", '// fetch("/boats")', []],
  ["a.ts", 'fetch("/");', []],
  ["a.py", 'requests.post(f"{base}/boats/{boat.id}")', ["POST /boats/* call base"]],
  ["a.py", 'session.get("https://api.example.test/boats/%s" % boat)', ["GET /boats/* call base"]],
  ["a.py", '# requests.get("/boats")', []],
  ["a.go", 'req, err := http.NewRequest("PUT", "/boats", body)', ["PUT /boats call"]],
  ["a.go", "req, err := http.NewRequestWithContext(ctx, http.MethodDelete, `/boats/1`, nil)", ["DELETE /boats/1 call"]],
  ["a.go", 'http.Get("http://boats/boats")', ["GET /boats call base"]],
  ["a.rb", 'Faraday.post("/boats")', ["POST /boats call"]],
  ["a.java", 'restTemplate.getForObject("/boats/{id}", Boat.class);', ["GET /boats/* call"]],
];

describe("an address in a line", () => {
  let graph: TestGraph;
  let sites: CallSite[] = [];
  beforeAll(async () => {
    const files: Record<string, string> = { "a.test.ts": 'fetch("/tested");\n', "docs/a.md": 'fetch("/told");\n' };
    // Between two lines enough others that one does not take the next one's options for its own.
    for (const [file, line] of lines) files[file] = `${files[file] ?? ""}${line}\n\n\n\n\n\n`;
    graph = await buildTestGraph(files);
    ({ sites } = await findCallSites(graph.index, graph.reader, { deadlineMs: 60_000 }));
  });
  afterAll(() => graph.close());

  it.each(lines)("%s: %s", (file, text, expected) => {
    const found = sites.filter((site) => site.path === file && site.text === text);
    const calls = found.map(({ method, segments, hasBase, isCall }) =>
      [`${method} /${segments.join("/")}`, isCall ? "call" : "", hasBase ? "base" : ""].filter(Boolean).join(" "),
    );
    expect(calls).toEqual(expected);
  });

  it("is looked for in sources alone", () => {
    expect(new Set(sites.map(({ path }) => path))).toEqual(new Set(["a.ts", "a.py", "a.go", "a.rb", "a.java"]));
  });
});

describe("a path by its parts", () => {
  it.each([
    ["/Boats/:id/", ["boats", "*"]],
    ["/boats/{boat_id}/crew", ["boats", "*", "crew"]],
    ["/boats/<int:id>", ["boats", "*"]],
    ["/boats/[id]/[...rest]", ["boats", "*", "*"]],
    ["/boats/(\\d+)", ["boats", "*"]],
    ["/boats/$id", ["boats", "*"]],
    ["/boats/*", ["boats", "*"]],
    ["/boats/%s/%d", ["boats", "*", "*"]],
    ["/boats/boat-${id}.json", ["boats", "*"]],
    ["/boats${query}", ["boats"]],
    ["/boats/${id}", ["boats", "*"]],
    ["/boats?sort=${by}", ["boats"]],
    ["//boats", ["boats"]],
    ["/", []],
  ])("%s: %j", (path, parts) => {
    expect(splitPath(path)).toEqual(parts);
  });
});

describe("what is served and what is called", () => {
  it.each<[string, string, { isWhole: boolean; fixed: number } | null]>([
    ["/boats", "/boats", { isWhole: true, fixed: 1 }],
    ["/boats/:id", "/boats/7", { isWhole: true, fixed: 1 }],
    ["/boats/:id", "/boats/:id", { isWhole: true, fixed: 1 }],
    ["/boats/new", "/boats/:id", null],
    ["/boats/:id", "/cars/7", null],
    ["/api/boats", "/boats", null],
    ["/api/boats/all", "/boats/all", { isWhole: false, fixed: 2 }],
    ["/boats/:id", "/api/v1/boats/7", { isWhole: false, fixed: 1 }],
    ["/boats/:id", "/a/b/c/d/boats/7", null],
    ["/:a/:b", "/x/y", null],
    ["/boats/:id", "/boats", null],
    ["/", "/", null],
  ])("%s and %s: %j", (served, called, expected) => {
    expect(matchPaths(splitPath(served), splitPath(called))).toEqual(expected);
  });

  const site = (method: string | null, path: string, isCall = true): CallSite => ({
    path: "a.ts",
    line: 1,
    text: "",
    method,
    segments: splitPath(path),
    hasBase: false,
    isCall,
  });
  it.each<[string, string, CallSite, "certain" | "likely" | null]>([
    ["GET", "/boats", site("GET", "/boats"), "certain"],
    ["POST", "/boats", site("GET", "/boats"), null],
    ["ANY", "/boats", site("GET", "/boats"), "likely"],
    ["GET", "/boats", site(null, "/boats"), "likely"],
    ["GET", "/boats/all", site("GET", "/api/boats/all"), "likely"],
    ["GET", "/boats/all", site("GET", "/boats/all", false), "likely"],
    ["GET", "/boats", site("GET", "/boats", false), null],
  ])("%s %s by %o: %s", (method, path, call, expected) => {
    expect(matchCall({ method, path }, call)).toBe(expected);
  });
});
