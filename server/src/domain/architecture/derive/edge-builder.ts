import { maxEvidence, type DerivedEdge, type DerivedEdgeKind } from "@cairn/contract/architecture";
import type { CodeLocation } from "@cairn/contract/code-graph";

/** A line of the code that shows a connection of two nodes. */
export interface ShownEdge {
  sourceId: string;
  targetId: string;
  kind: DerivedEdgeKind;
  isCertain: boolean;
  places: readonly CodeLocation[];
  /** Files of the target that what stands at these places leads to; absent where nobody knows. */
  reached?: readonly FileOfRepository[];
}

export interface FileOfRepository {
  repositoryId: string;
  path: string;
}

/** Connections that the code shows, each once with all its kinds. */
export interface EdgeBuilder {
  /** What leads to itself is none. */
  add(edge: ShownEdge): void;
  build(): BuiltEdge[];
}

export interface BuiltEdge {
  sourceId: string;
  targetId: string;
  derived: DerivedEdge;
  /** All there are, also those that are not shown. */
  places: CodeLocation[];
  /** The same ones by what each shows. */
  placesByKind: ReadonlyMap<DerivedEdgeKind, readonly CodeLocation[]>;
  /** By what it shows and the place: the files that it leads to. */
  reached: ReadonlyMap<string, readonly FileOfRepository[]>;
}

interface KnownEdge {
  sourceId: string;
  targetId: string;
  isCertain: boolean;
  places: Map<DerivedEdgeKind, Map<string, CodeLocation>>;
  reached: Map<string, readonly FileOfRepository[]>;
}

export function createEdgeBuilder(): EdgeBuilder {
  const edges = new Map<string, KnownEdge>();
  return {
    add: ({ sourceId, targetId, kind, isCertain, places, reached = [] }) => {
      if (sourceId === targetId) return;
      const key = edgeKey({ sourceId, targetId });
      const edge = edges.get(key) ?? { sourceId, targetId, isCertain: false, places: new Map(), reached: new Map() };
      edges.set(key, edge);
      edge.isCertain ||= isCertain;
      const known = edge.places.get(kind) ?? new Map<string, CodeLocation>();
      edge.places.set(kind, known);
      for (const place of places) {
        known.set(placeKey(place), place);
        const reach = reachKey(kind, place);
        if (reached.length > 0) edge.reached.set(reach, [...(edge.reached.get(reach) ?? []), ...reached]);
      }
    },
    build: () => [...edges.values()].map(describeEdge),
  };
}

export function edgeKey({ sourceId, targetId }: { sourceId: string; targetId: string }): string {
  return `${sourceId}\n${targetId}`;
}

/** Names a place and what it shows among those of one connection. */
export function reachKey(kind: DerivedEdgeKind, place: CodeLocation): string {
  return `${kind} ${placeKey(place)}`;
}

function placeKey({ repositoryId, path, startLine }: CodeLocation): string {
  return `${repositoryId}:${path}:${startLine}`;
}

function describeEdge({ sourceId, targetId, isCertain, places, reached }: KnownEdge): BuiltEdge {
  const kinds = [...places.keys()];
  // That one waits for the other says nothing beside what they do.
  const told = kinds.length > 1 ? kinds.filter((kind) => kind !== "start-order") : kinds;
  const lists = told.map((kind) => ({ kind, found: [...(places.get(kind)?.values() ?? [])] }));
  const derived: DerivedEdge = {
    kinds: told,
    count: lists.reduce((sum, { found }) => sum + found.length, 0),
    certainty: isCertain ? "resolved" : "partly",
    evidence: lists.flatMap(({ kind, found }) => found.slice(0, maxEvidence).map((place) => ({ kind, place }))),
  };
  const placesByKind = new Map(lists.map(({ kind, found }) => [kind, found]));
  return { sourceId, targetId, derived, places: lists.flatMap(({ found }) => found), placesByKind, reached };
}
