import type { Architecture, ArchitectureEdge, ArchitectureNode } from "@cairn/contract/architecture";
import { expect, it } from "vitest";

import { analysed } from "./analysed-architecture.ts";
import { findSharedStores, findSharedTables } from "./find-shared.ts";

const service = (nodeId: string, type: ArchitectureNode["type"]): ArchitectureNode => ({
  nodeId,
  kind: "service",
  serviceId: nodeId,
  name: nodeId,
  type,
  technology: null,
  position: null,
  evidence: [],
});

const usesTables = (sourceId: string, targetId: string): ArchitectureEdge => ({
  sourceId,
  targetId,
  stance: null,
  derived: {
    kinds: ["shared-table"],
    count: 1,
    certainty: "resolved",
    evidence: [
      {
        kind: "shared-table",
        place: {
          repositoryId: "repository",
          repositorySlug: "shop",
          branch: "main",
          commit: "0",
          path: `${sourceId}/rows.ts`,
          startLine: 1,
          endLine: 1,
        },
      },
    ],
  },
  drift: null,
  broughtBy: null,
});

function shared(edges: ArchitectureEdge[]): string[] {
  const architecture: Architecture = {
    nodes: [service("orders", "api"), service("billing", "api"), service("tables", "database")],
    edges,
    baselineAt: null,
    hasContract: false,
    index: { isFresh: true, repositories: [] },
    isCutOff: false,
  };
  const read = analysed(architecture);
  return [...findSharedTables(read), ...findSharedStores(read)].map(({ kind, text }) => `${kind}: ${text}`);
}

it("says nothing of a database that one service uses, and says once that several share it", () => {
  expect(shared([usesTables("orders", "tables")])).toEqual([]);
  expect(shared([usesTables("orders", "tables"), usesTables("billing", "tables")])).toEqual([
    "shared-store: tables is shared by orders and billing: none of them can change it alone.",
  ]);
});

it("tells tables that are no database's in the code of another service", () => {
  expect(shared([usesTables("orders", "billing")])).toEqual([
    "shared-table: orders uses tables of billing: a change of them breaks both.",
  ]);
});
