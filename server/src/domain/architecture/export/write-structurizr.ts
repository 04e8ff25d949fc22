import type { Architecture, ArchitectureNode } from "@cairn/contract/architecture";

import { wordConnection } from "#server/domain/architecture/connection-wording.ts";

const maxTextLength = 200;
/** Of what a service is. */
const maxDescription = 2_000;
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
      const { nodeId, name, kind, type, description = "" } = node;
      const technology = quote(node.technology ?? type ?? "");
      // A database that is a service is drawn as one, and still tells that it is a service.
      const tags = [kindTags[kind], ...(type === null ? [] : [type === "database" ? kindTags.store : type])].join(",");
      const named = `${keys.get(nodeId)} = container ${quote(apart(names, name))}`;
      return `      ${named} ${quote(description, maxDescription)} ${technology} ${quote(tags)}`;
    }),
    "    }",
    ...outside.map((node) => {
      return `    ${keys.get(node.nodeId)} = softwareSystem ${quote(apart(names, node.name))} ${quote(node.technology ?? "")} ${quote(kindTags.outside)}`;
    }),
    ...edges.map((edge) => {
      // That nobody said anything of it is said as well: elsewhere a relationship without tags is one that may be.
      const tags = [edge.stance ?? "code", edge.drift].filter((tag) => tag !== null);
      const described = [keys.get(edge.sourceId), "->", keys.get(edge.targetId), quote(wordConnection(edge)), '""'];
      return `    ${[...described, quote([...new Set(tags)].join(","))].join(" ")}`;
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
function quote(text: string, maxLength = maxTextLength): string {
  const line = text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, maxLength);
  return `"${line.replaceAll("\\", "/").replaceAll('"', '\\"')}"`;
}
