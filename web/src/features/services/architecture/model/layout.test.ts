import { expect, it } from "vitest";

import { columnStepPx, isCrowded, layOut, nodeHeightPx, nodeWidthPx, placeInRow } from "./layout.ts";
import type { NodeForm } from "./layout.ts";
import { placeBeside } from "./place-beside.ts";

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

it("is crowded where more stand in a row than can be read, of those that nobody moved", () => {
  const apis = ["a", "b", "c", "d"].map((name) => node(name, "api"));
  expect(isCrowded(apis, {})).toBe(false);
  expect(isCrowded([...apis, node("web", "frontend")], {})).toBe(false);
  expect(isCrowded([...apis, node("mail", "queue")], {})).toBe(true);
  expect(isCrowded([...apis, node("mail", "queue")], { a: { x: 0, y: 0 } })).toBe(false);
});

it("takes places that were worked out, lets moved nodes push them down, and puts rows beside them", () => {
  const nodes = ["a", "b", "c"].map((name) => node(name, "frontend"));
  const placed = { a: { x: 0, y: 0 }, b: { x: 296, y: 0 } };
  const places = layOut(nodes, {}, placed);
  expect([places.get("a"), places.get("b")]).toEqual([placed.a, placed.b]);
  expect(places.get("c")).toEqual({ x: 800, y: 0 });
  const moved = layOut(nodes, { c: { x: 20, y: 10 } }, placed);
  expect(moved.get("c")).toEqual({ x: 20, y: 10 });
  expect(moved.get("a")?.y).toBeGreaterThanOrEqual(10 + nodeHeightPx);
  expect(moved.get("b")).toEqual(placed.b);
});

it("puts what comes to a picture beside or below it, and into the rows where it stands in them", () => {
  const standing = (x: number, y: number) => ({ ...node(`${x} ${y}`, "api"), place: { x, y } });
  const high = [standing(0, 0), standing(300, 180), standing(0, 500)];
  const ids = ["one", "two", "three", "four"];
  const beside = placeBeside(ids, high);
  expect(Object.keys(beside)).toEqual(ids);
  expect(Object.values(beside).every(({ x }) => x > 300 + nodeWidthPx + 100)).toBe(true);
  expect(new Set(Object.values(beside).map(({ x, y }) => `${x} ${y}`)).size).toBe(ids.length);
  expect(beside.four?.y).toBe(0);
  const wide = [standing(0, 0), standing(600, 180), standing(1_200, 0)];
  expect(Object.values(placeBeside(ids, wide)).every(({ y }) => y > 180 + nodeHeightPx + 100)).toBe(true);
  const inRows = [standing(0, 240), standing(400, 240), standing(30, 700)];
  expect(placeBeside(ids, inRows)).toEqual({});
  expect(placeBeside(ids, [])).toEqual({});
});
