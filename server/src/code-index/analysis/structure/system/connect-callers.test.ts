import { describe, expect, it } from "vitest";

import { systemOf } from "#server/code-index/testing/system-of.ts";

const pages = Object.fromEntries(["a", "b", "c"].map((name) => [`views/${name}.html`, "<p>boats</p>\n"]));
const boats = {
  "package.json": '{ "name": "boats" }\n',
  Dockerfile: 'FROM node\nCMD ["node", "main.js"]\n',
  "main.js": "app.listen(3000);\n",
};
const compose = (services: string): Record<string, string> => ({ "docker-compose.yml": `services:\n${services}` });

describe("who calls", () => {
  const calls = async (texts: Record<string, string>): Promise<string[]> => {
    const { nodes, edges } = await systemOf(texts);
    const callers = new Set(nodes.filter(({ kind }) => kind === "caller").map(({ id }) => id));
    return edges
      .filter(({ from }) => callers.has(from))
      .map(({ from, to, certainty }) => `${from} ${to} ${certainty}`)
      .toSorted();
  };

  it("browsers call the process that has pages, programs one that has none, nobody one that answers nothing", async () => {
    const served = { ...boats, ...compose("  boats: { build: ., ports: ['80:3000'] }\n") };
    expect(await calls({ ...served, ...pages })).toEqual(["browser boats resolved"]);
    expect(await calls({ ...served, "views/mails/a.html": "", "views/a.html": "", "views/b.html": "" })).toEqual([
      "api-clients boats resolved",
    ]);
    expect(await calls({ ...boats, "main.js": "run();\n", ...compose("  boats: { build: . }\n") })).toEqual([]);
  });

  it("a proxy stands before the process that it passes requests on to", async () => {
    const found = await calls({
      ...boats,
      ...pages,
      ...compose(
        "  gate: { image: nginx, volumes: ['./nginx.conf:/etc/nginx/nginx.conf:ro'] }\n  boats: { build: . }\n",
      ),
      "nginx.conf": "upstream app { server boats:3000; }\n",
    });
    expect(found).toEqual(["browser gate resolved"]);
  });

  it("pages that others made stand before the process that they call, as proxies do", async () => {
    const found = await calls({
      ...boats,
      ...compose(
        "  boats-ui: { image: example/pages, ports: ['80'], environment: { API_URL: 'http://boats:3000' } }\n  boats: { build: . }\n",
      ),
    });
    expect(found).toEqual(["browser boats-ui resolved"]);
  });

  it("of several, that which has pages of its own is called; nothing is said where nothing says which", async () => {
    const parts = (page: string): Record<string, string> => ({
      ...compose("  ui: { build: ./ui, ports: ['80'] }\n  api: { build: ./api, ports: ['81'] }\n"),
      ...Object.fromEntries(
        ["ui", "api"].flatMap((name) => [
          [`${name}/package.json`, `{ "name": "${name}" }\n`],
          [`${name}/Dockerfile`, "FROM node\n"],
        ]),
      ),
      ...Object.fromEntries(["a", "b", "c"].map((name) => [`ui/src/${name}.${page}`, "export {};\n"])),
    });
    expect(await calls(parts("tsx"))).toEqual(["browser ui resolved"]);
    expect(await calls(parts("ts"))).toEqual([]);
  });

  it("apps on devices call the server, and what their code reaches is theirs alone", async () => {
    const { nodes, arrows } = await systemOf({
      ...boats,
      ...compose("  boats: { build: ., ports: ['80:3000'] }\n"),
      "mobile/package.json":
        '{\n  "name": "mobile",\n  "scripts": {\n    "start": "react-native start"\n  },\n  "dependencies": {\n    "react-native": "0.81.0"\n  }\n}\n',
      "mobile/main.js": 'import * as Sentry from "@sentry/react-native";\nSentry.init();\n',
    });
    expect(nodes.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      "caller API clients",
      "caller Mobile app",
      "outside Sentry",
      "process boats",
    ]);
    expect(arrows).toEqual(["api-clients http-call boats", "mobile-app client sentry", "mobile-app http-call boats"]);
  });
});

describe("files", () => {
  it("are kept where volumes are put in that hold neither code nor settings", async () => {
    const { arrows } = await systemOf({
      ...boats,
      "code/a.js": "",
      ...compose(
        "  boats: { build: ., volumes: ['data:/boats/uploads'] }\n  jobs: { image: boats, volumes: ['./code:/boats/code', './x.yml:/x.yml', 'logs:/var/log', 'data:/in:ro'] }\n",
      ),
    });
    expect(arrows.filter((arrow) => arrow.includes("local-files"))).toEqual(["boats mount local-files"]);
  });
});

describe("databases", () => {
  it("are those that examples of settings choose by name", async () => {
    const { nodes } = await systemOf({ ...boats, ".env.example": "DB_CONNECTION=sqlite\nDB_HOST=mysql\n" });
    expect(nodes.flatMap(({ kind, name }) => (kind === "store" ? [name] : []))).toEqual(["SQLite"]);
  });
});

describe("programs of one container", () => {
  it("what a command starts side by side are processes with the settings and files of the container", async () => {
    const { arrows, nodes } = await systemOf({
      "package.json": '{ "name": "boats", "workspaces": ["apps/*"] }\n',
      "apps/web/package.json": '{ "name": "@boats/web" }\n',
      "apps/work/package.json": '{ "name": "@boats/work" }\n',
      Dockerfile:
        'FROM node\nCOPY apps/web apps/web\nCMD concurrently "cd /srv/apps/web && node web.js" "cd /srv/apps/work && node work.js"\n',
      ...compose(
        "  boats: { image: ghcr.io/boats/boats, environment: { DB: 'postgres://db/boats' }, volumes: ['data:/data'] }\n  db: { image: postgres }\n",
      ),
    });
    expect(nodes.flatMap(({ kind, name, folder }) => (kind === "process" ? [`${name} ${folder ?? ""}`] : []))).toEqual([
      "boats apps/web",
      "work apps/work",
    ]);
    expect(arrows).toEqual([
      "boats connection-setting db",
      "boats mount local-files",
      "work connection-setting db",
      "work mount local-files",
    ]);
  });

  it("commands of Django share what they lead to with the server, but for what they alone lead to", async () => {
    const { arrows } = await systemOf({
      "pyproject.toml": '[project]\nname = "boats"\n',
      "manage.py": "main()\n",
      "boats/wsgi.py": "application = get_wsgi_application()\n",
      "boats/pay.py": "import stripe\n",
      "boats/tell.py": "import sentry_sdk\n",
      "boats/views.py": "from boats import pay\n",
      "boats/management/commands/sendtides.py": "from boats import pay, tell\n",
      "docker/uwsgi.ini": "[uwsgi]\nmodule = boats.wsgi\nattach-daemon = ./manage.py sendtides --loop\n",
      Dockerfile: "FROM python\nCMD uwsgi docker/uwsgi.ini\n",
      ...compose("  web: { build: . }\n"),
    });
    expect(arrows.filter((arrow) => arrow.includes(" client "))).toEqual([
      "sendtides client sentry",
      "sendtides client stripe",
      "web client stripe",
    ]);
  });
});

describe("programs of one container that a supervisor starts", () => {
  const run = (name: string, command: string): [string, string] => [
    `docker/s6-rc.d/svc-${name}/run`,
    `#!/bin/sh\nexec s6-setuidgid boats ${command}\n`,
  ];
  const texts = {
    "pyproject.toml": '[project]\nname = "boats"\n',
    "manage.py": "main()\n",
    "boats/settings.py": 'import os\nSCAN_URL = os.getenv("SCAN_URL")\n',
    "boats/asgi.py": "application = get_asgi_application()\n",
    "boats/readers/index.py": "from boats.readers.letters import Letters\n",
    "boats/readers/letters.py": "import stripe\n",
    "boats/tasks.py":
      "from celery import shared_task\nfrom boats.readers import index\n@shared_task\ndef read_letter():\n    pass\n",
    "boats/fetch.py": "from celery import shared_task\nimport imaplib\n@shared_task\ndef fetch():\n    pass\n",
    "boats/kinds.py": "from boats.readers import index\n",
    "boats/views.py": "from boats import kinds, tasks\n",
    "boats/management/commands/letter_consumer.py": "from boats import fetch, kinds, tasks\n",
    ...Object.fromEntries([
      run("webserver", "granian boats.asgi:application"),
      run("worker", "celery --app boats worker"),
      run("scheduler", "celery --app boats beat"),
      run("consumer", "python3 manage.py letter_consumer"),
    ]),
    ...compose(
      "  webserver: { image: ghcr.io/boats/boats, environment: { DB_HOST: db, BROKER: 'redis://broker', SCAN_URL: 'http://scan:3000' } }\n  db: { image: postgres }\n  broker: { image: redis }\n  scan: { image: example/scan }\n",
    ),
  };

  it("use what their own code reads of the container's settings, and clocks the line alone", async () => {
    const { arrows } = await systemOf(texts);
    expect(arrows.filter((arrow) => arrow.endsWith(" scan"))).toEqual([
      "webserver connection-setting scan",
      "worker connection-setting scan",
    ]);
    expect(arrows.filter((arrow) => arrow.startsWith("scheduler "))).toEqual(["scheduler connection-setting broker"]);
    expect(arrows).toContain("consumer connection-setting db");
  });

  it("what works on jobs runs them and what they import; what only puts them in line does not", async () => {
    const { arrows } = await systemOf(texts);
    expect(arrows.filter((arrow) => arrow.includes(" client ") && !/ (?:db|broker)$/.test(arrow))).toEqual([
      "webserver client stripe",
      "worker client imap-server",
      "worker client stripe",
    ]);
  });
});

describe("boxes that mean the same", () => {
  it("the process that signs people in is the provider of the others", async () => {
    const { nodes, arrows } = await systemOf({
      ...boats,
      "main.js": 'import { Issuer } from "openid-client";\napp.listen(3000);\n',
      ...compose("  boats: { build: . }\n  identity-server: { image: example/identity }\n"),
    });
    expect(nodes.filter(({ kind }) => kind === "outside")).toEqual([]);
    expect(arrows).toContain("boats client identity-server");
  });

  it("an image under the product's name is the part that bears its last word", async () => {
    const { nodes } = await systemOf({
      "package.json": '{ "name": "boats", "workspaces": ["backend"] }\n',
      "backend/package.json": '{ "name": "@boats/backend" }\n',
      "backend/docker/Dockerfile": 'FROM node\nCOPY backend backend\nCMD ["node", "main.js"]\n',
      "backend/main.js": "app.listen(3000);\n",
      ...compose("  backend: { image: 'ghcr.io/boats/boats/backend:latest' }\n"),
    });
    expect(nodes.flatMap(({ kind, name, folder }) => (kind === "process" ? [`${name} ${folder}`] : []))).toEqual([
      "backend backend",
    ]);
  });

  it("code that a Procfile and a compose file start under the same name is one process", async () => {
    const { nodes } = await systemOf({
      ...boats,
      Procfile: "web: node main.js --web\nwork: node main.js --work\n",
      ...compose("  web: { build: . }\n  other: { build: . }\n"),
    });
    expect(nodes.flatMap(({ kind, name }) => (kind === "process" ? [name] : [])).toSorted()).toEqual([
      "other",
      "web",
      "work",
    ]);
  });

  it("what is built from the repository's own address is the program that lies here", async () => {
    const { nodes } = await systemOf({
      ...boats,
      "docker/Dockerfile": 'FROM node\nCOPY . .\nCMD ["node", "main.js"]\n',
      ...compose(
        "  boats: { image: 'skipper/boats:latest', build: { context: 'https://github.com/Skipper/Boats.git#latest', dockerfile: docker/Dockerfile } }\n",
      ),
    });
    expect(nodes.flatMap(({ kind, name, folder }) => (kind === "process" ? [`${name} ${folder}`] : []))).toEqual([
      "boats ",
    ]);
  });

  it("the web server of a part's own Procfile is called as the part", async () => {
    const { nodes } = await systemOf({
      ...boats,
      Procfile: "web: node main.js --web\nwork: node main.js --work\n",
      "server/tides/Procfile": "web: node main.js --tides\n",
    });
    expect(nodes.flatMap(({ kind, name }) => (kind === "process" ? [name] : []))).toEqual(["web", "work", "tides"]);
  });
});
