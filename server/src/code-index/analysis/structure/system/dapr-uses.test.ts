import { expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

const services = ["web", "cart", "mail"];
const code = Object.fromEntries(services.map((name) => [`${name}/package.json`, `{ "name": "${name}" }\n`]));
const compose = `services:
${services.map((name) => `  ${name}: { build: ./${name} }\n`).join("")}  cache: { image: "redis:7" }
  broker: { image: "rabbitmq:4" }
`;

const component = (name: string, type: string, host: string, rest = "") => `apiVersion: dapr.io/v1alpha1
kind: Component
metadata: { name: ${name} }
spec: { type: ${type}, metadata: [{ name: host, value: "${host}" }] }
${rest}`;

const arrowsOf = async (files: Record<string, string>) =>
  (await systemOf({ "compose.yml": compose, ...code, ...files })).arrows;

it("leads to the host that a component names, for whom it is opened to and for code that asks for it", async () => {
  const arrows = await arrowsOf({
    "components/state.yaml": component("carts", "state.redis", "cache:6379", "scopes: [cart]\n"),
    "components/bus.yaml": component("bus", "pubsub.rabbitmq", "amqp://broker:5672"),
    "web/main.js":
      'import { DaprClient } from "@dapr/dapr";\nclient.pubsub.publish("bus", "ordered", {});\nclient.state.get("carts", 1);\n',
    "mail/main.js": 'import { DaprServer } from "@dapr/dapr";\nserver.pubsub.subscribe("bus", "ordered", send);\n',
  });
  expect(arrows).toEqual(["cart connection-setting cache", "mail client broker", "web client broker"]);
});

it("says nothing where several stores are meant by no name", async () => {
  const main = 'import { DaprClient } from "@dapr/dapr";\nclient.state.get(name, 1);\n';
  const carts = component("carts", "state.redis", "cache:6379");
  expect(await arrowsOf({ "components/a.yaml": carts, "web/main.js": main })).toEqual(["web client cache"]);
  const others = component("others", "state.postgresql", "db:5432");
  expect(await arrowsOf({ "components/a.yaml": carts, "components/b.yaml": others, "web/main.js": main })).toEqual([]);
});
