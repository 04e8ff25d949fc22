import { expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

const boot = (name: string): string =>
  `package ${name};\n@SpringBootApplication\npublic class Application {\n  public static void main(String[] args) {}\n}\n`;
const pom = (name: string, ...packages: string[]): string =>
  `<project>\n  <groupId>boats</groupId>\n  <artifactId>${name}</artifactId>\n  <dependencies>\n${packages
    .map((one) => {
      const [group = "", artifact = ""] = one.split(":");
      return `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId></dependency>\n`;
    })
    .join("")}  </dependencies>\n</project>\n`;

/** A product of programs of Java, each with the packages that it requires. */
function programs(required: Record<string, string[]>, stores = ""): Record<string, string> {
  const names = Object.keys(required);
  return {
    "pom.xml": `<project>\n  <artifactId>boats</artifactId>\n  <modules>${names.map((one) => `<module>${one}</module>`).join("")}</modules>\n</project>\n`,
    "docker-compose.yml": `services:\n${names.map((one) => `  ${one}: { build: ${one} }\n`).join("")}${stores}`,
    ...Object.fromEntries(
      names.flatMap((one) => [
        [`${one}/pom.xml`, pom(one, ...(required[one] ?? []))],
        [`${one}/Dockerfile`, 'FROM eclipse-temurin\nCMD ["java", "-jar", "app.jar"]\n'],
        [`${one}/src/main/java/${one}/Application.java`, boot(one)],
      ]),
    ),
  };
}

const arrowsOf = async (texts: Record<string, string>): Promise<string[]> => {
  const { nodes, edges } = await systemOf(texts);
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  return edges
    .filter(({ from }) => names.get(from) !== "API clients" && names.get(from) !== "Browser")
    .map(({ from, to }) => `${names.get(from)} -> ${names.get(to)}`)
    .toSorted();
};

it("programs of different folders do not share a store of which nothing says where it is", async () => {
  const texts = programs({
    berths: ["org.hsqldb:hsqldb", "com.mysql:mysql-connector-j"],
    tugs: ["org.hsqldb:hsqldb"],
    pages: [],
  });
  expect(await arrowsOf(texts)).toEqual(["berths -> Database of berths", "tugs -> HSQLDB of tugs"]);
});

it("what code outside of both programs opens, and what they send each other messages through, is one for both", async () => {
  const texts = {
    "package.json": '{ "name": "boats", "private": true, "workspaces": ["apps/*", "packages/*"] }\n',
    "docker-compose.yml": "services:\n  berths: { build: apps/berths }\n  tugs: { build: apps/tugs }\n",
    "packages/store/package.json": '{ "name": "@boats/store", "main": "index.js" }\n',
    "packages/store/index.js": 'import Redis from "ioredis";\nexport const redis = new Redis(process.env.CACHE);\n',
    ...Object.fromEntries(
      ["berths", "tugs"].flatMap((one) => [
        [`apps/${one}/package.json`, `{ "name": "${one}", "dependencies": { "@boats/store": "*" } }\n`],
        [`apps/${one}/Dockerfile`, 'FROM node\nCMD ["node", "main.js"]\n'],
        [
          `apps/${one}/main.js`,
          'import { redis } from "@boats/store";\nimport amqp from "amqplib";\nawait amqp.connect(process.env.BUS);\napp.listen(80);\n',
        ],
      ]),
    ),
  };
  expect(await arrowsOf(texts)).toEqual(["berths -> RabbitMQ", "berths -> Redis", "tugs -> RabbitMQ", "tugs -> Redis"]);
});

it("a store inside of a program, by its address, is no other program's", async () => {
  const texts = {
    "docker-compose.yml":
      "services:\n" +
      "  berths:\n    build: berths\n    environment: { DATABASE_URL: 'sqlite:///data/berths.db' }\n" +
      "  tugs:\n    build: tugs\n    environment: { DATABASE_URL: 'sqlite:///data/tugs.db' }\n",
    ...Object.fromEntries(
      ["berths", "tugs"].flatMap((one) => [
        [`${one}/package.json`, `{ "name": "${one}", "dependencies": { "better-sqlite3": "12" } }\n`],
        [`${one}/Dockerfile`, 'FROM node\nCMD ["node", "main.js"]\n'],
        [`${one}/main.js`, 'import Database from "better-sqlite3";\napp.listen(80);\n'],
      ]),
    ),
  };
  expect(await arrowsOf(texts)).toEqual(["berths -> SQLite of berths", "tugs -> SQLite of tugs"]);
});

const eureka = "org.springframework.cloud:spring-cloud-starter-netflix-eureka";
const config = "org.springframework.cloud:spring-cloud";

it("libraries lead to the only process that is there for all: registry, settings, traces, broker", async () => {
  const texts = programs(
    {
      registry: [`${eureka}-server`, `${config}-starter-config`],
      settings: [`${config}-config-server`],
      berths: [`${eureka}-client`, `${config}-starter-config`, `${config}-starter-bus-amqp`],
      tugs: [`${eureka}-client`, "org.springframework.boot:spring-boot-starter-zipkin"],
    },
    "  broker: { image: 'rabbitmq:4' }\n  traces: { image: 'openzipkin/zipkin' }\n",
  );
  expect(await arrowsOf(texts)).toEqual([
    "berths -> broker",
    "berths -> registry",
    "berths -> settings",
    "registry -> settings",
    "tugs -> registry",
    "tugs -> traces",
  ]);
});

it("of two registries nothing says which one is meant", async () => {
  const texts = programs({ north: [`${eureka}-server`], south: [`${eureka}-server`], berths: [`${eureka}-client`] });
  expect(await arrowsOf(texts)).toEqual([]);
});

it("a setting that is called an interface, and one that a client is declared with, hold the address of a service", async () => {
  const texts = programs({ berths: [`${config}-config-server`], tugs: [] });
  const settings =
    "spring:\n  cloud:\n    config:\n      server:\n        git:\n          uri: https://github.com/boats/settings\n" +
    "tides:\n  url: https://data.tides-world.net/v1\nhomepage:\n  url: https://www.harbour-news.net/\n";
  const found = await arrowsOf({
    ...texts,
    "berths/src/main/resources/application.yml": settings,
    "berths/src/main/java/berths/Tides.java":
      'package berths;\n@FeignClient(url = "${tides.url}", name = "tides")\npublic interface Tides {}\n',
    "tugs/src/main/java/tugs/Pay.java":
      'package tugs;\nclass Pay {\n  String gateway = System.getenv().getOrDefault("PAYMENT_GATEWAY", "https://paypal.com/");\n  String home = System.getenv().getOrDefault("HOME_URL", "https://www.harbour-news.net/");\n}\n',
  });
  expect(found).toEqual(["berths -> Git repository", "berths -> tides-world.net", "tugs -> PayPal"]);
});
