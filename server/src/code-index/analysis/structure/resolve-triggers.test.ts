import { describe, expect, it } from "vitest";

import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { triggerFrameworks } from "#server/code-index/analysis/extract/triggers/trigger-frameworks.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";

import { nameResolver } from "./resolve-imports.ts";
import { findTriggers, type Triggers } from "./resolve-triggers.ts";

/** What files say together. */
async function resolve(files: Readonly<Record<string, string>>): Promise<Triggers> {
  const content = new Map<string, Awaited<ReturnType<typeof extractContent>>["facts"]>();
  for (const [path, text] of Object.entries(files))
    content.set(path, (await extractContent({ pathClass: classifyPath(path), bytes: Buffer.from(text) })).facts);
  const indexed = [...content].map(([path, { language, lines }]) => ({
    path, oid: "", size: 0, language, lines, kind: classifyPath(path).kind,
  })); // prettier-ignore
  const context = {
    files: indexed,
    has: (path: string) => content.has(path),
    links: (path: string) => content.get(path) ?? emptyLinks,
    manifests: [...content].flatMap(([path, { manifest }]) => (manifest === null ? [] : [{ path, manifest }])),
  };
  return findTriggers(context, nameResolver(context).resolve);
}

/** `schedule tidy "0 3 * * *" -> tidy`, with "?" behind what is not wholly known. */
function written({ triggers }: Triggers): string[] {
  return triggers
    .map(({ kind, name, schedule, topic, handler, certainty }) =>
      [
        `${kind} ${name}`,
        ...(topic === null ? [] : [`<${topic}>`]),
        ...(schedule === null ? [] : [`"${schedule}"`]),
        ...(handler === null ? [] : [`-> ${handler}`]),
        ...(certainty === "resolved" ? [] : ["?"]),
      ].join(" "),
    )
    .sort();
}

describe.each(triggerFrameworks)("$name ($languages)", ({ examples }) => {
  it.each(examples)("says what its example says: $triggers", async ({ files, triggers, publishes = [] }) => {
    const found = await resolve(files);
    expect(written(found)).toEqual([...triggers].sort());
    expect(found.publishers.map(({ topic }) => topic).sort()).toEqual([...publishes].sort());
  });
});

describe("schedules that are no code", () => {
  it.each([
    [
      "crontab",
      "ops/crontab",
      "# nightly\nPATH=/bin\n0 3 * * * root /usr/bin/tidy --all\n@daily count\n",
      ['schedule /usr/bin/tidy --all "0 3 * * *"', 'schedule count "@daily"'],
    ],
    [
      "sidekiq-cron",
      "config/schedule.yml",
      "tidy:\n  cron: '0 3 * * *'\n  class: 'TidyJob'\n  queue: low\n",
      ['schedule tidy "0 3 * * *" -> TidyJob ?'],
    ],
    [
      "Solid Queue",
      "config/recurring.yml",
      "production:\n  tidy:\n    class: TidyJob\n    schedule: every day at 3am\n  sums:\n    command: Sums.run\n    schedule: every hour\ndevelopment:\n  tidy:\n    class: TidyJob\n    schedule: every minute\n",
      ['schedule sums "every hour"', 'schedule tidy "every day at 3am" -> TidyJob ?'],
    ],
    [
      "Solid Queue with what all environments share",
      "config/recurring.yml",
      "default: &default\n  tidy:\n    class: TidyJob\n    schedule: every hour\ndevelopment:\n  <<: *default\nproduction:\n  <<: *default\n  sums:\n    command: Sums.run\n    schedule: at 5am every day\n",
      ['schedule sums "at 5am every day"', 'schedule tidy "every hour" -> TidyJob ?'],
    ],
    [
      "classes that entries are called by",
      "config/que_schedule.yml",
      "TidyJob:\n  cron: '0 3 * * *'\nBoats::CountJob:\n  cron: '0 4 * * *'\n  queue: low\ncount:\n  cron: '0 5 * * *'\n  queue: low\n",
      ['schedule Boats::CountJob "0 4 * * *" -> Boats::CountJob ?', 'schedule TidyJob "0 3 * * *" -> TidyJob ?'],
    ],
    [
      "Kubernetes",
      "k8s/job.yaml",
      'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: tidy\nspec:\n  schedule: "0 3 * * *"\n',
      ['schedule tidy "0 3 * * *"'],
    ],
    [
      "a chart",
      "chart/job.yaml",
      "kind: CronJob\nmetadata:\n  name: {{ .Release.Name }}-tidy\nspec:\n  schedule: {{ .Values.cron | quote }}\n",
      ['schedule .Release.Name-tidy "{.Values.cron | quote}" ?'],
    ],
    [
      "the Serverless Framework",
      "serverless.yml",
      "functions:\n  tidy:\n    handler: boats.tidy\n    events:\n      - schedule: rate(1 day)\n      - sqs: arn:aws:sqs:eu:1:mail\n",
      ["consumer tidy <mail> -> boats.tidy", 'schedule tidy "rate(1 day)" -> boats.tidy'],
    ],
    [
      "Vercel",
      "vercel.json",
      '{\n  "crons": [\n    { "path": "/api/tidy", "schedule": "0 3 * * *" },\n    { "path": "/never", "schedule": "" }\n  ]\n}\n',
      ['schedule /api/tidy "0 3 * * *"'],
    ],
    [
      "Cloudflare",
      "wrangler.toml",
      'name = "boats"\n[triggers]\ncrons = ["0 3 * * *", "*/5 * * * *"]\n',
      ['schedule boats "*/5 * * * *"', 'schedule boats "0 3 * * *"'],
    ],
    ["systemd", "ops/tidy.timer", "[Unit]\n[Timer]\nOnCalendar=daily\n", ['schedule tidy "daily"']],
    ["prose", "notes.txt", "0 3 * * * tidy\nand then some words\n", []],
    ["a workflow", ".github/workflows/x.yml", "on:\n  schedule:\n    - cron: '0 3 * * *'\n", []],
  ])("are read: %s", async (_what, path, text, expected) => {
    expect(written(await resolve({ [path]: text }))).toEqual(expected);
  });
});

describe("what is no help", () => {
  it.each([
    ["brackets in brackets", `x = ${"(\n".repeat(20_000)}${")\n".repeat(20_000)}`],
    ["calls of calls", `x = (app${".task('x')\n".repeat(20_000)})`],
    ["sums of sums", `TOPIC = (${'"/a" +\n'.repeat(20_000)}"b")`],
    ["names of every object's own", `constructor = Celery()\n@constructor.task\ndef toString(): ...\n__proto__ = "x"`],
  ])("does not stop the reading: %s", async (_what, hostile) => {
    const found = await resolve({
      "tasks.py": `from celery import shared_task\n@shared_task\ndef tidy(): ...\n${hostile}\n`,
    });
    expect(found.triggers.map(({ name }) => name)).toContain("tidy");
  });
});
