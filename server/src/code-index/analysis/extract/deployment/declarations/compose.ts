import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit, withDefaults } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import {
  parseYamlValues,
  textAt,
  textsOf,
  valueAt,
} from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { YamlValue } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type {
  DeclarationForm,
  DeployedSetting,
  DeployedUnit,
  VolumeFact,
} from "#server/code-index/ports/deployment-facts.ts";

/** A file with more is generated. */
const maxServices = 500;
/** Settings, needs, ports and the like of a file together: what services share is copied for each of them. */
const maxDetails = 5_000;

/** Compose files. */
export const compose: DeclarationReader = {
  roles: ["compose"],
  read: ({ text }) => readComposeText(text, "compose"),
  examples: [
    {
      path: "docker-compose.yml",
      text: `
x-common: &common
  env_file: [.env, { path: boats.env }]
  restart: always
services:
  web:
    <<: *common
    build: { context: ./web, dockerfile: Web.Dockerfile, target: prod }
    ports: ["\${PORT:-8080}:80", { target: 9000, published: 9001 }]
    environment: { DATABASE_URL: "postgres://u@db/boats" }
    depends_on:
      db: { condition: service_healthy }
  worker:
    extends: { file: base.yml, service: worker }
    command: ["celery", "-A", "boats", "worker"]
    environment:
      - BROKER=redis://cache:6379
    volumes: [./worker.conf:/etc/worker.conf:ro, data:/data, /var/run:/run]
    depends_on: [db]
    profiles: [jobs]
    labels: ["traefik.http.routers.work.rule=Host(boats)"]
  db:
    image: postgres:\${VERSION:-16}
`,
      units: [
        "web build=./web|Web.Dockerfile|prod port=80,9000 needs=db files=.env,boats.env DATABASE_URL=postgres://u@db/boats",
        "worker base=base.yml#worker command=celery -A boats worker needs=db,traefik mounts=./worker.conf volumes=data:/data,/var/run:/run BROKER=redis://cache:6379",
        "db image=postgres:16",
      ],
    },
  ],
};

/** Also from a block of text in a document. */
export function readComposeText(text: string, form: DeclarationForm): { units: DeployedUnit[]; includes: string[] } {
  const [document] = parseYamlValues(text);
  const services = document?.entries.get("services") ?? firstVersion(document);
  const units = [...(services?.entries ?? [])]
    .slice(0, maxServices)
    .flatMap(([name, service]) => (service.entries.size === 0 ? [] : [serviceUnit(form, name, service)]));
  return { units: boundedUnits(units), includes: includesOf(document?.entries.get("include")) };
}

/** What all of them need comes first: it is least, and tells most. */
function boundedUnits(units: readonly DeployedUnit[]): DeployedUnit[] {
  let left = maxDetails;
  const bound = <T>(list: T[]): T[] => {
    const kept = list.slice(0, left);
    left -= kept.length;
    return kept;
  };
  return units
    .map((unit) => ({ ...unit, needs: bound(unit.needs) }))
    .map((unit) => ({
      ...unit,
      ports: bound(unit.ports),
      volumes: bound(unit.volumes),
      mounts: bound(unit.mounts),
      settingFiles: bound(unit.settingFiles),
      profiles: bound(unit.profiles),
      build: unit.build === null ? null : { ...unit.build, mentions: bound(unit.build.mentions) },
      settings: bound(unit.settings),
    }));
}

/** In the first version of the format the services are the document itself. */
function firstVersion(document: YamlValue | undefined): YamlValue | undefined {
  const services = [...(document?.entries.values() ?? [])];
  return services.length > 0 && services.every(({ entries }) => entries.has("image") || entries.has("build"))
    ? document
    : undefined;
}

function includesOf(value: YamlValue | undefined): string[] {
  return (value?.items ?? []).flatMap((item) => (item.text === null ? textsOf(item.entries.get("path")) : [item.text]));
}

function serviceUnit(form: DeclarationForm, name: string, service: YamlValue): DeployedUnit {
  const at = (key: string): YamlValue | undefined => service.entries.get(key);
  const image = textAt(service, "image");
  const command = [...textsOf(at("entrypoint")), ...textsOf(at("command"))];
  return {
    ...makeUnit(form, name, { startLine: service.line, endLine: service.endLine }),
    image: image === null ? null : withDefaults(image),
    aliases: [
      ...[textAt(service, "container_name"), textAt(service, "hostname")].filter((one) => one !== null),
      ...[...(at("networks")?.entries.values() ?? [])].flatMap((network) => textsOf(network.entries.get("aliases"))),
    ],
    build: buildOf(at("build")),
    command: commandText(command.map(withDefaults)),
    ports: [...portsOf(at("ports")), ...textsOf(at("expose")).map(withDefaults)],
    settings: settingsOf(at("environment")),
    settingFiles: [
      ...textsOf(at("env_file")),
      ...(at("env_file")?.items ?? []).flatMap((item) => textsOf(item.entries.get("path"))),
    ],
    mounts: mountsOf(at("volumes")),
    volumes: volumesOf(at("volumes")),
    needs: [...needsOf(at("depends_on")), ...needsOf(at("links")), ...servedBy(at("labels"), at("environment"))],
    base: baseOf(at("extends")),
    profiles: textsOf(at("profiles")),
  };
}

function buildOf(value: YamlValue | undefined): DeployedUnit["build"] {
  if (value === undefined) return null;
  const context = value.text ?? textAt(value, "context") ?? ".";
  return {
    context: withDefaults(context),
    file: textAt(value, "dockerfile"),
    target: textAt(value, "target"),
    mentions: [...(valueAt(value, "args")?.entries.values() ?? [])].flatMap(({ text }) =>
      text?.includes("/") ? [text] : [],
    ),
  };
}

/** The port inside: the last one of `127.0.0.1:8080:80/tcp`, and `target`. */
function portsOf(value: YamlValue | undefined): string[] {
  return (value?.items ?? []).flatMap((item) => {
    const text = item.text ?? textAt(item, "target");
    const port =
      text === null
        ? undefined
        : withDefaults(text)
            .replace(/\/\w+$/, "")
            .split(":")
            .at(-1);
    return port === undefined || port === "" ? [] : [port];
  });
}

function settingsOf(value: YamlValue | undefined): DeployedSetting[] {
  const pairs = [...(value?.entries ?? [])].map(([name, { text, line }]) => ({ name, value: text ?? "", line }));
  const listed = (value?.items ?? []).flatMap(({ text, line }) => {
    const at = text?.indexOf("=") ?? -1;
    return text === null
      ? []
      : [{ name: at < 0 ? text : text.slice(0, at), value: at < 0 ? "" : text.slice(at + 1), line }];
  });
  return [...pairs, ...listed].map((one) => ({ ...one, value: withDefaults(one.value) }));
}

/** The side outside of `./nginx.conf:/etc/nginx/nginx.conf:ro`, where it is a path beside the file. */
function mountsOf(value: YamlValue | undefined): string[] {
  return (value?.items ?? []).flatMap((item) => {
    const source = withDefaults(item.text ?? textAt(item, "source") ?? "").split(":")[0] ?? "";
    return /^\.{1,2}\/./.test(source) ? [source] : [];
  });
}

/** `data:/data`, `./uploads:/srv/uploads`, `{ type: volume, source, target }`; what is only read is none. */
function volumesOf(value: YamlValue | undefined): VolumeFact[] {
  return (value?.items ?? []).flatMap((item) => {
    const long = { source: textAt(item, "source") ?? "", target: textAt(item, "target"), mode: "" };
    const [, source = "", target = "", mode = ""] =
      /^([^:]+):([^:]+)(?::(\w+).*)?$/.exec(withDefaults(item.text ?? "")) ?? [];
    const written = item.text === null ? long : { source, target, mode };
    const isRead = written.mode === "ro" || textAt(item, "read_only") === "true";
    return written.target === null || written.target === "" || isRead
      ? []
      : [{ source: written.source, target: written.target, line: item.line }];
  });
}

function needsOf(value: YamlValue | undefined): DeployedUnit["needs"] {
  const named = [...(value?.entries ?? [])].map(([name, { line }]) => ({ name, line }));
  const listed = (value?.items ?? []).flatMap(({ text, line }) =>
    text === null ? [] : [{ name: text.split(":")[0] ?? text, line }],
  );
  return [...named, ...listed].map((need) => ({ ...need, kind: "start" as const }));
}

/** Proxies that find their targets by labels and variables of these. */
function servedBy(labels: YamlValue | undefined, environment: YamlValue | undefined): DeployedUnit["needs"] {
  const all = [...settingsOf(labels), ...settingsOf(environment)];
  const isOff = all.some(({ name, value }) => name === "traefik.enable" && value === "false");
  const found = proxiesByMark.flatMap(([name, mark]) => {
    const line = all.find((one) => mark.test(one.name))?.line;
    return line === undefined || (isOff && name === "traefik") ? [] : [{ name, kind: "served" as const, line }];
  });
  return found;
}

const proxiesByMark: readonly [name: string, mark: RegExp][] = [
  ["traefik", /^traefik\.(?:http|tcp|frontend)\./],
  ["caddy", /^caddy(?:_\d+)?$/],
  ["nginx-proxy", /^VIRTUAL_HOST$/],
];

function baseOf(value: YamlValue | undefined): DeployedUnit["base"] {
  const name = value?.text ?? textAt(value, "service");
  return name === null ? null : { file: textAt(value, "file"), name };
}
