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

describe("Next.js", () => {
  it.each([
    ["app/api/users/[userId]/posts/route.ts", ["GET /api/users/:userId/posts GET 1-1"]],
    ["src/app/(marketing)/@modal/feed.xml/route.js", ["GET /feed.xml GET 1-1"]],
    ["apps/web/app/api/auth/[...nextauth]/route.ts", ["GET /api/auth/*nextauth GET 1-1"]],
    ["app/docs/[[...slug]]/route.ts", ["GET /docs/*slug GET 1-1"]],
    ["app/[team-id]/route.ts", ["GET /:team-id GET 1-1"]],
    ["app/route.tsx", ["GET / GET 1-1"]],
    ["app/api/users/route.test.ts", []],
    ["src/routes/api/route.ts", []],
  ])("takes the path of %s from its folders", async (path, expected) => {
    expect(await endpointsOf(path, `export async function GET() {}\n`)).toEqual(expected);
  });

  it("takes only exported functions that are named after a method", async () => {
    const text = `import { json } from "./json";
async function POST() {}
export const dynamic = "force-dynamic";
export const DELETE = withAuth(async () => {
  return json();
});
export function get() {}
`;
    expect(await endpointsOf("app/api/x/route.ts", text)).toEqual(["DELETE /api/x DELETE 4-6"]);
  });

  it("reads API routes below pages, which answer every method", async () => {
    const handler = `import type { NextApiRequest } from "next";

export default async function handler(req: NextApiRequest) {
  return 1;
}
`;
    expect(await endpointsOf("pages/api/posts/[id]/index.ts", handler)).toEqual(["ANY /api/posts/:id handler 3-5"]);
    expect(await endpointsOf("src/pages/api/auth/[...nextauth].ts", `export default NextAuth(options);\n`)).toEqual([
      "ANY /api/auth/*nextauth null 1-1",
    ]);
    expect(
      await endpointsOf("pages/api/hello.js", `// Says hello.\nexport default (req, res) => {\n  res.end();\n};\n`),
    ).toEqual(["ANY /api/hello null 2-4"]);
    expect(await endpointsOf("pages/api/lib.ts", `const hidden = 1;\n`)).toEqual([]);
    expect(await endpointsOf("pages/about.tsx", `export default function About() {}\n`)).toEqual([]);
  });
});
