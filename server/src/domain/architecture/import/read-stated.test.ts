import { maxArchitectureNodes } from "@cairn/contract/architecture";
import { maxImportedText } from "@cairn/contract/architecture-import";
import { expect, it } from "vitest";

import { measureReferenceMs, startCpuClock } from "#server/testing/cpu-clock.ts";

import { readCompose } from "./read-compose.ts";
import { readStructurizr } from "./read-structurizr.ts";
import type { StatedArchitecture } from "./stated-architecture.ts";

const inWords = ({ nodes, edges, problems }: StatedArchitecture) => ({
  nodes: nodes.map(
    ({ key, kind, technology, line }) => `${line} ${kind} ${key}${technology === null ? "" : ` (${technology})`}`,
  ),
  edges: edges.map(({ sourceKey, targetKey, text, line }) => `${line} ${sourceKey} -> ${targetKey}: ${text}`),
  problems: problems.map(({ line, reason }) => `${line} ${reason}`),
});

it("reads the services of a compose file, whom they wait for and whose address they have", () => {
  const text = `services:
  web:
    build: ./web
    depends_on: [orders]
    environment:
      ORDERS_URL: http://orders:3000
      GREETING: "welcome to the mail of orders"
  orders:
    build: ./orders
    depends_on: [db]
    environment:
      - DATABASE_URL=postgres://user@db:5432/orders
      - SELF=orders:3000
  db:
    image: postgres:17
  bus:
    image: rabbitmq:4
`;
  expect(inWords(readCompose(text))).toEqual({
    nodes: ["2 service web", "8 service orders", "14 store db (PostgreSQL)", "16 queue bus (RabbitMQ)"],
    edges: ["6 web -> orders: ORDERS_URL", "12 orders -> db: DATABASE_URL"],
    problems: [],
  });
});

it("says with its line what keeps a text from being YAML", () => {
  const [problem] = readCompose("services:\n  web:\n    image: nginx\n   ports: [80\n").problems;
  expect(problem).toMatchObject({ line: expect.any(Number), reason: expect.stringMatching(/^This is no YAML: /) });
  expect(problem?.line).toBeGreaterThan(2);
  expect(readCompose("services:\n  web:\n    image: nginx\n").problems).toEqual([]);
});

it("tells elements of one name in several systems apart, by where they are named", () => {
  const text = `workspace {
  !identifiers hierarchical
  model {
    s1 = softwareSystem "One" {
      api = container "First API"
      db = container "Rows" "" "PostgreSQL"
      api -> db "keeps in"
    }
    s2 = softwareSystem "Two" {
      api = container "Second API"
    }
    s1.api -> s2.api "asks"
    s2.api -> db "reads"
    api -> s1.db "which?"
  }
}
`;
  expect(inWords(readStructurizr(text))).toEqual({
    nodes: ["5 service s1.api", "6 store db (PostgreSQL)", "10 service s2.api"],
    edges: ["7 s1.api -> db: keeps in", "12 s1.api -> s2.api: asks", "13 s2.api -> db: reads"],
    problems: [
      "14 “api” could be several elements: say which by its whole name",
      ...["7 “keeps in”", "12 “asks”", "13 “reads”"].map(
        (text) => `${text} is left out: a connection keeps whether it may be, and no text`,
      ),
    ],
  });
});

it("reads what blocks say of an element and a relationship, and blocks that open on one line", () => {
  const text = `workspace { model { shop = softwareSystem "Shop" {
  web = container "Web" { description "What people see"
    technology "React"
  }
  rows = container "Rows" {
    technology "Something"
    tags "Database, Old"
  }
  web -> rows "reads" {
    tags "forbidden"
  }
  rows -> web "never" "" "allowed"
} } }
`;
  const { nodes, edges, problems } = readStructurizr(text.replace(' { description "What', ' {\n    description "What'));
  expect(nodes).toMatchObject([
    { key: "web", kind: "service", technology: "React", type: "frontend", description: "What people see" },
    { key: "rows", kind: "store", technology: "Something", type: null },
  ]);
  expect(edges).toMatchObject([
    { sourceKey: "web", targetKey: "rows", stance: "forbidden" },
    { sourceKey: "rows", targetKey: "web", stance: "allowed" },
  ]);
  expect(problems.filter(({ reason }) => !reason.includes("left out"))).toEqual([]);
  const single = 'workspace { model { a = softwareSystem "A" { } b = softwareSystem "B" { } } }\n';
  expect(readStructurizr(single).nodes.map(({ key }) => key)).toEqual(["a", "b"]);
});

it("says so where a text declares nothing", () => {
  expect(readCompose("- just\n- a list\n").problems).toEqual([{ line: 1, reason: "Declares no services" }]);
  expect(readStructurizr("Hello").problems).toEqual([{ line: 1, reason: "Declares no elements" }]);
});

it("reads containers, systems and relationships of C4, and lifts components to their container", () => {
  const text = `workspace "Shop" {
  !include people.dsl
  model {
    customer = person "Customer"
    /* a = softwareSystem "Not this" */
    shop = softwareSystem "Shop" {
      web = container "Web" "What people see" "React" {
        -> orders "reads"
      }
      orders = container "Orders" "" "Node.js" { // takes them
        pay = component "Payments" "" "TypeScript"
      }
      db = container "Berths" "" "PostgreSQL 17" "Database"
      bus = container "Bus" "" "RabbitMQ"
      web -> this "never of this kind"
    }
    bank = softwareSystem "Bank" "Takes money"
    customer -> web "uses"
    shop.orders -> db "keeps in" "SQL"
    pay -> bank "asks \\"please\\""
    relation = orders -> bus
    orders -> nobody "wrong"
  }
  views {
    container shop {
      include *
      db -> web "not here"
    }
  }
}
`;
  expect(inWords(readStructurizr(text))).toEqual({
    nodes: [
      "7 service web (React)",
      "10 service orders (Node.js)",
      "13 store db (PostgreSQL 17)",
      "14 queue bus (RabbitMQ)",
      "17 outside bank",
    ],
    edges: [
      "8 web -> orders: reads",
      "19 orders -> db: keeps in",
      '20 orders -> bank: asks "please"',
      "21 orders -> bus: ",
    ],
    problems: [
      "2 !include is not followed",
      "22 “nobody” is declared nowhere",
      "4 the person “Customer” is left out: people are not drawn",
      "15 the connection from “Web” to “Shop” is left out: “Shop” is drawn as its containers",
      "18 the connection from “Customer” to “Web” is left out: people are not drawn",
      "7 “React” is left out: the service “Web” keeps its type, and no technology",
      "10 “Node.js” is left out: the service “Orders” keeps its type, and no technology",
      "17 “Takes money” is left out: “Bank” becomes a node that has no description",
      "8 “reads” is left out: a connection keeps whether it may be, and no text",
      "19 “keeps in” and “SQL” are left out: a connection keeps whether it may be, and no text",
      '20 “asks "please"” is left out: a connection keeps whether it may be, and no text',
    ],
  });
});

it("tells nothing of the words that our own workspaces say of a connection and a service", () => {
  const text = `product = softwareSystem "Quay" {
  web = container "Web" "Shows departures" "frontend" "Service,frontend"
  api = container "Api" "" "api" "Service,api"
  rows = container "Rows" "" "PostgreSQL" "Database"
}
bank = softwareSystem "Bank" "Stripe" "Outside"
web -> api "calls, imports code of" "" "allowed"
api -> rows "may use" "" "allowed"
api -> bank "must not use" "" "forbidden"
web -> rows "sometimes" "" "code"
`;
  expect(readStructurizr(text).problems).toEqual([]);
  const other = readStructurizr(text.replace('"may use" ""', '{\n technology "TCP"\n description "keeps rows"\n}\n//'));
  expect(other.problems).toEqual([
    {
      line: 8,
      reason: "“keeps rows” and “TCP” are left out: a connection keeps whether it may be, and no text",
    },
  ]);
});

it("takes what is called as an element around it for another one", () => {
  const text = `softwareSystem "Shop" {
  container "Shop" {
    component "Shop"
  }
  container "Mail"
}
Shop -> Mail "sends"
Mail -> Shop
`;
  expect(inWords(readStructurizr(text))).toEqual({
    nodes: ["2 service Shop", "5 service Mail"],
    edges: [],
    problems: [
      "7 the connection from “Shop” to “Mail” is left out: “Shop” is drawn as its containers",
      "8 the connection from “Mail” to “Shop” is left out: “Shop” is drawn as its containers",
    ],
  });
  expect(inWords(readStructurizr('softwareSystem "Shop" {\n component "Shop"\n}\nShop -> Shop'))).toEqual({
    nodes: ["1 service Shop"],
    edges: [],
    problems: ["4 the connection of “Shop” to itself is left out"],
  });
});

it("tells with its line what of a workspace is left out", () => {
  const text = `workspace {
  model {
    clerk = person "Clerk" {
      -> api "asks"
    }
    quay = softwareSystem "Quay" {
      api = container "Ticket API" {
        prices = component "Prices"
        sales = component "Sales"
      }
      lone = component "Lone"
    }
    api -> api "asks itself"
    prices -> sales "reads"
    api -> clerk "mails"
    lone -> api
    -> api
    live = deploymentEnvironment "Live" {
      deploymentNode "One" {
        containerInstance api
        one -> two
      }
    }
  }
}
`;
  expect(inWords(readStructurizr(text))).toEqual({
    nodes: ["7 service api"],
    edges: [],
    problems: [
      "18 this deployment is left out: only what is deployed is drawn",
      "3 the person “Clerk” is left out: people are not drawn",
      "11 the component “Lone” is left out: “Lone” is in no container",
      "4 the connection from “Clerk” to “Ticket API” is left out: people are not drawn",
      "13 the connection of “Ticket API” to itself is left out",
      "14 the connection from “Prices” to “Sales” is left out: both are drawn as one",
      "15 the connection from “Ticket API” to “Clerk” is left out: people are not drawn",
      "16 the connection from “Lone” to “Ticket API” is left out: “Lone” is in no container",
      "17 this connection is left out: it says one of its ends only",
    ],
  });
});

it("tells with its line what a compose file names and does not declare", () => {
  const text = `include: [base.yml]
services:
  web:
    image: nginx
    depends_on:
      - api
      - mail
    labels: ["traefik.http.routers.web.rule=Host(quay)"]
  api:
    extends: { file: common.yml, service: node }
  job:
    extends: { service: api }
`;
  expect(inWords(readCompose(text)).problems).toEqual([
    "1 Includes base.yml, which is not followed",
    "7 “mail” is not declared in this file",
    "9 “api” extends “node” of common.yml, which is not followed",
  ]);
});

it("tells from where on there is more than a product may have", () => {
  const all = Array.from({ length: maxArchitectureNodes + 2 }, (_, at) => `container n${at}\n`).join("");
  const { nodes, problems } = readStructurizr(all);
  expect(nodes).toHaveLength(maxArchitectureNodes);
  expect(problems).toEqual([
    { line: maxArchitectureNodes + 1, reason: "from here on elements are left out: at most 1000 are read" },
  ]);
});

it("lifts what lies deep, and ends soon with a connection of each", () => {
  const deep = Array.from({ length: 2_200 }, (_, at) => `person a${at} {\n`).join("");
  const passedMs = startCpuClock();
  expect(readStructurizr(`${deep}${"a2199 -> a2198\n".repeat(1_600)}`).edges).toEqual([]);
  const lifted = readStructurizr(`container b\ncontainer a {\n${deep}${"a2199 -> b\n".repeat(1_600)}`);
  expect(lifted.edges.map(({ sourceKey, targetKey }) => `${sourceKey} ${targetKey}`)).toEqual(["a b"]);
  expect(passedMs()).toBeLessThan(1_500);
});

it("reads an address that is written often as one connection", () => {
  const shared = Array.from({ length: 1_000 }, (_, at) => `K${at}: "http://db"`).join(",");
  const services = Array.from({ length: 200 }, (_, at) => ` s${at}: {image: a, environment: *e}\n`).join("");
  const { nodes, edges } = readCompose(`x: &e {${shared}}\nservices:\n db: {image: postgres}\n${services}`);
  expect(nodes).toHaveLength(201);
  expect(edges[0]).toMatchObject({ sourceKey: "s0", targetKey: "db", text: "K0" });
});

it("ends soon, whatever it is given", () => {
  const text = [
    "a = container ".repeat(20_000),
    '"'.repeat(100_001),
    "{\n".repeat(40_000),
    "}\n".repeat(40_000),
    "/*".repeat(50_000),
  ];
  const referenceMs = measureReferenceMs();
  const workedMs = startCpuClock();
  for (const one of text) {
    readStructurizr(one.slice(0, maxImportedText));
    readCompose(one.slice(0, maxImportedText));
  }
  // Half of that is honest work; what is quadratic takes thousands.
  expect(workedMs()).toBeLessThan(100 * referenceMs);
});
