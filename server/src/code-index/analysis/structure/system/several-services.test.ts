import { expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

const arrows = async (texts: Record<string, string>): Promise<string[]> =>
  (await systemOf(texts)).edges
    .filter(({ from }) => from !== "browser" && from !== "api-clients")
    .map(({ from, to }) => `${from} -> ${to}`)
    .toSorted();
const boxes = async (texts: Record<string, string>): Promise<string[]> =>
  (await systemOf(texts)).nodes
    .filter(({ kind }) => kind !== "caller")
    .map(({ kind, name, folder }) => `${kind} ${name}${folder === null ? "" : ` in ${folder || "."}`}`)
    .toSorted();

it("a program that was built onto a bare system is the product's own", async () => {
  const found = await boxes({
    "docker-compose.yml": "services:\n  line: { build: ./src/line }\n  db: { image: postgres }\n",
    "src/line/go.mod": "module boats.example/line\n",
    "src/line/main.go": "package main\nfunc main() {}\n",
    "src/line/Dockerfile":
      'FROM golang AS build\nCOPY . .\nFROM alpine:3.22\nCOPY --from=build /line .\nCMD ["./line"]\n',
  });
  expect(found).toEqual(["process line in src/line", "store db"]);
});

it("where a build and its settings are named by variables, the file of settings beside the declaration tells them", async () => {
  const texts = {
    "package.json": '{ "name": "harbour" }\n',
    "compose.yaml":
      "services:\n" +
      "  berths:\n    build:\n      context: ./\n      dockerfile: ${BERTHS_DOCKERFILE}\n    environment: [PILOT_ADDR]\n" +
      "  pilot:\n    build:\n      context: ./\n      dockerfile: ${PILOT_DOCKERFILE}\n",
    ".env":
      "BERTHS_DOCKERFILE=./src/berths/Dockerfile\nPILOT_DOCKERFILE=./src/pilot/Dockerfile\nPILOT_PORT=80\nPILOT_ADDR=pilot:${PILOT_PORT}\n",
    "src/berths/Dockerfile": "FROM gcc\nCOPY ./src/berths/ .\nCMD [./berths]\n",
    "src/berths/berths.cpp": "int main() { return 0; }\n",
    "src/pilot/Dockerfile": "FROM ruby\nCOPY ./src/pilot/ .\nCMD [ruby, pilot.rb]\n",
    "src/pilot/Gemfile": 'gem "sinatra"\n',
    "src/pilot/pilot.rb": 'require "sinatra"\n',
  };
  expect(await boxes(texts)).toEqual(["process berths in src/berths", "process pilot in src/pilot"]);
  expect(await arrows(texts)).toEqual(["berths -> pilot"]);
});

it("a store for each part of the product makes no try-out of it", async () => {
  const parts = ["berths", "pilots", "tugs"];
  const services = parts.map(
    (part) => `  ${part}: { image: me/harbour-${part} }\n  ${part}-db: { image: me/harbour-store }\n`,
  );
  const found = await boxes({
    "docker-compose.yml": `services:\n${services.join("")}  gate: { image: me/harbour-gate }\n`,
    "docker-compose.dev.yml": `services:\n${[...parts, "gate"].map((part) => `  ${part}: { build: ${part} }\n`).join("")}`,
    ...Object.fromEntries(
      [...parts, "gate"].flatMap((part) => [
        [`${part}/package.json`, `{ "name": "harbour-${part}" }\n`],
        [`${part}/Dockerfile`, 'FROM node\nCMD ["node", "main.js"]\n'],
      ]),
    ),
  });
  expect(found).toEqual(expect.arrayContaining([...parts, "gate"].map((part) => `process ${part} in ${part}`)));
});

it("an image is what the only Dockerfile below a folder of its name builds, however general the name is", async () => {
  const deployment = (name: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name} }\nspec:\n  template:\n    spec:\n      containers:\n        - { name: server, image: ${name} }\n---\n`;
  const found = await boxes({
    "kubernetes/all.yaml": deployment("frontend") + deployment("cartservice"),
    "src/frontend/go.mod": "module boats.example/frontend\n",
    "src/frontend/Dockerfile": "FROM golang\nCOPY . .\nCMD [./server]\n",
    "src/cartservice/src/cart.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n',
    "src/cartservice/src/Dockerfile": "FROM dotnet/sdk\nCOPY . .\nCMD [./cart]\n",
  });
  expect(found).toEqual(["process cartservice in src/cartservice/src", "process frontend in src/frontend"]);
});

it("the address of one's own is no service of others, and the own machine is nobody's name", async () => {
  const texts = {
    "docker-compose.yml":
      "services:\n" +
      "  orders:\n    build: ./orders\n    environment: { EMAIL_SERVICE_ADDR: 'letters:8080', FEED_URL: 'http://localhost:9092' }\n" +
      "  letters: { build: ./letters }\n" +
      "  broker: { image: apache/kafka, hostname: localhost }\n",
    "orders/package.json": '{ "name": "orders" }\n',
    "orders/main.js": "const letters = process.env.EMAIL_SERVICE_ADDR;\n",
    "letters/package.json": '{ "name": "letters" }\n',
  };
  expect(await arrows(texts)).toEqual(["orders -> letters"]);
});

const client = (name: string) =>
  `package boats;\n@FeignClient(name = "${name}")\npublic interface Client {\n  @GetMapping("/all")\n  String all();\n}\n`;

it("those whom a registry names are called, by the folder of their code too; a server of settings calls nobody", async () => {
  const pom = "<project><artifactId>part</artifactId></project>\n";
  const texts = {
    "docker-compose.yml":
      "services:\n  hb-berth-service: { build: ./berth-service }\n  hb-tug-service: { build: ./tug-service }\n  gate: { build: ./gate }\n  settings: { build: ./settings }\n",
    ...Object.fromEntries(["berth-service", "tug-service", "gate", "settings"].map((part) => [`${part}/pom.xml`, pom])),
    "berth-service/src/main/java/infrastructure/Client.java": client("tug-service"),
    "gate/src/main/java/Berths.java":
      'package boats;\nclass Berths {\n  URI find() { return discovery.getInstances("tug-service").get(0).getUri(); }\n}\n',
    "settings/src/main/resources/shared/gate.yml":
      "zuul:\n  routes:\n    berths:\n      path: /berths/**\n      serviceId: berth-service\n",
    "settings/src/main/resources/shared/tug-service.yml": "berths:\n  url: http://berth-service:80\n",
    "settings/src/main/resources/shared/application.yml": "berths:\n  url: http://berth-service:80\n",
  };
  expect(await arrows(texts)).toEqual([
    "gate -> hb-berth-service",
    "gate -> hb-tug-service",
    "hb-berth-service -> hb-tug-service",
    "hb-tug-service -> hb-berth-service",
  ]);
});

it("each service has the store that its settings name, also where developers start all of them from one image", async () => {
  const pom = "<project><artifactId>part</artifactId></project>\n";
  const own = (name: string): string =>
    `  ${name}-service: { image: boats/${name}-service }\n  ${name}-db: { image: boats/db }\n`;
  const dev = (name: string): string =>
    `  ${name}-service: { build: ./${name}-service }\n  ${name}-db: { build: db }\n`;
  const settings = (name: string): string =>
    `spring:\n  data:\n    mongodb:\n      host: ${name}-db\n      port: 27017\n`;
  const texts = {
    "pom.xml": pom,
    "docker-compose.yml": `services:\n  config: { image: boats/config }\n${own("berth")}${own("tug")}`,
    "docker-compose.dev.yml": `services:\n  config: { build: ./config }\n${dev("berth")}${dev("tug")}`,
    "db/Dockerfile": "FROM mongo:3\n",
    "config/pom.xml": pom,
    "config/Dockerfile": "FROM openjdk\nCMD [java, -jar, a.jar]\n",
    "config/src/main/resources/shared/berth-service.yml": settings("berth"),
    "config/src/main/resources/shared/tug-service.yml": settings("tug"),
    ...Object.fromEntries(
      ["berth", "tug"].flatMap((name) => [
        [`${name}-service/pom.xml`, pom],
        [`${name}-service/Dockerfile`, "FROM openjdk\nCMD [java, -jar, a.jar]\n"],
      ]),
    ),
  };
  expect(await boxes(texts)).toEqual(expect.arrayContaining(["store berth-db in db", "store tug-db in db"]));
  expect((await arrows(texts)).filter((arrow) => arrow.endsWith("-db"))).toEqual([
    "berth-service -> berth-db",
    "tug-service -> tug-db",
  ]);
});

it("the one process that signs people in for the others is no service of somebody else's", async () => {
  const client =
    "package boats;\nimport org.springframework.security.oauth2.client.OAuth2RestTemplate;\nclass Asking {}\n";
  const texts = (name: string): Record<string, string> => ({
    "docker-compose.yml": `services:\n  ${name}: { build: ./${name} }\n  tugs: { build: ./tugs }\n`,
    [`${name}/pom.xml`]: "<project><artifactId>a</artifactId></project>\n",
    [`${name}/Dockerfile`]: "FROM openjdk\nCMD [java, -jar, a.jar]\n",
    "tugs/pom.xml": "<project><artifactId>b</artifactId></project>\n",
    "tugs/Dockerfile": "FROM openjdk\nCMD [java, -jar, a.jar]\n",
    "tugs/src/main/java/boats/Asking.java": client,
  });
  expect(await arrows(texts("auth-service"))).toEqual(["tugs -> auth-service"]);
  expect(await arrows(texts("berths"))).toEqual(["tugs -> openid-connect-provider"]);
});

it("a script that starts what is declared adds no other processes", async () => {
  const pom = "<project><artifactId>part</artifactId></project>\n";
  const found = await boxes({
    "docker-compose.yml": "services:\n  berths: { build: ./berth-service }\n  tugs: { build: ./tug-service }\n",
    "berth-service/pom.xml": pom,
    "berth-service/Dockerfile": "FROM openjdk\nCMD [java, -jar, a.jar]\n",
    "tug-service/pom.xml": pom,
    "tug-service/Dockerfile": "FROM openjdk\nCMD [java, -jar, a.jar]\n",
    "run.sh":
      "#!/bin/sh\njava -jar berth-service/target/berth-service-0.1.jar &\njava -jar tug-service/target/tug-service-1.0.jar &\n",
  });
  expect(found).toEqual(["process berths in berth-service", "process tugs in tug-service"]);
});

it("a clock that puts jobs into the database reaches the database, and nothing else of its stores", async () => {
  const found = await arrows({
    Gemfile: 'gem "rails"\ngem "delayed_job"\ngem "pg"\n',
    Procfile: "web: bundle exec puma\nworker: bundle exec rails jobs:work\nclock: bundle exec clockwork clock.rb\n",
    "docker-compose.yml": "services:\n  db: { image: postgres }\n  cache: { image: redis }\n",
    "config/database.yml": "production:\n  adapter: postgresql\n",
    "config/initializers/redis.rb": "$redis = Redis.new\n",
    "clock.rb": "every(1.day) { BoatJob.perform_later }\n",
    "app/jobs/boat_job.rb": "class BoatJob < ApplicationJob\n  def perform; end\nend\n",
  });
  expect(found).toEqual(["clock -> db", "web -> cache", "web -> db", "worker -> cache", "worker -> db"]);
});

it("a script that a process is started from is the product's, though it lies among those of developers", async () => {
  const texts = {
    Gemfile: 'gem "rails"\ngem "stripe"\n',
    Procfile: "web: bundle exec puma\npay: bundle exec ruby script/pay.rb\n",
    "config/application.rb": "module Boats\n  class Application < Rails::Application\n  end\nend\n",
    "script/pay.rb": 'require_relative "../lib/billing"\nBilling.run\n',
    "script/once.rb": 'require_relative "../lib/once"\nOnce.run\n',
    "lib/billing.rb": "class Billing\n  def self.run\n    Stripe::Charge.create\n  end\nend\n",
    "lib/once.rb": "class Once\n  def self.run\n    Aws::S3::Client.new\n  end\nend\n",
  };
  expect(await arrows(texts)).toEqual(["pay -> stripe"]);
});

it("pictures that pages show from elsewhere and databases in memory are no boxes", async () => {
  const found = await boxes({
    "pom.xml": "<project><artifactId>boats</artifactId></project>\n",
    Dockerfile: 'FROM eclipse-temurin\nCOPY target/boats.jar .\nCMD ["java", "-jar", "boats.jar"]\n',
    "docker-compose.yml": "services:\n  boats: { build: . }\n  db: { image: postgres }\n",
    "src/main/java/boats/Main.java": `package boats;
class Main {
  public static void main(String[] args) { SpringApplication.run(Main.class, args); }
  String url = "jdbc:h2:mem:boats";
  String face(String hash) { return "https://www.gravatar.com/avatar/" + hash; }
}
`,
  });
  expect(found).toEqual(["process boats in .", "store db"]);
});

const deployment = (name: string, image: string, rest = ""): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name} }\nspec:\n  template:\n    spec:\n      containers:\n        - name: ${name}\n${image === "" ? "" : `          image: ${image}\n`}${rest}---\n`;
const given = (...names: string[]): string =>
  `          envFrom:\n${names.map((name) => `            - configMapRef: { name: ${name} }\n`).join("")}`;

it("settings that Kubernetes keeps under a name lead from those that are given them and read them", async () => {
  const texts = {
    "kubernetes/all.yaml":
      deployment("berths", "harbour.example/berths:1", given("addresses", "store")) +
      deployment("tugs", "harbour.example/tugs:1", given("addresses")) +
      deployment("harbour-db", "harbour.example/harbour-db:1") +
      deployment("laid-over", "", "          env: [{ name: STRIPE_SECRET_KEY, value: x }]\n"),
    "kubernetes/tides.yaml": deployment("tides-db", "postgres:18"),
    "kubernetes/config.yaml":
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: addresses }\ndata:\n  TUGS_API_ADDR: tugs:8080\n  TIDES_HOST: tides-db\n---\n" +
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: store }\ndata:\n  HARBOUR_URI: postgresql://me:secret@harbour-db:5432/harbour\n",
    "overlays/other/config.yaml":
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: addresses }\ndata:\n  TUGS_API_ADDR: berths:8080\n",
    "src/harbour-db/Dockerfile": "FROM postgres:18\nCOPY schema.sql /docker-entrypoint-initdb.d/\n",
    "src/harbour-db/schema.sql": "CREATE TABLE berths (id int primary key);\n",
    ...Object.fromEntries(
      ["berths", "tugs"].flatMap((one) => [
        [`src/${one}/package.json`, `{ "name": "${one}", "dependencies": { "pg": "8" } }\n`],
        [`src/${one}/Dockerfile`, 'FROM node\nCMD ["node", "main.js"]\n'],
        [
          `src/${one}/main.js`,
          one === "berths"
            ? "const tugs = process.env.TUGS_API_ADDR;\napp.listen(80);\n"
            : "const tides = process.env.TIDES_HOST;\napp.listen(80);\n",
        ],
      ]),
    ),
  };
  expect(await boxes(texts)).toEqual([
    "process berths in src/berths",
    "process tugs in src/tugs",
    "store harbour-db in src/harbour-db",
    "store tides-db",
  ]);
  const found = await systemOf(texts);
  expect(found.arrows.filter((one) => !one.startsWith("api-clients") && !one.includes(" client "))).toEqual([
    "berths connection-setting harbour-db",
    "berths connection-setting tugs",
    "tugs connection-setting tides-db",
  ]);
});

it("what Compose takes in by itself says who talks to whom too", async () => {
  const texts = {
    "compose.yaml": "services:\n  berths: { build: ./berths }\n  tugs: { build: ./tugs }\n",
    "compose.override.yaml": "services:\n  berths:\n    environment: { TUGS_ADDR: 'http://tugs:8080' }\n",
    "compose.test.yaml": "services:\n  tugs:\n    environment: { BERTHS_ADDR: 'http://berths:8080' }\n",
    "berths/package.json": '{ "name": "berths" }\n',
    "tugs/package.json": '{ "name": "tugs" }\n',
  };
  expect(await arrows(texts)).toEqual(["berths -> tugs"]);
});

it("what is built of a folder of its own, on a store of its name, is that store, and no program of the whole", async () => {
  const found = await boxes({
    "build.gradle": "plugins {}\n",
    "settings.gradle": 'include "berths"\n',
    "docker-compose.yml":
      "services:\n  berths: { build: ./berths }\n  mysql: { build: ./mysql }\n  rows: { build: ./rows }\n  tables: { build: ./tables }\n",
    "mysql/Dockerfile": "FROM harbour/own-mysql8:$VERSION\nCOPY schema.sh /docker-entrypoint-initdb.d/\n",
    "rows/Dockerfile": "FROM amazon/dynamodb-local:1\n",
    "tables/Dockerfile": "FROM eclipse-temurin\nCOPY start.sh .\nCMD ./start.sh\n",
    "kubernetes/mysql.yaml": deployment("harbour-mysql", "mysql:8"),
    "berths/build.gradle": "plugins {}\n",
    "berths/Dockerfile": 'FROM eclipse-temurin\nCMD ["java", "-jar", "app.jar"]\n',
    "berths/src/main/java/berths/Application.java":
      "package berths;\n@SpringBootApplication\npublic class Application {}\n",
  });
  expect(found.map((one) => one.replace(/harbour-mysql|mysql/, "mysql"))).toEqual([
    "process berths in berths",
    "process tables in tables",
    "store mysql in mysql",
    "store rows in rows",
  ]);
});

it("a broker in an image that its publisher calls otherwise is the same in all declarations", async () => {
  const found = await boxes({
    "docker-compose.yml":
      "services:\n  berths: { build: ./berths }\n  kafka: { image: 'harbour/own-kafka:1' }\n  zookeeper: { image: 'harbour/own-zookeeper:1' }\n",
    "kubernetes/kafka.yaml": deployment("harbour-kafka", "harbour/own-kafka:1"),
    "berths/package.json": '{ "name": "berths" }\n',
  });
  expect(found).toEqual(["process berths in berths", "queue kafka", "store zookeeper"]);
});
