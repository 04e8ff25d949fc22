import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

const migrations = path.join(import.meta.dirname, "migrations");
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(migrations, "meta", name), "utf8"));

it("follows from one migration to the next, or the next one cannot be written", () => {
  const names = readdirSync(path.join(migrations, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  const snapshots = names.map((name) => read(name) as { id: string; prevId: string });
  expect(new Set(snapshots.map(({ prevId }) => prevId)).size).toBe(names.length);
  const ids = new Set(snapshots.map(({ id }) => id));
  const [first, ...others] = snapshots.filter(({ prevId }) => !ids.has(prevId));
  expect(first?.prevId).toBe("00000000-0000-0000-0000-000000000000");
  expect(others).toEqual([]);
  const { entries } = read("_journal.json") as { entries: { when: number; tag: string }[] };
  const times = entries.map(({ when }) => when);
  // One that is older than the last that ran would never run.
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  expect(entries.map(({ tag }) => `${tag}.sql`).toSorted()).toEqual(files.toSorted());
});
