import { expect, it } from "vitest";

import { bracketPath, withoutIndex } from "./file-routes.ts";

it.each([
  ["api/users/[userId]/posts", "/api/users/:userId/posts"],
  ["(marketing)/@modal/feed.xml", "/feed.xml"],
  ["api/auth/[...nextauth]", "/api/auth/*nextauth"],
  ["docs/[[...slug]]", "/docs/*slug"],
  ["[team-id]", "/:team-id"],
  ["[id=integer]/[[lang]]", "/:id/:lang?"],
  ["[a]-[b].json", "/:a-:b.json"],
  ["[...]", "/*"],
  ["", "/"],
  ["api/_lib", null],
  ["feed/(..)photo", null],
])("takes the path of %s from its folders", (route, path) => {
  expect(bracketPath(route)).toBe(path);
});

it("leaves off the name of a folder's own file", () => {
  expect(["index", "api/index", "api/reindex"].map(withoutIndex)).toEqual(["", "api", "api/reindex"]);
});
