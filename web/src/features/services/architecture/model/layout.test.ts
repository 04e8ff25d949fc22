import { expect, it } from "vitest";

import { columnStepPx, layOut, placeInRow } from "./layout.ts";
import type { NodeForm } from "./layout.ts";

const node = (nodeId: string, form: NodeForm) => ({ nodeId, form });

it("puts types into rows, 400 px apart", () => {
  const places = layOut(
    [
      node("web", "frontend"),
      node("api", "api"),
      node("admin", "fullstack"),
      node("db", "database"),
      node("lib", "library"),
      node("jobs", "api"),
    ],
    {},
  );
  expect(Object.fromEntries(places)).toEqual({
    web: { x: 0, y: 0 },
    admin: { x: 400, y: 0 },
    api: { x: 0, y: 240 },
    jobs: { x: 400, y: 240 },
    db: { x: 0, y: 480 },
    lib: { x: 0, y: 720 },
  });
});

it("leaves moved nodes where they are, and puts nothing on them", () => {
  const places = layOut([node("web", "frontend"), node("admin", "frontend"), node("site", "frontend")], {
    site: { x: 390, y: 20 },
  });
  expect(places.get("site")).toEqual({ x: 390, y: 20 });
  expect(places.get("web")).toEqual({ x: 0, y: 0 });
  expect(places.get("admin")).toEqual({ x: 2 * columnStepPx, y: 0 });
});

it("finds the first free column of a row", () => {
  expect(
    placeInRow("api", [
      { x: 0, y: 240 },
      { x: 400, y: 240 },
      { x: 800, y: 0 },
    ]),
  ).toEqual({ x: 800, y: 240 });
});
