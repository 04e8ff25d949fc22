import { expect, it } from "vitest";

import { loadDagre, placeInLayers, placeInRows } from "./place-in-layers.ts";

const size = { width: 200, height: 90 };
const gap = { sideways: 70, down: 90 };
const place = async (ids: string[], pairs: string[]) => {
  const ends = pairs.map((text) => text.split(">")).map(([sourceId = "", targetId = ""]) => ({ sourceId, targetId }));
  return placeInLayers(await loadDagre(), { ids, pairs: ends, size, gap });
};
const extentOf = (places: Record<string, { x: number; y: number }>) => {
  const all = Object.values(places);
  return { width: Math.max(...all.map(({ x }) => x)) + 200, height: Math.max(...all.map(({ y }) => y)) + 90 };
};
const overlaps = (places: Record<string, { x: number; y: number }>) => {
  const all = Object.values(places);
  return all.some((a, at) => all.slice(at + 1).some((b) => Math.abs(a.x - b.x) < 250 && Math.abs(a.y - b.y) < 90));
};

it("breaks what one node uses into layers, so that the whole is no wide strip", async () => {
  const used = Array.from({ length: 14 }, (_none, at) => `used ${at}`);
  const places = await place(
    ["gate", ...used],
    used.map((id) => `gate>${id}`),
  );
  const { width, height } = extentOf(places);
  expect(width / height).toBeGreaterThan(0.5);
  expect(width / height).toBeLessThan(2);
  expect(used.every((id) => places[id]!.y > places.gate!.y)).toBe(true);
  expect(overlaps(places)).toBe(false);
});

it("goes on beside the first layers where a long chain makes many", async () => {
  const ids = Array.from({ length: 40 }, (_none, at) => `link ${at}`);
  const places = await place(
    ids,
    ids.slice(1).map((id, at) => `${ids[at]}>${id}`),
  );
  const { width, height } = extentOf(places);
  expect(width / height).toBeGreaterThan(0.5);
  expect(width / height).toBeLessThan(2);
  expect(overlaps(places)).toBe(false);
  expect(places["link 1"]!.y).toBeGreaterThan(places["link 0"]!.y);
});

it("puts many small parts beside each other, as wide as they are high", async () => {
  const ids = Array.from({ length: 60 }, (_none, at) => `part ${at}`);
  const places = await place(
    ids,
    ids.flatMap((id, at) => (at % 3 === 2 ? [] : [`${id}>${ids[at + 1]}`])),
  );
  const { width, height } = extentOf(places);
  expect(width / height).toBeGreaterThan(0.5);
  expect(width / height).toBeLessThan(2);
  expect(overlaps(places)).toBe(false);
});

it("lays parts of very different heights so that the whole is no strip", async () => {
  const chain = Array.from({ length: 30 }, (_none, at) => `link ${at}`);
  const few = Array.from({ length: 30 }, (_none, at) => `part ${at}`);
  const places = await place(
    [...chain, ...few],
    [
      ...chain.slice(1).map((id, at) => `${chain[at]}>${id}`),
      ...few.flatMap((id, at) => (at % 5 === 4 ? [] : [`${id}>${few[at + 1]}`])),
    ],
  );
  const { width, height } = extentOf(places);
  expect(width / height).toBeGreaterThan(0.7);
  expect(width / height).toBeLessThan(1.6);
  expect(overlaps(places)).toBe(false);
});

it("keeps parts apart that nothing connects, and what is alone below or beside them", async () => {
  const places = await place(["web", "api", "job", "mail", "lone"], ["web>api", "job>mail"]);
  expect(Object.keys(places)).toHaveLength(5);
  expect(overlaps(places)).toBe(false);
  expect(places.web!.x).toBe(places.api!.x);
  expect(places.job!.x).toBe(places.mail!.x);
});

it("is the same for the same nodes and lines", async () => {
  const [ids, pairs] = [
    ["c", "b", "a", "d"],
    ["a>b", "a>c", "c>d", "b>d"],
  ];
  expect(await place(ids, pairs)).toEqual(await place(ids, pairs));
});

it("puts very many into rows that are about as long as they are many", () => {
  const places = placeInRows({ ids: Array.from({ length: 1_000 }, (_none, at) => `n${at}`), size, gap });
  const { width, height } = extentOf(places);
  expect(width / height).toBeGreaterThan(0.6);
  expect(width / height).toBeLessThan(1.7);
  expect(placeInRows({ ids: ["n"], size, gap })).toEqual({ n: { x: 0, y: 0 } });
});
