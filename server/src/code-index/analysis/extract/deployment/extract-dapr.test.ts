import { describe, expect, it } from "vitest";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

import { extractDapr } from "./extract-dapr.ts";

const read = (path: string, text: string) => extractDapr(readSourceText(text, classifyPath(path).language));

function component(type: string, settings: string, rest = ""): string {
  return `apiVersion: dapr.io/v1alpha1
kind: Component
metadata:
  name: boats
spec:
  type: ${type}
  version: v1
  metadata:
${settings}
${rest}`;
}

const setting = (name: string, value: string) => `    - { name: ${name}, value: "${value}" }`;

describe("components", () => {
  it.each([
    ["state.redis", setting("redisHost", "cache:6379"), "state", "Redis", "cache"],
    ["pubsub.rabbitmq", setting("connectionString", "amqp://user:secret@broker:5672"), "pubsub", "RabbitMQ", "broker"],
    ["state.postgresql", setting("connectionString", "Host=db;Port=5432;Username=x"), "state", "PostgreSQL", "db"],
    ["bindings.smtp", `${setting("host", "mail")}\n${setting("port", "25")}`, "binding", "SMTP server", "mail"],
    ["pubsub.kafka", setting("brokers", "localhost:9092"), "pubsub", "Kafka", null],
    ["pubsub.azure.servicebus.topics", setting("namespaceName", "x.windows.net"), "pubsub", "Azure Service Bus", null],
    ["state.aws.dynamodb", setting("table", "boats"), "state", "Amazon DynamoDB", null],
  ])("%s", (type, settings, ...told) => {
    const [block, technology, host] = told;
    expect(read("components/boats.yaml", component(type, settings))?.components).toEqual([
      { name: "boats", block, technology, host, scopes: [], line: 6 },
    ]);
  });

  it("tell to whom they are opened", () => {
    const text = component("state.redis", setting("redisHost", "cache:6379"), "scopes:\n- web\n- api\n");
    expect(read("boats.yaml", text)?.components[0]?.scopes).toEqual(["web", "api"]);
  });

  it.each([
    ["of a secret store", component("secretstores.local.file", setting("secretsFile", "secrets.json"))],
    ["of what nobody knows", component("state.in-house", setting("host", "x"))],
    ["of a resource of others", "kind: Component\nmetadata: { name: boats }\nspec: { type: state.redis }\n"],
    ["that is no YAML", "apiVersion: dapr.io/v1alpha1\nkind: [\n"],
  ])("are none %s", (_what, text) => {
    expect(read("boats.yaml", text)).toBeNull();
  });
});

describe("calls of the sidecar", () => {
  it.each([
    ["a.go", 'import dapr "x"\nclient.SaveState(ctx, "boats", key, data, nil)', "state", "boats"],
    ["a.go", 'import dapr "x"\nclient.PublishEvent(context.Background(), s.bus, topic, data)', "pubsub", null],
    ["A.cs", 'using Dapr.Client;\nawait client.GetStateAsync<Boat>("boats", id);', "state", "boats"],
    ["A.cs", 'using Dapr;\n[Topic("bus", "sailed")]', "pubsub", "bus"],
    [
      "a.py",
      "from dapr.clients import DaprClient\nd.publish_event(pubsub_name='bus', topic_name='a')",
      "pubsub",
      "bus",
    ],
    ["a.py", "from dapr.clients import DaprClient\nd.save_state(store, key, value)", "state", null],
    ["a.js", 'import { DaprClient } from "@dapr/dapr";\nawait client.state.save("boats", rows);', "state", "boats"],
    ["a.js", "fetch(`http://localhost:3500/v1.0/state/boats/${id}`);", "state", "boats"],
    ["A.java", 'import io.dapr.client.DaprClient;\nclient.invokeBinding("mail", "create", x);', "binding", "mail"],
  ])("%s: %s", (path, text, block, name) => {
    expect(read(path, text)?.uses).toEqual([{ block, name, line: text.split("\n").length }]);
  });

  it.each([
    ["of another library", "a.js", "await store.state.save('boats');"],
    ["of a method of its own", "A.cs", "using Dapr.Client;\nvoid ResetStateOfBoats() {}"],
    ["in a comment", "a.go", '// dapr\n// client.SaveState(ctx, "boats")'],
  ])("are none %s", (_what, path, text) => {
    expect(read(path, text)).toBeNull();
  });
});
