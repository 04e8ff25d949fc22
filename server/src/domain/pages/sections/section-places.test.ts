import { expect, it } from "vitest";

import { placeSections } from "./section-places.ts";

const location = (order: string, places: Record<string, number>) =>
  placeSections(order.split(""), new Map(Object.entries(places)))
    .map(({ sectionId, position }) => `${sectionId}${position}`)
    .join(" ");

it.each<{ order: string; places: Record<string, number>; result: string; why: string }>([
  { order: "ab", places: { a: 1000, b: 2000 }, result: "a1000 b2000", why: "nobody moves" },
  { order: "aXb", places: { a: 1000, b: 2000 }, result: "a1000 X1500 b2000", why: "a new one goes in between" },
  { order: "XYa", places: { a: 3000 }, result: "X999 Y1999 a3000", why: "new ones go first" },
  { order: "aXY", places: { a: 5000 }, result: "a5000 X6000 Y7000", why: "new ones go last" },
  { order: "XY", places: {}, result: "X1000 Y2000", why: "all are new" },
  { order: "ba", places: { a: 1000, b: 2000 }, result: "b1000 a2000", why: "another order is placed anew" },
  { order: "aXb", places: { a: 7, b: 8 }, result: "a1000 X2000 b3000", why: "there is no room" },
  { order: "Xa", places: { a: 0 }, result: "X1000 a2000", why: "there is no room in front" },
  { order: "", places: {}, result: "", why: "there is none" },
])("$why", ({ order, places, result }) => {
  expect(location(order, places)).toBe(result);
});
