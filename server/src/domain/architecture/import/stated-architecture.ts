import {
  maxArchitectureEdges,
  maxArchitectureNodes,
  type ArchitectureNodeKind,
  type EdgeStance,
} from "@cairn/contract/architecture";
import type { ServiceType } from "@cairn/contract/services";

/** What a text says of an architecture. */
export interface StatedArchitecture {
  nodes: StatedNode[];
  edges: StatedEdge[];
  problems: { line: number; reason: string }[];
}

export interface StatedNode {
  key: string;
  kind: ArchitectureNodeKind;
  name: string;
  technology: string | null;
  /** Of a service, where the text says it. */
  type: ServiceType | null;
  /** "" where the text says none. */
  description: string;
  line: number;
}

export interface StatedEdge {
  sourceKey: string;
  targetKey: string;
  text: string;
  line: number;
  /** Null where the text says that it is there, and not whether it may be. */
  stance: EdgeStance | null;
}

const stores =
  /postgres|mysql|maria|mongo|redis|valkey|memcache|sqlite|oracle|sql server|mssql|cassandra|dynamo|elastic|opensearch|clickhouse|influx|neo4j|\bs3\b|minio|database/i;
const queues = /rabbit|kafka|\bnats\b|\bsqs\b|pub\/?sub|activemq|pulsar|\bqueue\b|message broker|redpanda/i;

/** By its technology and tags. */
export function kindOfWords(words: string): "service" | "store" | "queue" {
  if (queues.test(words)) return "queue";
  return stores.test(words) ? "store" : "service";
}

const pages = /\b(?:react|angular|vue|svelte|next\.?js|nuxt|web ?browser|single[- ]page|web ?app)\b/i;

/** Of a service, by its technology and tags; null where they do not tell. */
export function typeOfWords(words: string): ServiceType | null {
  return pages.test(words) ? "frontend" : null;
}

const maxProblems = 50;

/** Each connection once, none to itself, and no more than a product may have: what is beyond that is told first. */
export function bounded({ nodes, edges, problems }: StatedArchitecture): StatedArchitecture {
  const known = new Set(nodes.slice(0, maxArchitectureNodes).map(({ key }) => key));
  const kept = new Map<string, StatedEdge>();
  const beyond: StatedArchitecture["problems"] = [];
  const tooMany = nodes[maxArchitectureNodes];
  if (tooMany) beyond.push(tellBeyond(tooMany.line, "elements", maxArchitectureNodes));
  for (const edge of edges) {
    const isShown = known.has(edge.sourceKey) && known.has(edge.targetKey) && edge.sourceKey !== edge.targetKey;
    const key = `${edge.sourceKey}\n${edge.targetKey}`;
    if (!isShown || kept.has(key)) continue;
    if (kept.size === maxArchitectureEdges) {
      beyond.push(tellBeyond(edge.line, "connections", maxArchitectureEdges));
      break;
    }
    kept.set(key, edge);
  }
  return {
    nodes: nodes.slice(0, maxArchitectureNodes),
    edges: [...kept.values()],
    problems: [...beyond, ...problems].slice(0, maxProblems),
  };
}

function tellBeyond(line: number, what: string, most: number): { line: number; reason: string } {
  return { line, reason: `from here on ${what} are left out: at most ${most} are read` };
}
