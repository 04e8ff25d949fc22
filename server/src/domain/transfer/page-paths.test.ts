import { expect, it } from "vitest";

import type { PageFile } from "./page-file.ts";
import { ledgerPath, planPaths } from "./page-paths.ts";

const page = (artifactId: string, title: string, location: Partial<PageFile> = {}): PageFile => ({
  artifactId,
  title,
  parentArtifactId: null,
  order: 0,
  product: "ferry-board",
  service: null,
  address: null,
  sections: [],
  ...location,
});

it("puts pages where their place is, children into their parent's folder", () => {
  const paths = planPaths([
    page("a", "Engineering handbook", { product: null }),
    page("c", "On call / alarms", { parentArtifactId: "b" }),
    page("b", "Runbook"),
    page("d", "API reference", { service: "api & co" }),
  ]);
  expect(Object.fromEntries(paths)).toEqual({
    a: "engineering-handbook.md",
    b: "ferry-board/runbook.md",
    c: "ferry-board/runbook/on-call-alarms.md",
    d: "ferry-board/services/api-co/api-reference.md",
  });
  expect(ledgerPath("ferry-board/runbook.md")).toBe("ferry-board/runbook.ledger.json");
});

it("never gives two pages one path, and ends where parents go round in a ring", () => {
  const paths = planPaths([
    page("11111111", "Run book"),
    page("22222222", "run-book!"),
    page("33333333", "…"),
    page("44444444", "A", { parentArtifactId: "55555555" }),
    page("55555555", "B", { parentArtifactId: "44444444" }),
  ]);
  expect(new Set(paths.values()).size).toBe(5);
  expect(paths.get("22222222")).toBe("ferry-board/run-book-22222222.md");
});
