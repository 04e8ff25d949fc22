import { describe, expect, it } from "vitest";

import { endpointsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("what only looks like an endpoint in JavaScript and TypeScript", () => {
  it.each([
    ["a client's awaited call", "src/api/users.ts", `const { data } = await api.get("/users", { params });\n`],
    ["a client's call that is returned", "src/api/login.ts", `export const login = (body) => api.post("/login", body);\nexport function out(id) {\n  return apiClient.delete("/session", id);\n}\n`],
    ["a client's call that is followed by then", "src/api/list.js", `api.get("/list", options).then((found) => show(found));\n`],
    ["a wrapper named request", "src/api/menu.js", `export function menus(params) {\n  return request.get("/menus", { params })\n}\n`],
    ["a cache", "src/cache.ts", `redis.get("/key", callback);\nregistry.get("/x", fallback);\n`],
    ["a map", "src/map.ts", `const byPath = new Map();\nbyPath.delete("/x", 1);\n`],
    ["a setting of Express", "src/app.js", `app.get("title", show);\napp.get("/title");\n`],
    ["a request with a method", "src/call.ts", `await fetch("GET", "/x");\nhttp.request("POST", "/y", send);\n`],
    ["a call in a comment", "src/app.ts", `/**\n * app.get("/documented", handler);\n */\n// router.post("/former", handler);\n`],
    ["a test", "test/app.js", `app.get("/x", handler);\n`],
    ["a story's mock server", "src/__mocks__/server.ts", `app.get("/x", handler);\n`],
    ["a mock by its own name", "src/users.mock.ts", `router.get("/x", handler);\n`],
  ])("leaves out %s", async (_name, path, text) => {
    expect(await endpointsOf(path, text)).toEqual([]);
  }); // prettier-ignore
});
