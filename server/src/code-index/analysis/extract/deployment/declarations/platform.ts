import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { parseYamlValues, textAt } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { YamlValue } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import { parseJson, recordOf, stringOf } from "#server/code-index/analysis/text/parse-json.ts";
import { parseTomlTables } from "#server/code-index/analysis/text/parse-toml.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

const maxUnits = 200;

/** Files of hosting platforms: Fly, Render, Heroku's app.json, Serverless, Nixpacks. */
export const platform: DeclarationReader = {
  roles: ["platform"],
  read(source) {
    if (source.language === "toml") return { units: flyUnits(source) };
    if (source.language === "json") return { units: herokuUnits(source) };
    const [document] = parseYamlValues(source.text);
    if (document === undefined) return { units: [] };
    return { units: document.entries.has("functions") ? serverlessUnits(document) : renderUnits(document) };
  },
  examples: [
    {
      path: "fly.toml",
      text: 'app = "boats"\n[processes]\nweb = "bin/server"\nworker = "bin/work"\n[http_service]\ninternal_port = 8080\n',
      units: ["web command=bin/server", "worker command=bin/work"],
    },
    {
      path: "fly.toml",
      text: 'app = "boats"\n[http_service]\ninternal_port = 8080\n',
      units: ["boats build=.|| port=8080"],
    },
    {
      path: "render.yaml",
      text: `
services:
  - type: web
    name: boats
    startCommand: npm start
    rootDir: web
  - type: cron
    name: tidy
    startCommand: npm run tidy
  - type: redis
    name: cache
databases:
  - name: boats-db
`,
      units: [
        "boats build=web|| command=npm start",
        "tidy build=.|| command=npm run tidy schedule",
        "cache technology=Redis",
        "boats-db technology=PostgreSQL",
      ],
    },
    {
      path: "app.json",
      text: '{ "name": "boats", "addons": ["heroku-postgresql:mini", { "plan": "heroku-redis" }] }',
      units: ["postgresql technology=PostgreSQL", "redis technology=Redis"],
    },
    {
      path: "serverless.yml",
      text: "service: boats\nprovider: { name: aws }\nfunctions:\n  list:\n    handler: src/list.handler\n  tidy:\n    handler: src/tidy.handler\n    events:\n      - schedule: rate(1 day)\n",
      units: ["boats build=.|| technology=Serverless functions"],
    },
  ],
};

function flyUnits(source: SourceText): DeployedUnit[] {
  const tables = parseTomlTables(source);
  const root = tables.find(({ name }) => name === "")?.entries ?? [];
  const app = root.find(({ key }) => key === "app");
  const processes = tables.find(({ name }) => name === "processes")?.entries ?? [];
  if (processes.length > 0)
    return processes.slice(0, maxUnits).map(({ key, value, line }) => ({
      ...makeUnit("platform", key, { startLine: line, endLine: line }),
      command: commandText([value]),
    }));
  if (app === undefined) return [];
  const ports = tables.flatMap(({ entries }) => entries.filter(({ key }) => key === "internal_port"));
  return [
    {
      ...makeUnit("platform", app.value, { startLine: app.line, endLine: app.line }),
      build: { context: ".", file: null, target: null, mentions: [] },
      ports: ports.map(({ value }) => value),
    },
  ];
}

/** Add-ons are stores; what runs is said by the Procfile beside it. */
function herokuUnits(source: SourceText): DeployedUnit[] {
  const json = recordOf(parseJson(source.text));
  const addons = Array.isArray(json["addons"]) ? json["addons"].slice(0, maxUnits) : [];
  return addons.flatMap((addon: unknown) => {
    const plan = stringOf(addon) ?? stringOf(recordOf(addon)["plan"]) ?? "";
    const name = plan.split(":")[0]?.replace(/^heroku-/, "") ?? "";
    const technology = addonTechnologies[name];
    const line = lineAt(source, Math.max(0, source.text.indexOf(plan)));
    return technology === undefined
      ? []
      : [{ ...makeUnit("platform", name, { startLine: line, endLine: line }), technology }];
  });
}

const addonTechnologies: Readonly<Record<string, string>> = {
  postgresql: "PostgreSQL",
  redis: "Redis",
  rediscloud: "Redis",
  cleardb: "MySQL",
  jawsdb: "MySQL",
  cloudamqp: "RabbitMQ",
  kafka: "Kafka",
  mongolab: "MongoDB",
  bonsai: "Elasticsearch",
  memcachier: "Memcached",
};

function renderUnits(document: YamlValue): DeployedUnit[] {
  const services = document.entries.get("services")?.items ?? [];
  const databases = document.entries.get("databases")?.items ?? [];
  const unit = (item: YamlValue): DeployedUnit => ({
    ...makeUnit("platform", textAt(item, "name") ?? "", { startLine: item.line, endLine: item.endLine }),
  });
  return [
    ...services.slice(0, maxUnits).map((item): DeployedUnit => {
      const type = textAt(item, "type");
      if (type === "redis" || type === "keyvalue") return { ...unit(item), technology: "Redis" };
      return {
        ...unit(item),
        build: {
          context: textAt(item, "rootDir") ?? ".",
          file: textAt(item, "dockerfilePath"),
          target: null,
          mentions: [],
        },
        command: textAt(item, "startCommand") ?? textAt(item, "dockerCommand"),
        duration: type === "cron" ? "schedule" : "long",
      };
    }),
    ...databases.slice(0, maxUnits).map((item) => ({ ...unit(item), technology: "PostgreSQL" })),
  ];
}

/** The functions of a service share their code; one box stands for them. */
function serverlessUnits(document: YamlValue): DeployedUnit[] {
  const functions = document.entries.get("functions");
  if (functions === undefined) return [];
  return [
    {
      ...makeUnit("platform", textAt(document, "service") ?? textAt(document, "service", "name") ?? "", {
        startLine: functions.line,
        endLine: functions.endLine,
      }),
      build: { context: ".", file: null, target: null, mentions: [] },
      technology: "Serverless functions",
    },
  ];
}
