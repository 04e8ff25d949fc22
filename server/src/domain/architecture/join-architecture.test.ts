import { expect, it } from "vitest";

import { joinArchitecture, type JoinedParts } from "./join-architecture.ts";

function driftsOf(isCutOff: boolean, withoutCode: readonly string[] = []) {
  const service = (serviceId: string) => ({
    serviceId,
    name: serviceId,
    description: "",
    type: "api" as const,
    repositoryId: withoutCode.includes(serviceId) ? null : "r",
  });
  const said = (sourceId: string, targetId: string, stance: "allowed" | "forbidden") => ({
    organizationId: "o",
    projectId: "p",
    sourceId,
    targetId,
    stance,
    setBy: null,
    by: null,
    setAt: new Date(0),
  });
  const derived = { kinds: ["import" as const], count: 1, certainty: "resolved" as const, evidence: [] };
  const parts: JoinedParts = {
    services: ["a", "b", "c"].map(service),
    derived: {
      nodes: [],
      edges: [{ sourceId: "a", targetId: "b", derived, places: [], placesByKind: new Map(), reached: new Map() }],
      isCutOff,
      isLate: isCutOff,
    },
    stated: {
      nodes: [],
      edges: [said("a", "b", "allowed"), said("b", "c", "allowed"), said("c", "a", "forbidden")],
      baselineAt: null,
      baselineBy: null,
    },
    states: [{ repositoryId: "r", repositorySlug: "r", state: "fresh", commit: "1", indexedAt: null }],
    brought: new Map(),
  };
  return joinArchitecture(parts).edges.map(({ sourceId, targetId, drift }) => `${sourceId}${targetId} ${drift}`);
}

it("says of a line without code that it is unused only where all of the code was looked at", () => {
  expect(driftsOf(false)).toEqual(["ab null", "bc unused", "ca null"]);
  expect(driftsOf(true)).toEqual(["ab null", "bc unverified", "ca unverified"]);
});

it("holds no line against the code that leads to a service without any, whatever the index", () => {
  expect(driftsOf(false, ["c"])).toEqual(["ab null", "bc null", "ca null"]);
  expect(driftsOf(true, ["c"])).toEqual(["ab null", "bc null", "ca null"]);
});
