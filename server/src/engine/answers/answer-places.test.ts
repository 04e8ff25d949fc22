import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "README.md":
    "# Quay\n\nKeeps boats.\n\n- SQLite, PostgreSQL or MySQL\n\nPut it on the server and expose only the `./web/` folder to the Web.\nThe `./store/` folder contains what people wrote.\n",
  "package.json":
    '{\n  "name": "quay",\n  "scripts": {\n    "dev": "concurrently \\"next dev\\" \\"tsx worker.ts\\"",\n    "web:dev": "next dev",\n    "db:deploy": "prisma migrate deploy"\n  },\n  "dependencies": { "@aws-sdk/client-s3": "3", "next": "15" }\n}\n',
  "yarn.lock": "# yarn lockfile v1\n",
  ".env.sample": "SESSION_SECRET=\nDATABASE_URL=\n\n# Optional\nSMTP_SECRET=\n",
  "config.default.php":
    "<?php\n\n# Do not modify this file, which holds defaults,\n# but edit `./store/config.php` instead.\nreturn [\n  'db' => [\n    'type' => 'sqlite',\n  ],\n  'site_name' => getenv('SITE_NAME'),\n];\n",
  "settings.py":
    'import os\nfrom pathlib import Path\n\nMEDIA_ROOT = Path(os.environ.get("MEDIA_ROOT", "media"))\nORIGINALS_DIR = MEDIA_ROOT / "originals"\nTHUMBNAIL_DIR = MEDIA_ROOT / "thumbnails"\n',
  "web/index.ts": "export const secret = process.env.SESSION_SECRET;\nexport const url = process.env.DATABASE_URL;\n",
  "web/page.ts": "export const smtp = process.env.SMTP_SECRET;\nexport const name = process.env.SITE_NAME;\n",
  "worker.ts": 'import { client } from "./files/client.ts";\n\nsetInterval(() => client.send({}), 1000);\n',
  Dockerfile: 'FROM node:22\nCMD ["npx", "tsx", "worker.ts"]\n',
  "store/keep.ts": "export const kept = 1;\n",
  "files/client.ts":
    'import { S3Client } from "@aws-sdk/client-s3";\n\nexport const client = new S3Client({\n  region: process.env.BUCKET_REGION,\n  endpoint: process.env.BUCKET_ENDPOINT,\n});\n',
  "files/write.ts": 'export const folder = process.env.STORAGE_FOLDER || "data";\n',
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("quay", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());

const ask = async (text: string) => (await askCodebase(indexed.codebase, { text, lens: "technical" })).text;

it("tells which databases there are by what documents list, and which of them it is where nothing is set", async () => {
  const text = await ask("What is it built with, and which databases can it use?");
  expect(text).toMatch(/It works with SQLite, PostgreSQL and MySQL, as `README\.md` says/);
  expect(text).toMatch(
    /Where nothing else is set it is \*\*SQLite\*\* \(`'type' => 'sqlite'`, `config\.default\.php`, line 7\)/,
  );
});

it("tells which folder is shown to the web and what the folders at the top are for", async () => {
  const text = await ask("Which folder must the web server point at, and what lives in the other top-level folders?");
  expect(text).toMatch(/expose only the `\.\/web\/` folder to the Web/);
  expect(text).toMatch(/- `store\/`: The `\.\/store\/` folder contains what people wrote\./);
  expect(text).toMatch(/- `files\/` \(2 files: `client\.ts`, `write\.ts`\)/);
});

it("tells where settings are kept by the head of the file of defaults, and which files are not to be edited", async () => {
  const text = await ask(
    "Where are the settings kept, those for the whole installation, and which files must I not edit?",
  );
  expect(text).toMatch(
    /`config\.default\.php` holds what counts where nothing else is set[^]*edit `\.\/store\/config\.php` instead/,
  );
  expect(text).toMatch(/not to be edited:[^]*- `config\.default\.php`: “Do not modify this file/);
});

it("tells where files lie on disk and which settings bring them to a bucket", async () => {
  const text = await ask("Where do uploads end up on disk, and how do I put them into an S3 bucket instead?");
  expect(text).toMatch(/The folder is set by `STORAGE_FOLDER`, by default `data`/);
  expect(text).toMatch(/Files go to a bucket by these settings:[^]*`BUCKET_REGION`[^]*`BUCKET_ENDPOINT`/);
});

it("tells the folders of the things that are asked for, with what they rest on", async () => {
  const text = await ask(
    "Which database does it use, and in which folders do the originals and the thumbnails end up?",
  );
  expect(text).toMatch(/- `ORIGINALS_DIR = MEDIA_ROOT \/ "originals"` \(line 5\)/);
  expect(text).toMatch(/- `MEDIA_ROOT = Path[^\n]*\(line 4\)/);
});

it("tells how it is set up in the order of the steps, without what is optional", async () => {
  const text = await ask("How do I get it running on my own machine so that I can work on it?");
  expect(text).toMatch(/1\. Copy `\.env\.sample` to `\.env` and fill in `SESSION_SECRET` and `DATABASE_URL`\./);
  expect(text).toMatch(
    /2\. Install the packages: `yarn install`\.[^]*3\. [^\n]*`yarn db:deploy`[^]*4\. Start it: `yarn dev`/,
  );
  expect(text).not.toContain("SMTP_SECRET");
});

it("says of no bucket where none is spoken to", async () => {
  const bare = await indexCodebase("pier", [
    { message: "Begin", files: { "write.ts": 'export const folder = process.env.STORAGE_FOLDER || "data";\n' } },
  ]);
  try {
    const { text } = await askCodebase(bare.codebase, {
      text: "Where do I enter our S3 bucket so that the document files are kept there instead of on the server's disk?",
      lens: "technical",
    });
    expect(text).not.toContain("STORAGE_FOLDER`, by default");
    expect(text).not.toContain("by these settings");
  } finally {
    await bare.remove();
  }
});

it("tells the jobs that run by the clock with their settings and the value that leaves one out", async () => {
  const schedule = `import os
from celery import Celery
from celery.schedules import crontab

app = Celery("quay")


def parse_beat_schedule() -> dict:
    schedule = {}
    tasks = [
        {
            "name": "Weigh all boats",
            "env_key": "QUAY_WEIGH_CRON",
            "env_default": "0 1 * * *",
            "task": "quay.tasks.weigh",
            "options": {"expires": 540},
        },
    ]
    for task in tasks:
        value = os.getenv(task["env_key"], task["env_default"])
        if value == "disable":
            continue
        minute, hour, day, month, week = value.split(" ")
        schedule[task["name"]] = {"task": task["task"], "schedule": crontab(minute, hour, week, day, month)}
    return schedule


app.conf.beat_schedule = parse_beat_schedule()
`;
  const python = {
    "quay/settings.py": schedule,
    "quay/tasks.py": "from celery import shared_task\n\n\n@shared_task\ndef weigh():\n    return 1\n",
    "requirements.txt": "celery==5.4\n",
  };
  const own = await indexCodebase("quay", [{ message: "Begin", files: python }]);
  try {
    const { text } = await askCodebase(own.codebase, {
      text: "Which jobs run by the clock, when, and how do we switch one of them off?",
      lens: "technical",
    });
    expect(text).toMatch(/\*\*Weigh all boats\*\*: `0 1 \* \* \*`, set by `QUAY_WEIGH_CRON`/);
    expect(text).toMatch(/To switch one of them off, set its setting to `disable`/);
  } finally {
    await own.remove();
  }
});

it("tells what is called once something was stored, in the order in which it is wired, and by whom", async () => {
  const own = await indexCodebase("quay", [
    {
      message: "Begin",
      files: {
        "quay/apps.py": "from quay.signals import boat_added, boat_renamed\n\n\ndef ready():\n    boat_added.connect(weigh)\n    boat_added.connect(paint)\n    boat_renamed.connect(paint)\n    boat_renamed.connect(weigh)\n    boat_renamed.connect(weigh_again)\n",
        "quay/store.py": "from quay.signals import boat_added\n\n\ndef keep(boat):\n    boat_added.send(sender=None, boat=boat)\n",
        "quay/views.py": "class BoatView:\n    def create(self, request):\n        return Boat.objects.create()\n",
      },
    },
  ]); // prettier-ignore
  try {
    const { text } = await askCodebase(own.codebase, {
      text: "What gets called once a new boat has been stored, in which order, and where is that wired together?",
      lens: "technical",
    });
    expect(text).toMatch(
      /`boat_added` calls these, wired in `quay\/apps\.py`, lines 5–6[^]*1\. `weigh`[^]*2\. `paint`/,
    );
    expect(text).toMatch(/It is sent in `quay\/store\.py`, line 5/);
    expect(text).toMatch(/## Where is that wired together\n+`boat_added` is wired in/);
    expect(text).not.toContain("BoatView.create");
  } finally {
    await own.remove();
  }
});
