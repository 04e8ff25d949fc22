import {
  derivedEdgeTexts,
  type Architecture,
  type ArchitectureEdge,
  type ArchitectureNode,
} from "@cairn/contract/architecture";

const maxTextLength = 200;
const kindTags: Record<ArchitectureNode["kind"], string> = {
  service: "Service",
  store: "Database",
  queue: "Queue",
  outside: "Outside",
};

/** A workspace of the C4 model: the product is one system, its services, stores and queues are containers of it. */
export function writeStructurizr({ nodes, edges }: Architecture, title: string): string {
  const keys = new Map(nodes.map(({ nodeId, name }, at) => [nodeId, `${plainKey(name)}_${at}`]));
  const within = nodes.filter(({ kind }) => kind !== "outside");
  const outside = nodes.filter(({ kind }) => kind === "outside");
  const names = new Set<string>();
  return [
    `workspace ${quote(title)} {`,
    "  model {",
    `    product = softwareSystem ${quote(title)} {`,
    ...within.map((node) => {
      const technology = quote(node.technology ?? node.type ?? "");
      const tag = node.type === "database" ? kindTags.store : kindTags[node.kind];
      return `      ${keys.get(node.nodeId)} = container ${quote(apart(names, node.name))} "" ${technology} ${quote(tag)}`;
    }),
    "    }",
    ...outside.map((node) => {
      return `    ${keys.get(node.nodeId)} = softwareSystem ${quote(apart(names, node.name))} ${quote(node.technology ?? "")} ${quote(kindTags.outside)}`;
    }),
    ...edges.map((edge) => {
      const tags = [edge.stance, edge.drift].filter((tag) => tag !== null);
      const described = [keys.get(edge.sourceId), "->", keys.get(edge.targetId), quote(describe(edge)), '""'];
      return `    ${[...described, ...(tags.length === 0 ? [] : [quote([...new Set(tags)].join(","))])].join(" ")}`;
    }),
    "  }",
    "  views {",
    "    container product {",
    "      include *",
    "      autoLayout tb",
    "    }",
    "    styles {",
    '      element "Database" {',
    "        shape Cylinder",
    "      }",
    '      element "Queue" {',
    "        shape Pipe",
    "      }",
    '      relationship "forbidden" {',
    "        color #c0392b",
    "      }",
    "    }",
    "  }",
    "}",
    "",
  ].join("\n");
}

function describe({ derived, stance }: ArchitectureEdge): string {
  if (derived !== null) return derived.kinds.map((kind) => derivedEdgeTexts[kind]).join(", ");
  return stance === "forbidden" ? "must not use" : "may use";
}

/** Names of containers are unique in their system. */
function apart(names: Set<string>, name: string): string {
  let free = name;
  for (let at = 2; names.has(free.toLowerCase()); at += 1) free = `${name} ${at}`;
  names.add(free.toLowerCase());
  return free;
}

function plainKey(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .toLowerCase() || "node"
  );
}

/** Text of one line; the language knows no other escape than that of the quote. */
function quote(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, maxTextLength);
  return `"${line.replaceAll("\\", "/").replaceAll('"', '\\"')}"`;
}
