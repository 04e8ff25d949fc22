import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { DaprBlock, DaprComponent, DaprFacts, DaprUse } from "#server/code-index/ports/deployment-facts.ts";

import { technologyNamed, technologyOfImage } from "./technologies/known-technologies.ts";
import { parseYamlValues, textAt, textsOf, valueAt, type YamlValue } from "./yaml-values.ts";

const maxComponents = 50;
const maxUses = 60;

/**
 * Stores, brokers and services that files of components give names to for Dapr, and code that asks its sidecar for one of
 * them; null where a file says nothing of it. https://docs.dapr.io/reference/resource-specs/component-schema/
 */
export function extractDapr(source: SourceText): DaprFacts | null {
  const components = source.language === "yaml" ? readComponents(source.text) : [];
  const uses = source.language === "yaml" || !ofDapr.test(source.text) ? [] : readUses(source);
  return components.length + uses.length === 0 ? null : { components, uses };
}

const componentFile = /^apiVersion:\s*["']?dapr\.io\//m;

function readComponents(text: string): DaprComponent[] {
  if (!componentFile.test(text)) return [];
  return parseYamlValues(text).flatMap(readComponent).slice(0, maxComponents);
}

function readComponent(document: YamlValue): DaprComponent[] {
  const name = textAt(document, "metadata", "name");
  const type = valueAt(document, "spec", "type");
  const [, block, kind = ""] = /^(state|pubsub|bindings)\.([\w.-]+)$/.exec(type?.text ?? "") ?? [];
  const technology = block === undefined ? null : technologyOfType(kind);
  if (textAt(document, "kind") !== "Component" || name === null || type === undefined || technology === null) return [];
  return [
    {
      name,
      block: blockOf[block ?? ""] ?? "state",
      technology,
      host: hostOf(valueAt(document, "spec", "metadata")),
      scopes: textsOf(valueAt(document, "scopes")),
      line: type.line,
    },
  ];
}

const blockOf: Readonly<Record<string, DaprBlock>> = { state: "state", pubsub: "pubsub", bindings: "binding" };

/** Types that bear another name than the images and schemes of what is behind them. */
const clouds: readonly (readonly [RegExp, string])[] = [
  [/^azure\.servicebus/, "Azure Service Bus"],
  [/^azure\.(?:blobstorage|storagequeues|tablestorage)/, "Azure Storage"],
  [/^azure\.eventgrid/, "Azure Event Grid"],
  [/^aws\.dynamodb/, "Amazon DynamoDB"],
  [/^aws\.s3/, "Amazon S3"],
  [/^aws\.sns/, "Amazon SNS"],
  [/^(?:aws\.)?sqs/, "Amazon SQS"],
  [/^(?:aws\.)?snssqs/, "Amazon SNS"],
  [/^gcp\.pubsub/, "Google Pub/Sub"],
  [/^mqtt/, "MQTT broker"],
  [/^jetstream/, "NATS"],
  [/^smtp$/, "SMTP server"],
  [/^twilio\.sendgrid/, "SendGrid"],
  [/^twilio\.sms/, "Twilio"],
];

function technologyOfType(kind: string): string | null {
  const cloud = clouds.find(([pattern]) => pattern.test(kind))?.[1];
  const technology = cloud === undefined ? technologyOfImage(kind) : technologyNamed(cloud);
  return technology?.name ?? null;
}

/** The host without a domain that its settings name: `redis:6379`, `amqp://rabbitmq:5672`, `Host=db;Port=5432`. */
function hostOf(settings: YamlValue | undefined): string | null {
  for (const item of settings?.items ?? []) {
    const value = textAt(item, "value") ?? "";
    const isHost = hostName.test(textAt(item, "name") ?? "") && plainHost.test(value);
    const [, url, keyed] = address.exec(value.slice(0, maxAddress)) ?? [];
    const host = (isHost ? value : (url ?? keyed))?.toLowerCase();
    if (host !== undefined && host !== "localhost") return host;
  }
  return null;
}

const hostName = /^(?:host|hostname|server)$/i;
const plainHost = /^[a-z][a-z\d_-]{0,62}$/i;
const maxAddress = 500;
const address =
  /^(?:[a-z][a-z\d+]{0,20}:\/\/)?(?:[^@\s/]{1,100}@)?([a-z][a-z\d_-]*):\d{2,5}\b|(?:^|[;\s])(?:host|server|data source)=([a-z][a-z\d_-]*)(?:[;,\s]|$)/i;

const ofDapr = /dapr|v1\.0\/(?:state|publish|bindings)\//i;
/** What stands before the name of a component: `ctx,` of Go, names of arguments of Python. */
const beforeName = String.raw`\s*(?:<[^()\n]{0,80}>)?\(\s*(?:(?:ctx|context\.\w+\(\))\s*,\s*)?(?:[a-z_]*name\s*[=:]\s*)?`;
const literal = String.raw`(?:["'\x60]([\w.-]{1,100})["'\x60])?`;

/** Calls of the sidecar by its libraries of Go, .NET, Java, JavaScript and Python, and by its addresses. */
const calls: readonly (readonly [DaprBlock, RegExp])[] = [
  [
    "state",
    call(String.raw`(?:[gG]et|[sS]ave|[dD]elete|Try(?:Save|Delete))(?:Bulk)?State(?:Entry|AndETag)?(?:Async)?`),
  ],
  ["state", call(String.raw`(?:get|save|delete)_(?:bulk_)?state|execute_state_transaction`)],
  ["state", call(String.raw`\.state\.(?:get|save|delete|getBulk|transaction)`)],
  ["state", /v1\.0\/state\/(?:([\w.-]{1,100})(?=["'`/?]))?/g],
  ["pubsub", call(String.raw`(?:[pP]ublishEvent|publish_event)(?:Async|fromCustomContent)?`)],
  ["pubsub", call(String.raw`AddTopicEventHandler|\.WithTopic|\.pubsub\.(?:publish|subscribe)(?:Bulk|WithOptions)?`)],
  ["pubsub", call(String.raw`\[Topic|@Topic|\.subscribe(?=\(\s*pubsub(?:_name)?\s*=)`)],
  ["pubsub", /v1\.0\/publish\/(?:([\w.-]{1,100})(?=\/))?/g],
  ["binding", call(String.raw`[iI]nvoke(?:Output)?Binding(?:Async)?|invoke_binding|\.binding\.send`)],
  ["binding", /v1\.0\/bindings\/(?:([\w.-]{1,100})(?=["'`/?]))?/g],
];

function call(names: string): RegExp {
  return new RegExp(String.raw`(?:(?<![\w.])|(?<=\.)|(?=[.[@]))(?:${names})${beforeName}${literal}`, "g");
}

/** The first line of each block and name. */
function readUses(source: SourceText): DaprUse[] {
  const found = new Map<string, DaprUse>();
  for (const [block, pattern] of calls)
    for (const { match, line } of matchesInCode(source, pattern)) {
      const name = match[1] ?? null;
      const key = `${block} ${name ?? ""}`;
      if (found.size < maxUses && !found.has(key)) found.set(key, { block, name, line });
    }
  return [...found.values()];
}
