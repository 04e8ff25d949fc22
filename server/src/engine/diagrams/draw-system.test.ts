import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { parseMermaid } from "#server/engine/pages/testing/parse-mermaid.ts";

import { drawSystem } from "./draw-system.ts";

const harbour: Record<string, string> = {
  "docker-compose.yml": `services:
  web:
    build: ./apps/web
    ports: ["80:3000"]
    environment: { DATABASE_URL: "postgres://db/harbour", CACHE_HOST: cache }
    depends_on: [worker]
  worker:
    image: harbour/worker
    environment: { DATABASE_URL: "postgres://db/harbour" }
  db: { image: "postgres:16" }
  cache: { image: redis }
  mail: { image: mailhog/mailhog }
  migrate: { build: ./apps/web, command: npx prisma migrate deploy }
`,
  "docker-compose.dev.yml": "services:\n  web: { volumes: [.:/app] }\n  minio: { image: minio/minio }\n",
  "apps/web/package.json": '{ "name": "@harbour/web", "dependencies": { "stripe": "1.0.0", "ioredis": "5.0.0" } }\n',
  "apps/web/Dockerfile": "FROM node:24\nEXPOSE 3000\nCMD [\"node\", \"server.js\"]\n",
  "apps/web/server.js": "import Stripe from \"stripe\";\nconst stripe = new Stripe(key);\napp.listen(3000);\n",
  "apps/worker/package.json": '{ "name": "@harbour/worker", "devDependencies": { "openai": "1.0.0" } }\n',
  "apps/worker/main.js": "const report = 1;\n",
  "apps/worker/main.test.js": "import OpenAI from \"openai\";\nconst stripe = new OpenAI();\n",
}; // prettier-ignore

/** A proxy before two programs, of which one sends what the other takes. */
const canal: Record<string, string> = {
  "docker-compose.yml": `services:
  proxy:
    image: nginx
    volumes: [./nginx.conf:/etc/nginx/nginx.conf:ro]
  gate: { build: ./gate }
  lock: { build: ./lock }
  keeper: { image: canal/keeper, volumes: [.:/app] }
`,
  "nginx.conf": 'http { upstream gate { server "gate:3000"; } }\n',
  "other.conf": 'upstream lock { server "lock:3000"; }\n',
  "gate/package.json": '{ "name": "gate" }\n',
  "gate/Dockerfile": 'FROM node:24\nCMD ["node", "main.js"]\n',
  "gate/main.js": 'import { Queue } from "bullmq";\nnew Queue("boat.passed");\nnew Queue("alone");\n',
  "lock/package.json": '{ "name": "lock" }\n',
  "lock/Dockerfile": 'FROM node:24\nCMD ["node", "main.js"]\n',
  "lock/main.js": 'import { Worker } from "bullmq";\nnew Worker("boat.passed", onBoat);\n',
}; // prettier-ignore

/** Two programs and both in one, a program of another repository, and one of the machine. */
const quay: Record<string, string> = {
  "docker-compose.yml": `services:
  quay-api: { image: "ghcr.io/quays/quay-api" }
  quay-web: { image: "ghcr.io/quays/quay-web", depends_on: [quay-api] }
  quay-aio: { image: "ghcr.io/quays/quay-aio" }
  sonar: { image: "ghcr.io/quays/sonar" }
`,
  "README.md": "# Quay\n",
  "ops/quay-crane.service": "[Service]\nExecStart=/opt/quay/crane\n",
  "ops/quay-crane-simple.service": "[Service]\nExecStart=/opt/quay/crane --simple\n",
  "ops/opendkim.service": "[Service]\nExecStart=/usr/sbin/opendkim\n",
  "api/package.json": '{ "name": "quay-api" }\n',
  "api/.env.example": "DATABASE_URL=mysql://quay@localhost/quay\n",
  "api/seeds/boats.js": 'const avatar = "https://www.gravatar.com/avatar/1";\n',
  "api/server.js": "app.listen(3000);\n",
  "web/package.json": '{ "name": "quay-web" }\n',
  "web/server.js": "app.listen(3001);\n",
}; // prettier-ignore

/** A program that reaches others by their libraries, their addresses, keys, and who signs people in. */
const ferry: Record<string, string> = {
  Gemfile: 'gem "rails"\ngem "aws-sdk-s3"\ngem "sqlite3"\ngroup :test do\n  gem "twilio-ruby"\nend\n',
  "config/application.rb": "module Ferry\n  class Application < Rails::Application\n  end\nend\n",
  "config/initializers/omniauth.rb": "provider :github, key, secret\n",
  "app/models/upload.rb": "class Upload\n  def client = Aws::S3::Client.new\nend\n",
  "app/models/notice.rb": "class Notice\n  def client = Twilio::REST::Client.new\nend\n",
  "app/models/fare.rb": 'class Fare\n  KEY = ENV.fetch("STRIPE_SECRET_KEY")\nend\n',
  "app/models/weather.rb": 'class Weather\n  URL = "https://api.openweathermap.org/data/2.5"\n  # see https://api.openai.com/v1\nend\n',
  "spec/models/fare_spec.rb": 'URL = "https://api.mollie.com/v2"\n',
  "tools/report.rb": 'URL = "https://api.linear.app/graphql"\n',
}; // prettier-ignore

const silent: Record<string, string> = { "src/a.ts": "export const a = 1;\n", "src/b.ts": "export const b = 2;\n" };

/** Nothing declares how it runs. */
const pilot: Record<string, string> = {
  "package.json": JSON.stringify({
    name: "pilot",
    scripts: { start: "node server.js" },
    dependencies: { express: "5", stripe: "1", twilio: "1", openai: "1", "@sendgrid/mail": "1", "@sentry/node": "1" },
  }),
  "server.js": `import express from "express";
import Stripe from "stripe";
import twilio from "twilio";
import OpenAI from "openai";
import sendgrid from "@sendgrid/mail";
import * as Sentry from "@sentry/node";
const stripe = new Stripe(process.env.STRIPE_SECRET_KEY);
const phone = twilio(process.env.TWILIO_ACCOUNT_SID, process.env.TWILIO_AUTH_TOKEN);
const model = new OpenAI({ apiKey: process.env.OPENAI_API_KEY });
sendgrid.setApiKey(process.env.SENDGRID_API_KEY);
Sentry.init({ dsn: process.env.SENTRY_DSN });
const app = express();
app.get("/", (request, response) => response.end(""));
app.listen(3000);
`,
};

let repositories: Record<"harbour" | "silent" | "canal" | "quay" | "ferry" | "pilot", IndexedFiles>;
beforeAll(async () => {
  const index = (name: string, files: Record<string, string>) => indexFiles(name, [{ message: "Begin", files }]);
  repositories = {
    harbour: await index("harbour", harbour),
    silent: await index("silent", silent),
    canal: await index("canal", canal),
    quay: await index("quay", quay),
    ferry: await index("ferry", ferry),
    pilot: await index("pilot", pilot),
  };
});
afterAll(() => Promise.all(Object.values(repositories).map((one) => one.remove())));

describe("the system", () => {
  it("is put together from what is declared to run", () => {
    const { nodes, edges, basis, leftOut } = repositories.harbour.index.system();
    expect(basis).toBe("declared");
    expect(
      nodes
        .map(({ kind, name, technology, folder }) => `${kind} ${name} ${technology ?? "-"} ${folder ?? "-"}`)
        .toSorted(),
    ).toEqual([
      "cache cache Redis -",
      "caller API clients - -",
      "outside Stripe Stripe -",
      "process web Node.js apps/web",
      "process worker - apps/worker",
      "store db PostgreSQL -",
    ]);
    expect(edges.map(({ from, to, how }) => `${from} ${how} ${to}`).toSorted()).toEqual([
      "api-clients http-call web",
      "web client stripe",
      "web connection-setting cache",
      "web connection-setting db",
      "web depends-on worker",
      "worker connection-setting db",
    ]);
    expect(leftOut.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      "mail development",
      "migrate once",
      "minio development",
    ]);
  });

  it("is drawn with the lines that show it", async () => {
    const drawn = drawSystem([openScope(repositories.harbour, "/")], "Harbour");
    const lines = drawn === null ? [] : [...drawn.head, ...drawn.lines.map(({ text }) => text)];
    await expect(parseMermaid(lines.join("\n"))).resolves.not.toThrow();
    expect(lines.join("\n")).toContain('[("db · PostgreSQL")]');
    expect(drawn?.lines.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
  });

  it("shows whom a proxy's settings lead to, and who sends messages to whom", () => {
    const { edges } = repositories.canal.index.system();
    expect(edges.map(({ from, to, how }) => `${from} ${how} ${to}`).toSorted()).toEqual([
      "gate message lock",
      "proxy connection-setting gate",
    ]);
    const drawn = drawSystem([openScope(repositories.canal, "/")], "Canal");
    expect(drawn?.lines.filter(({ text }) => text.includes(" ==> "))).toHaveLength(1);
  });

  it("has what is several in one once, and no code for what others made", () => {
    const { nodes, edges, leftOut } = repositories.quay.index.system();
    expect(nodes.map(({ name, folder, certainty }) => `${name} ${folder ?? "-"} ${certainty}`).toSorted()).toEqual([
      "MySQL - resolved",
      "opendkim - resolved",
      "quay-api api resolved",
      "quay-crane - resolved",
      "quay-web web resolved",
      "sonar - resolved",
    ]);
    expect(edges.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(["quay-api mysql", "quay-web quay-api"]);
    expect(leftOut.map(({ name, reason }) => `${name} ${reason}`)).toEqual(["quay-aio combined"]);
  });

  it("shows outside services by what the product's code imports, calls, or is given keys of", () => {
    const { nodes } = repositories.ferry.index.system();
    const outside = nodes.filter(({ kind }) => kind === "outside");
    expect(outside.map(({ name, sources: [first] }) => `${name} ${first?.path ?? ""}`).toSorted()).toEqual([
      "Amazon S3 app/models/upload.rb",
      "GitHub config/initializers/omniauth.rb",
      "OpenWeather app/models/weather.rb",
      "Stripe app/models/fare.rb",
    ]);
  });

  it("of one service is its processes and those beside them", () => {
    const drawn = drawSystem([openScope(repositories.harbour, "/apps/worker")], "worker");
    const boxes = drawn?.lines.flatMap(({ text }) => /"(.*)"/.exec(text)?.[1] ?? []);
    expect(boxes?.toSorted()).toEqual(["db · PostgreSQL", "web", "worker"]);
  });

  it("is that of the code where nothing declares it, services of one process in one box", async () => {
    expect(repositories.pilot.index.system().basis).toBe("code");
    const drawn = drawSystem([openScope(repositories.pilot, "/")], "Pilot");
    const lines = (drawn?.lines ?? []).map(({ text }) => text.trim());
    expect(lines).toContain('n2{{"API clients"}}');
    expect(lines.filter((line) => line.includes(" --> "))).toEqual(["n1 --> n3", "n2 --> n1"]);
    expect(lines.filter((line) => line.startsWith("n3("))).toEqual([
      'n3("Outside services<br/>Sentry · Stripe · Twilio · OpenAI<br/>SendGrid")',
    ]);
    await expect(parseMermaid([...(drawn?.head ?? []), ...lines].join("\n"))).resolves.not.toThrow();
  });

  it("is not drawn where neither declarations nor programs say what runs", () => {
    expect(drawSystem([openScope(repositories.silent, "/")], "Silent")).toBeNull();
  });
});
