import { expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

/** A module of Go with a command for each of these, and a compose file that starts them. */
function commands(names: readonly string[], needs: Readonly<Record<string, string>> = {}): Record<string, string> {
  const services = names.map(
    (name) =>
      `  ${name}:\n    build: { context: ., dockerfile: docker/${name} }\n${needs[name] === undefined ? "" : `    environment: { ${needs[name]} }\n`}`,
  );
  return {
    "compose.yml": `services:\n${services.join("")}  db: { image: postgres }\n`,
    "go.mod": "module boats\n\nrequire github.com/lib/pq v1\n",
    "pkg/store/store.go": 'package store\nimport _ "github.com/lib/pq"\n',
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`docker/${name}`, `FROM golang\nCOPY . .\nRUN go build -o /app ./cmd/${name}\nCMD ["/app"]\n`],
        [`cmd/${name}/main.go`, `package main\nimport _ "boats/pkg/log"\nfunc main() {}\n`],
      ]),
    ),
    "pkg/log/log.go": "package log\n",
  };
}

it("commands of one module say where each begins, but a server and its tool are one product", async () => {
  const programs = async (names: readonly string[]) =>
    (await systemOf(commands(names))).nodes.flatMap(({ name, kind, program }) =>
      kind === "process" ? [`${name} ${program ?? "-"}`] : [],
    );
  expect(await programs(["berths", "pilots", "tugs"])).toEqual([
    "berths cmd/berths",
    "pilots cmd/pilots",
    "tugs cmd/tugs",
  ]);
  expect(await programs(["berths", "pilots"])).toEqual(["berths -", "pilots -"]);
});

it("a driver of the module is of those whose command leads to what imports it", async () => {
  const texts = {
    ...commands(["berths", "pilots", "tugs"], { berths: "PILOTS_ADDR: 'pilots:80'" }),
    "cmd/pilots/main.go": 'package main\nimport _ "boats/pkg/store"\nfunc main() {}\n',
  };
  const { edges } = await systemOf(texts);
  expect(edges.filter(({ to }) => to === "db").map(({ from }) => from)).toEqual(["pilots"]);
});

it("a database is reached beside another that reaches it too, unless that one stands before it", async () => {
  const texts = (name: string) => ({
    "compose.yml": `services:\n  berths:\n    build: berths\n    environment: { UPSTREAM: 'http://${name}:80' }\n  ${name}:\n    image: acme/${name}\n    environment: { DATABASE_URL: 'postgres://db/boats' }\n  db: { image: postgres }\n`,
    "berths/package.json": '{ "name": "berths", "dependencies": { "pg": "8" } }\n',
    "berths/Dockerfile": "FROM node\n",
    "berths/main.js": 'import { Pool } from "pg";\n',
  });
  expect((await systemOf(texts("ledger"))).arrows).toContain("berths client db");
  expect((await systemOf(texts("pgbouncer"))).arrows).not.toContain("berths client db");
});

it("all of a program of others in one image is that program", async () => {
  const { nodes, leftOut } = await systemOf({
    "compose.yml":
      "services:\n  berths: { build: berths, environment: { TRACES: 'http://jaeger-all-in-one:4317' } }\n  pilots: { build: pilots }\n  tugs: { build: tugs }\n  jaeger-all-in-one: { image: 'jaegertracing/all-in-one:1' }\n",
    ...Object.fromEntries(
      ["berths", "pilots", "tugs"].flatMap((name) => [
        [`${name}/package.json`, `{ "name": "${name}" }\n`],
        [`${name}/Dockerfile`, "FROM node\n"],
      ]),
    ),
  });
  expect(leftOut).toEqual([]);
  expect(nodes.find(({ technology }) => technology === "Jaeger")?.name).toBe("jaeger-all-in-one");
});

it("a file of the repository, or a library, that is put into a container is no place where files stay", async () => {
  const { nodes } = await systemOf({
    "compose.yml":
      "services:\n  berths:\n    build: berths\n    volumes: ['./agents/watch:/watch', './lib/agent.jar:/agent.jar']\n",
    "agents/watch": "watch\n",
    "berths/package.json": '{ "name": "berths" }\n',
    "berths/Dockerfile": "FROM node\n",
  });
  expect(nodes.map(({ name }) => name)).toEqual(["berths"]);
});

it("a proxy passes on to the host that a variable holds, and where people are sent calls nobody", async () => {
  const parts = ["berths", "pilots"];
  const { arrows } = await systemOf({
    "compose.yml":
      "services:\n  gate:\n    image: nginx\n    volumes: ['./nginx:/etc/nginx/conf.d']\n  berths: { build: berths }\n  pilots: { build: pilots }\n",
    "nginx/default.conf":
      'server {\n  set $unused "pilots";\n  location / {\n    set $host_of "berths";\n    proxy_pass http://$host_of:80;\n  }\n}\n',
    ...Object.fromEntries(
      parts.flatMap((name) => [
        [`${name}/pom.xml`, `<project><artifactId>${name}</artifactId></project>\n`],
        [`${name}/Dockerfile`, "FROM openjdk\n"],
      ]),
    ),
    "berths/src/main/resources/application.properties": "boats.public.url=http://pilots/done\n",
    "pilots/realm.json": '{ "redirectUris": [\n    "http://berths/*"\n  ],\n  "webOrigins": ["http://berths"] }\n',
  });
  expect(arrows.filter((one) => !one.startsWith("browser") && !one.startsWith("api-clients"))).toEqual([
    "gate connection-setting berths",
  ]);
});
