import { expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

/** Without who calls from outside. */
const within = (arrows: readonly string[]): string[] =>
  arrows.filter((one) => !one.startsWith("browser") && !one.startsWith("api-clients"));

function part(name: string, dockerfile = "FROM node\n"): Record<string, string> {
  return { [`${name}/package.json`]: `{ "name": "@harbour/${name}" }\n`, [`${name}/Dockerfile`]: dockerfile };
}

it("two programs are not one because both images call theirs app", async () => {
  const { nodes } = await systemOf({
    "compose.yml":
      "services:\n  api: { image: acme/harbour-api, environment: { BERTHS_URL: 'http://berths' } }\n  berths: { image: acme/harbour-berths }\n",
    "pilots/compose.yml": "services:\n  pilots: { build: . }\n",
    "k8s/berths.yml":
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: berths }\nspec:\n  template:\n    spec:\n      containers:\n        - { name: berths, image: acme/harbour-berths, command: [/app], args: ['-port=80'] }\n",
    ...part("api"),
    ...part("berths", 'FROM golang\nCMD ["/app", "-port=80"]\n'),
    ...part("pilots", 'FROM golang\nCMD ["/app", "-port=80"]\n'),
  });
  expect(nodes.flatMap(({ kind, name }) => (kind === "process" ? [name] : [])).toSorted()).toEqual([
    "api",
    "berths",
    "pilots",
  ]);
});

it("what is built on a program of others is that program, though images elsewhere bear the product's name", async () => {
  const { nodes, arrows } = await systemOf({
    "src/front-gate/compose.yml": "services:\n  gate: { build: ., image: acme/harbour-front-gate }\n",
    "src/front-gate/Dockerfile": "FROM traefik\nCOPY traefik.toml /etc/traefik/\n",
    "src/front-gate/traefik.toml": '[servers.one]\nurl = "http://berths:3000"\n',
    "deploy/compose.yml":
      "services:\n  gate: { image: 'acme/harbour-front-gate:1' }\n  berths: { image: 'acme/harbour-berths:1' }\n",
    "deploy/all/Dockerfile": "FROM node\nCOPY berths berths\nCOPY pilots pilots\n",
    ...part("berths"),
    ...part("pilots"),
  });
  expect(nodes.find(({ name }) => name === "gate")?.folder).toBe("src/front-gate");
  expect(within(arrows)).toEqual(["gate connection-setting berths"]);
});

it("a plain word is the host of a store that is called so where the setting names its technology", async () => {
  const { arrows } = await systemOf({
    "compose.yml":
      "services:\n  berths: { build: berths, environment: { SESSION_REDIS: session-db, SESSION_NAME: names } }\n  session-db: { image: redis }\n  names: { image: redis }\n",
    ...part("berths"),
  });
  expect(within(arrows)).toEqual(["berths connection-setting session-db"]);
});

it("what a declaration starts to test others adds nothing", async () => {
  const { arrows, nodes } = await systemOf({
    "docker-compose.yml": "services:\n  berths: { build: berths }\n  pilots: { build: pilots }\n",
    "docker-compose.provider.yml":
      "services:\n  pilots:\n    command: npm run test:provider\n    environment: { BERTHS_URL: 'http://berths' }\n    volumes: ['./pacts:/pacts']\n",
    "docker-compose.it.yml":
      "services:\n  pilots-it: { image: acme/pilots-it, environment: { PILOTS_API: 'http://pilots' } }\n",
    ...part("berths"),
    ...part("pilots"),
  });
  expect(within(arrows)).toEqual([]);
  expect(nodes.map(({ name }) => name)).toEqual(["berths", "pilots"]);
});

it("whom Dapr is asked to call is called, by the id that it runs under", async () => {
  const { arrows } = await systemOf({
    "compose.yml":
      "services:\n  berths: { build: berths }\n  pilots: { build: pilots }\n  tugs: { build: tugs }\n  office: { build: office }\n",
    ...part("berths"),
    "berths/main.go":
      'package main\nimport dapr "github.com/dapr/go-sdk/client"\nfunc main() { c.InvokeMethod(context.Background(), "pilots", "get", "get") }\n',
    ...part("pilots"),
    "pilots/client.cs":
      'using Dapr.Client;\nvar tugs = DaprClient.CreateInvokeHttpClient("tugs");\ntype.InvokeMember("berths");\n',
    ...part("tugs"),
    "tugs/main.js": "const dapr = 3500;\nfetch(`http://localhost:${dapr}/v1.0/invoke/office/method/open`);\n",
    ...part("office"),
    "office/main.go": 'package main\nfunc main() { reflected.InvokeMethod(value, "berths") }\n',
  });
  expect(within(arrows)).toEqual(["berths http-call pilots", "pilots http-call tugs", "tugs http-call office"]);
});

it("pages that a web server of others serves call whom their settings name", async () => {
  const { arrows } = await systemOf({
    "compose.yml": "services:\n  pages: { build: pages }\n  berths: { build: berths }\n",
    "k8s/berths.yml":
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: berths-deployment }\nspec:\n  template:\n    spec:\n      containers:\n        - { name: one, image: 'elsewhere/one' }\n",
    ...part("pages", "FROM node AS build\nCOPY . .\nFROM nginx\nCOPY --from=build /dist /usr/share/nginx/html\n"),
    "pages/src/env.ts": "export const berths = process.env.VUE_APP_BERTHS_SERVICE_URL;\n",
    ...part("berths"),
  });
  expect(within(arrows)).toEqual(["pages http-call berths"]);
});

it("what stands beside the commands of a module has none of their stores", async () => {
  const commands = ["berths", "pilots", "tugs"];
  const { arrows } = await systemOf({
    "compose.yml": `services:\n  gate: { build: { context: ., dockerfile: docker/gate } }\n${commands
      .map((name) => `  ${name}: { build: { context: ., dockerfile: docker/${name} } }\n`)
      .join("")}  db: { image: postgres }\n`,
    "go.mod": "module boats\n\nrequire github.com/lib/pq v1\n",
    "docker/gate": "FROM golang\nCOPY . .\nRUN go build -o /app ./cmd/front\n",
    "cmd/front/main.go": "package main\nfunc main() {}\n",
    ...Object.fromEntries(
      commands.flatMap((name) => [
        [`docker/${name}`, `FROM golang\nCOPY . .\nRUN go build -o /app ./cmd/${name}\n`],
        [
          `cmd/${name}/main.go`,
          `package main\n${name === "tugs" ? 'import _ "github.com/lib/pq"\n' : ""}func main() {}\n`,
        ],
      ]),
    ),
  });
  expect(within(arrows)).toEqual(["tugs client db"]);
});

it("the product's own image on the same port is one process, whatever two declarations call it", async () => {
  const { nodes } = await systemOf({
    "docker-compose.yml":
      "services:\n  client: { image: acme/harbour-berths, ports: ['90:90'] }\n  work: { image: acme/harbour-berths, ports: ['91:91'] }\n",
    "docker-compose-v3.yml": "services:\n  ext: { image: 'acme/harbour-berths:2', ports: ['90:90'] }\n",
    ...part("berths"),
  });
  expect(nodes.flatMap(({ kind, ports }) => (kind === "process" ? [ports.join()] : []))).toEqual(["90", "91"]);
});

it("an image that nobody publishes is what the only folder builds that begins with its name", async () => {
  const manifest = (name: string): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name}-deployment }\nspec:\n  template:\n    spec:\n      containers:\n        - { name: ${name}, image: '${name}:latest' }\n`;
  const { nodes, arrows } = await systemOf({
    "k8s/users.yml": manifest("users"),
    "k8s/pages.yml": manifest("pages"),
    "k8s/berths.yml": manifest("berths"),
    "users-cna/Dockerfile": "FROM python\nCOPY . .\n",
    "users-cna/app.py": "app = 1\n",
    "berths-one/Dockerfile": "FROM python\nCOPY . .\n",
    "berths-two/Dockerfile": "FROM python\nCOPY . .\n",
    ...part("pages"),
    "pages/src/env.js": "export const users = process.env.REACT_APP_USERS_URL_BASE;\n",
  });
  const folderOf = (name: string) => nodes.find((one) => one.name === `${name}-deployment`)?.folder;
  expect([folderOf("users"), folderOf("berths")]).toEqual(["users-cna", null]);
  expect(within(arrows)).toEqual(["pages-deployment http-call users-deployment"]);
});
