import { describe, expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

const rails = {
  Gemfile: 'gem "rails"\ngem "sidekiq"\ngem "pg"\ngem "ruby-openai"\n',
  Procfile: "web: bundle exec puma -C config/puma.rb\njobs: bundle exec sidekiq\nclock: bundle exec clockwork lib/clock.rb\n",
  "docker-compose.yml": "services:\n  db: { image: postgres }\n  cache: { image: redis }\n",
  "config/database.yml": "production:\n  adapter: postgresql\n",
  "config/puma.rb": "port 3000\n",
  "config/initializers/redis.rb": "$redis = Redis.new\n",
  "lib/clock.rb": "every(1.day) { ReportJob.perform_async }\n",
  "app/controllers/boats_controller.rb": "class BoatsController\n  def create\n    Billing.new.charge\n    ReportJob.perform_async\n  end\nend\n",
  "app/models/billing.rb": "class Billing\n  def charge\n    Stripe.api_key = key\n  end\nend\n",
  "app/jobs/report_job.rb": "class ReportJob\n  include Sidekiq::Worker\n  def perform\n    Summary.new.write\n    Billing.new.charge\n  end\nend\n",
  "app/models/summary.rb": "class Summary\n  def write\n    OpenAI::Client.new\n  end\nend\n",
}; // prettier-ignore

const monorepo = {
  "package.json": '{ "name": "canal", "workspaces": ["apps/*", "packages/*"] }\n',
  "docker-compose.yml":
    "services:\n  web: { build: ./apps/web }\n  api: { build: ./apps/api }\n  gate: { build: ./apps/gate }\n  lock: { build: ./apps/lock }\n  db: { image: postgres }\n",
  ...Object.fromEntries(
    ["web", "api", "gate", "lock"].flatMap((name) => [
      [`apps/${name}/package.json`, `{ "name": "@canal/${name}", "dependencies": { "@canal/shared": "*" } }\n`],
      [`apps/${name}/Dockerfile`, 'FROM node:24\nCMD ["node", "main.js"]\n'],
    ]),
  ),
  "apps/web/main.js": 'import { plain } from "@canal/shared/plain.js";\nplain();\n',
  "apps/api/main.js": 'import { query } from "@canal/shared/data.js";\nquery();\n',
  "apps/gate/main.js": 'import { query } from "@canal/shared/data.js";\nquery();\n',
  "apps/lock/main.js": 'import { query } from "@canal/shared/data.js";\nquery();\n',
  "packages/shared/package.json": '{ "name": "@canal/shared" }\n',
  "packages/shared/plain.js": "export const plain = () => 1;\n",
  "packages/shared/data.js":
    'import Stripe from "stripe";\nconst pool = await asyncpg.connect();\nexport const query = () => pool;\nconst stripe = new Stripe(key);\n',
}; // prettier-ignore

describe("boxes of processes and stores", () => {
  const boxes = async (texts: Record<string, string>): Promise<string[]> => {
    const { nodes } = await systemOf(texts);
    // Who calls is told beside `connectCallers`.
    const declared = nodes.filter(({ kind }) => kind !== "caller");
    return declared.map(({ kind, name, certainty }) => `${kind} ${name} ${certainty}`).toSorted();
  };
  const gemfile = 'gem "rails"\ngem "sidekiq"\n';
  const rails = "module Boats\n  class Application < Rails::Application\n  end\nend\n";

  it("where only workers and clocks are declared, the web server of their code runs too", async () => {
    const found = await boxes({
      Gemfile: gemfile,
      Procfile: "clock: bundle exec clockwork lib/clock.rb\njobs: bundle exec sidekiq\n",
      "config/application.rb": rails,
    });
    expect(found).toEqual(["process Rails resolved", "process clock resolved", "process jobs resolved"]);
  });

  it("where nothing is declared, workers stand beside the web server whose code needs them", async () => {
    const texts = { "config/application.rb": rails, Gemfile: 'gem "rails"\n' };
    expect(await boxes({ ...texts, Gemfile: gemfile })).toEqual([
      "cache Redis partly",
      "process Rails resolved",
      "process Sidekiq partly",
    ]);
    expect(await boxes(texts)).toEqual(["process Rails resolved"]);
  });

  const unit = (command: string): string => `[Service]\nExecStart=/opt/boats/bin/${command}\n`;

  it("examples count where nothing else declares the product, and tests never", async () => {
    const examples = {
      "go.mod": "module example.org/boats\n",
      "main.go": "package main\n\nfunc main() {}\n",
      "contrib/boats.service": unit("boats serve"),
      "contrib/boats-work.service": unit("boats-work"),
      "tests/contrib/boats-check.service": unit("boats-check"),
    };
    expect(await boxes(examples)).toEqual(["process boats partly", "process boats-work partly"]);
    expect(await boxes({ ...examples, "boats.service": unit("boats serve") })).toEqual(["process boats resolved"]);
  });

  it("what a package manager's files build is the program beside them, once", async () => {
    const found = await boxes({
      "composer.json": '{ "name": "boats/boats" }\n',
      "bootstrap/app.php": "<?php\nreturn Application::configure(basePath: dirname(__DIR__))\n",
      "docker-compose.yml":
        "services:\n  boats.test: { build: ./vendor/laravel/sail/runtimes/8.4 }\n  db: { image: mariadb }\n",
    });
    expect(found).toEqual(["process boats.test resolved", "store db resolved"]);
  });

  it("an image that starts a project by its name is that project", async () => {
    const web = '<Project Sdk="Microsoft.NET.Sdk.Web">\n</Project>\n';
    const found = await boxes({
      "src/Boats.Web/Boats.Web.csproj": web,
      "src/Modules/Boats.Pay/Boats.Pay.csproj": '<Project Sdk="Microsoft.NET.Sdk">\n</Project>\n',
      "src/Modules/Boats.Pay/Pay.cs": "using Stripe;\n\nnamespace Boats.Pay;\n",
      Dockerfile: "FROM mcr.microsoft.com/dotnet/sdk\nRUN dotnet publish src/Boats.Web/Boats.Web.csproj\n",
      "cloud/Dockerfile": 'FROM mcr.microsoft.com/dotnet/aspnet\nENTRYPOINT ["dotnet", "Boats.Web.dll"]\n',
    });
    expect(found).toEqual(["outside Stripe partly", "process Boats.Web resolved"]);
  });

  it("a cache that code makes a client of stands beside declared stores, and a driver alone does not", async () => {
    const found = await boxes({
      "package.json": '{ "name": "boats", "dependencies": { "ioredis": "5", "amqplib": "1" } }\n',
      "docker-compose.yml": "services:\n  boats: { build: . }\n  db: { image: postgres }\n",
      Dockerfile: 'FROM node\nCMD ["node", "main.js"]\n',
      "main.js": 'import Redis from "ioredis";\nconst redis = new Redis(url);\n',
    });
    expect(found).toEqual(["cache Redis resolved", "process boats resolved", "store db resolved"]);
  });

  it("a database that code opens inside of the program stands beside the server that a composition declares", async () => {
    const found = await boxes({
      "go.mod": "module example.org/boats\n\nrequire modernc.org/sqlite v1.0.0\n",
      "main.go": 'package main\n\nfunc main() {\n\tdb, err := sqlx.ConnectContext(ctx, "sqlite", path)\n}\n',
      Dockerfile: 'FROM golang\nCMD ["boats"]\n',
      "docker-compose.yml": "services:\n  boats: { build: . }\n  db: { image: postgres }\n",
    });
    expect(found).toContain("store SQLite resolved");
    expect(found).toContain("store db resolved");
  });

  it("the address that a program takes without a setting says its database, and what it listens on itself says no other", async () => {
    const found = await boxes({
      "package.json": '{ "name": "boats" }\n',
      Dockerfile: 'FROM node\nCMD ["node", "main.js"]\n',
      "docker-compose.yml": "services:\n  boats: { build: . }\n",
      "main.js":
        'const url = process.env.BOATS_DATABASE_URL ?? "sqlite://boats.db?mode=rwc";\nconst host = process.env.LDAP_HOST ?? "0.0.0.0";\nconst page = process.env.PAGE_URL ?? "https://boats.example";\n',
    });
    expect(found).toEqual(["process boats resolved", "store SQLite resolved"]);
  });

  it("a command that names the address of another process leads to it", async () => {
    const { edges } = await systemOf({
      "package.json": '{ "name": "boats" }\n',
      Dockerfile: 'FROM node\nCMD ["node", "main.js"]\n',
      "docker-compose.yml":
        "services:\n  app: { build: . }\n  gate:\n    image: caddy:2\n    command: caddy reverse-proxy --from $HOST --to app:3000\n  old: { image: 'busybox', command: 'echo app' }\n",
    });
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["gate app"]);
  });

  it("a service that a declaration starts from an image of its name is no outside one", async () => {
    const { nodes, edges } = await systemOf({
      "package.json": '{ "name": "boats", "dependencies": { "@pyroscope/nodejs": "1", "pino-loki": "2" } }\n',
      "docker-compose.yml":
        "services:\n  boats: { build: . }\n  profiles: { image: grafana/pyroscope }\n  logs: { image: grafana/loki }\n",
      Dockerfile: 'FROM node\nCMD ["node", "main.js"]\n',
      "main.js": 'import Pyroscope from "@pyroscope/nodejs";\nimport loki from "pino-loki";\nPyroscope.start(loki);\n',
    });
    expect(nodes.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      "process boats",
      "process logs",
      "process profiles",
    ]);
    expect(edges.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(["boats logs", "boats profiles"]);
  });

  it("what supervisors within an image start are processes, but for programs of the machine and what is declared already", async () => {
    const found = await boxes({
      "package.json": '{ "name": "boats", "workspaces": ["apps/*"] }\n',
      "apps/web/package.json": '{ "name": "@boats/web" }\n',
      "apps/work/package.json": '{ "name": "@boats/work" }\n',
      "docker-compose.yml": "services:\n  web: { image: ghcr.io/boats/boats-web }\n",
      "docker/s6-rc.d/svc-web/run": "#!/bin/sh\ncd /app/apps/web\nexec node server.js\n",
      "docker/s6-rc.d/svc-work/run": "#!/bin/sh\ncd /app/apps/work\nexec s6-setuidgid boats node main.js\n",
      "docker/s6-rc.d/svc-nginx/run": "#!/bin/sh\nexec nginx -g 'daemon off;'\n",
      "docker/s6-rc.d/init-migration/run": "#!/bin/sh\nexec node migrate.js\n",
    });
    expect(found).toEqual(["process web resolved", "process work resolved"]);
  });

  it("the only image whose code nothing tells is what is built here, and images of tests say nothing of it", async () => {
    const found = await systemOf({
      "go.mod": "module github.com/boats/server\n",
      "main.go": 'package main\n\nimport "net/smtp"\n\nfunc main() {}\n',
      Dockerfile: 'FROM golang\nRUN go build -o boats\nCMD ["./boats"]\n',
      "playwright/package.json": '{ "name": "checks" }\n',
      "playwright/Dockerfile": "FROM node\n",
      "playwright/compose.yml": "services:\n  boats: { build: . }\n",
      "README.md": "# Run\n\n```yaml\nservices:\n  boats:\n    image: boats/server\n```\n",
    });
    expect(found.nodes.map(({ name, folder }) => `${name} ${folder ?? "-"}`)).toEqual(["boats ", "SMTP server -"]);
  });

  it("modules of Go that others need say nothing, and what runs inside of the program stands beside servers for developers", async () => {
    const found = await boxes({
      "go.mod": "module example.org/boats\n\nrequire (\n\tgo.mongodb.org/mongo-driver v2.5.0 // indirect\n)\n",
      "main.go": 'package main\n\nfunc main() {\n\tsql.Open("sqlite3", path)\n}\n',
      "boats.service": "[Service]\nExecStart=/opt/boats/boats\n",
      "dev/compose.yml": "services:\n  db: { image: postgres }\n",
    });
    expect(found).toEqual(["process boats resolved", "store SQLite resolved", "store db partly"]);
  });

  it("declarations that start the same program are one, and what people start themselves stands beside it", async () => {
    const crate = (name: string): [string, string] => [`crates/${name}/Cargo.toml`, `[package]\nname = "${name}"\n`];
    const { nodes } = await systemOf({
      "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
      ...Object.fromEntries([crate("boats"), crate("boats-server"), crate("boats-look")]),
      "crates/boats/src/main.rs": "fn main() {\n}\n",
      "crates/boats-server/src/main.rs": "fn main() {\n}\n",
      "crates/boats-look/src/main.rs": "fn main() {\n}\n",
      Dockerfile: 'FROM rust\nENTRYPOINT ["boats-server"]\n',
      "boats-server.service": "[Service]\nExecStart=boats-server start\n",
      "compose.yml": "services:\n  boats: { image: ghcr.io/boats/boats, command: start }\n",
    });
    expect(nodes.map(({ name, folder, certainty }) => `${name} ${folder ?? "-"} ${certainty}`)).toEqual([
      "boats-server crates/boats-server resolved",
      "boats crates/boats partly",
    ]);
  });

  it("an image of the whole is its program, not the pages that it also builds; services are listed ones by their domains", async () => {
    const found = await systemOf({
      "go.mod": "module example.org/boats\n",
      "main.go":
        'package main\n\nfunc main() {\n\thttp.Get("https://www.deezer.com/rates")\n\thttp.Get("https://rates.boathouse.io/x")\n}\n',
      "web/package.json": '{ "name": "boats-web", "scripts": { "start": "next start" } }\n',
      Dockerfile:
        'FROM node AS web\nCOPY web web\nRUN npm --prefix web run build\nFROM golang\nCOPY --from=web /web /web\nCMD ["/boats"]\n',
      "docker-compose.yml": "services:\n  boats: { build: . }\n",
    });
    expect(found.nodes.map(({ name, folder }) => `${name} ${folder ?? "-"}`)).toEqual([
      "boats ",
      "Deezer -",
      "boathouse.io -",
    ]);
  });

  it("an image that a variable names is what a file of settings beside it says, or the store whose first settings it gets", async () => {
    const compose = `services:
  web: { build: . }
  db: { image: "\${DB_IMAGE:?error}" }
  bus: { image: "\${BUS_IMAGE}", environment: { RABBITMQ_DEFAULT_USER: boats } }
`;
    const found = await boxes({
      "docker-compose.yml": compose,
      ".env.docker": 'DB_IMAGE="mariadb:11"\n',
      Dockerfile: "FROM php:8-fpm\n",
      "composer.json": "{}",
      "index.php": "<?php\n",
      "docker/nginx/Procfile": "fpm: php-fpm\nnginx: nginx -g 'daemon off;'\n",
    });
    expect(found).toEqual(["process web resolved", "queue bus resolved", "store db resolved"]);
  });

  it("alternatives of a compose file call the same database differently, and one file that has two of a kind has two", async () => {
    const web = "  web: { build: . }\n";
    const texts = { Dockerfile: "FROM node:24\n", "package.json": '{ "name": "boats" }\n', "main.js": "listen();\n" };
    const other = { "docker-compose.postgres.yml": "services:\n  boats-postgres: { image: postgres }\n" };
    const one = { "docker-compose.yml": `services:\n${web}  db: { image: postgres }\n` };
    expect(await boxes({ ...texts, ...one, ...other })).toEqual(["process web resolved", "store db resolved"]);
    const two = { "docker-compose.yml": `services:\n${web}  db: { image: postgres }\n  tides: { image: postgres }\n` };
    expect(await boxes({ ...texts, ...two })).toEqual([
      "process web resolved",
      "store db resolved",
      "store tides resolved",
    ]);
  });

  it("settings that bear the product's own name tell of no service of that name", async () => {
    const settings = "{ GOTIFY_TOKEN: a, NTFY_URL: https://ntfy.example.org }";
    const found = await boxes({
      "docker-compose.yml": `services:\n  web: { build: ., environment: ${settings} }\n`,
      Dockerfile: "FROM node:24\n",
      "package.json": '{ "name": "gotify" }\n',
      "main.js": "listen();\n",
    });
    expect(found).toEqual(["outside ntfy resolved", "process web resolved"]);
  });

  it("a store whose address is a setting of the product is one, though nothing else tells of it", async () => {
    const found = await boxes({
      "docker-compose.yml": "services:\n  web: { build: . }\n",
      Dockerfile: "FROM node:24\n",
      "package.json": '{ "name": "boats" }\n',
      "main.js":
        "const bus = connect(process.env.KAFKA_BROKERS);\nconst boats = open(process.env.MONGODB_URI);\nconst { REDIS_COLOUR } = process.env;\n",
    });
    expect(found).toEqual(["process web resolved", "queue Kafka resolved", "store MongoDB resolved"]);
  });

  it("what developers start of the code of the only image runs in it too, and their tools do not", async () => {
    const texts = {
      "docker-compose.yml": "services:\n  boats: { image: boats }\n  db: { image: mariadb }\n",
      Gemfile: 'gem "rails"\n',
      "config/application.rb": rails,
      "script/mail.rb": "Mail.listen\n",
      "Procfile.dev":
        "web: bundle exec puma\nmail: bundle exec ruby script/mail.rb\ncss: yarn build --watch\nhooks: stripe listen --to http://localhost\n",
    };
    expect(await boxes(texts)).toEqual(["process boats resolved", "process mail resolved", "store db resolved"]);
  });

  it("documents count that run the product itself", async () => {
    const found = await boxes({
      "go.mod": "module example.org/boats\n",
      "main.go": "package main\n\nfunc main() {}\n",
      "docs/ghost.md": "# Ghost\n\n```yaml\nservices:\n  ghost:\n    image: ghost\n```\n",
    });
    expect(found).toEqual(["process boats partly"]);
  });
});

describe("arrows begin at the process that runs the code", () => {
  it("workers run what jobs alone lead to, the web server all else; stores are of both, clocks only put in line", async () => {
    const { arrows } = await systemOf(rails);
    expect(arrows).toEqual([
      "api-clients http-call web",
      "clock client cache",
      "jobs client cache",
      "jobs client db",
      "jobs client openai",
      "web client cache",
      "web client db",
      "web client stripe",
    ]);
  });

  it("code that is shared belongs to those whose files lead to it, however many", async () => {
    const { arrows } = await systemOf(monorepo);
    const users = ["api", "gate", "lock"];
    expect(arrows).toEqual(users.flatMap((one) => [`${one} client db`, `${one} client stripe`]).toSorted());
  });

  it("programs of one module are told apart by their mains, and tools of developers are none", async () => {
    const main = (name: string, used: string): [string, string] => [
      `cmd/${name}/main.go`,
      `package main\n\nimport "example.org/quay/${used}"\n\nfunc main() { ${used}.Run() }\n`,
    ];
    const client = (name: string, line: string): [string, string] => [
      `${name}/run.go`,
      `package ${name}\n\nfunc Run() { ${line} }\n`,
    ];
    const { arrows } = await systemOf({
      "go.mod": "module example.org/quay\n",
      "docker-compose.yml":
        "services:\n  quay-server: { build: ., command: /bin/server }\n  quay-agent: { build: ., command: /bin/agent }\n  db: { image: postgres }\n",
      Dockerfile: "FROM golang\nRUN go build ./cmd/...\n",
      ...Object.fromEntries([
        main("server", "store"),
        main("agent", "look"),
        main("quay-gen", "make"),
        client("store", 'sql.Open("postgres", dsn)'),
        client("look", 'get("https://api.telegram.org/bot")'),
        client("make", 'get("https://api.github.com/repos")'),
      ]),
    });
    expect(arrows).toEqual(["quay-agent client telegram", "quay-server client db"]);
  });
});

describe("what only waits for another", () => {
  const compose = (needs: Record<string, string>): string =>
    `services:\n${["web", "worker", "db", "view"]
      .map((name) => {
        const image = name === "db" ? "image: postgres" : `build: ./${name === "view" ? "view" : "app"}`;
        const command = name === "worker" ? "celery -A app worker" : "";
        return `  ${name}:\n    ${image}\n    command: ${command}\n    depends_on: [${needs[name] ?? ""}]\n`;
      })
      .join("")}`;
  const code = {
    "app/package.json": '{ "name": "app" }\n',
    "app/main.js": "export const a = 1;\n",
    "view/package.json": '{ "name": "view" }\n',
    "view/main.js": "export const b = 1;\n",
  };

  it.each([
    [
      "is drawn to a store and another part",
      { web: "db", view: "web" },
      ["view depends-on web", "web depends-on db", "worker depends-on db"],
    ],
    ["is not drawn from a worker to its web server", { worker: "web" }, []],
    ["is not drawn to a worker", { view: "worker" }, []],
    ["is not drawn from a store", { db: "view" }, []],
  ])("%s", async (_what, needs, expected) => {
    const { arrows } = await systemOf({ ...code, "compose.yml": compose(needs) });
    expect(arrows.filter((one) => one.includes("depends-on"))).toEqual(expected);
  });
});
