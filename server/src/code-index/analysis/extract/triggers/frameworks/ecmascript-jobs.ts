import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

import { nestJobs } from "./nest-jobs.ts";

const languages = ["typescript", "tsx", "javascript"];
const milliseconds = "milliseconds";

const bullmq: TriggerFramework = {
  name: "BullMQ",
  languages,
  mayTrigger: /["']bullmq["']/,
  from: /^bullmq#/,
  objects: ["Queue"],
  calls: {
    Worker: { kind: "consumer", topic: 0, handler: 1, needs: "topic" },
    Queue: { kind: "publisher", topic: 0 },
    add: { kind: "schedule", name: 0, schedule: "repeat", unit: milliseconds, proof: "object", needs: "schedule" },
    upsertJobScheduler: { kind: "schedule", name: 0, schedule: 1, unit: milliseconds, needs: "schedule" },
  },
  examples: [
    {
      files: {
        "mail.ts": `
import { Queue, Worker } from "bullmq";
const MAIL_QUEUE = "mail";
export const mails = new Queue(MAIL_QUEUE, { connection });
await mails.add("digest", {}, { repeat: { pattern: "0 7 * * *" } });
await mails.add("now", {});
await mails.upsertJobScheduler("tidy", { every: 60_000 }, { name: "tidying" });
new Worker(MAIL_QUEUE, sendMail, { connection });
`,
      },
      triggers: ['schedule digest "0 7 * * *"', 'schedule tidy "every minute"', "consumer sendMail <mail> -> sendMail"],
      publishes: ["mail"],
    },
  ],
};

const bull: TriggerFramework = {
  name: "Bull",
  languages,
  mayTrigger: /["'](?:bull|bee-queue)["']/,
  from: /^(?:bull|bee-queue)#/,
  objects: ["Queue", "Bull", "BeeQueue"],
  calls: {
    Queue: { kind: "publisher", topic: 0 },
    Bull: { kind: "publisher", topic: 0 },
    process: { kind: "consumer", hasObjectTopic: true, handler: -1, proof: "object", needs: "topic" },
    add: [{ kind: "schedule", name: 0, schedule: "repeat", unit: milliseconds, proof: "object", needs: "schedule" }],
  },
  examples: [
    {
      files: {
        "mail.js": `
const Queue = require("bull");
const mails = new Queue("mail", url);
mails.process(5, sendMail);
mails.add({}, { repeat: { cron: "0 7 * * *" } });
other.process(sendMail);
`,
      },
      triggers: ["consumer sendMail <mail> -> sendMail", 'schedule 0 7 * * * "0 7 * * *"'],
      publishes: ["mail"],
    },
  ],
};

const cron: TriggerFramework = {
  name: "cron",
  languages,
  mayTrigger: /["'](?:node-cron|cron|croner|node-schedule|cron-async)["']/,
  from: /^(?:node-cron|cron|croner|node-schedule|cron-async)#/,
  calls: {
    schedule: { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
    CronJob: [
      { kind: "schedule", schedule: "cronTime", handler: "onTick", name: "name", needs: "schedule" },
      { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
    ],
    from: { kind: "schedule", schedule: "cronTime", handler: "onTick", name: "name", needs: "schedule" },
    Cron: { kind: "schedule", schedule: 0, handler: -1, name: "name", needs: "schedule" },
    scheduleJob: [
      { kind: "schedule", schedule: 1, name: 0, handler: 2, needs: "handler" },
      { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
    ],
  },
  examples: [
    {
      files: {
        "clock.js": `
const cron = require("node-cron");
const { CronJob } = require("cron");
const schedule = require("node-schedule");
cron.schedule("0 3 * * *", tidy);
new CronJob("*/5 * * * *", () => count());
CronJob.from({ cronTime: "0 0 * * 0", onTick: report, start: true });
schedule.scheduleJob("weekly", "0 1 * * 1", weekly);
schedule.scheduleJob("42 * * * *", often);
schedule.scheduleJob(jobs["port-scan"].schedule, () => {
  logger.info("begins");
  ports.scan();
});
`,
      },
      triggers: [
        'schedule tidy "0 3 * * *" -> tidy',
        'schedule count "*/5 * * * *" -> count',
        'schedule report "0 0 * * 0" -> report',
        'schedule weekly "0 1 * * 1" -> weekly',
        'schedule often "42 * * * *" -> often',
        'schedule ports.scan "{jobs["port-scan"].schedule}" -> ports.scan ?',
      ],
    },
  ],
};

const agenda: TriggerFramework = {
  name: "Agenda",
  languages,
  mayTrigger: /["'](?:@hokify\/)?agenda["']|\bagenda\.(?:define|every)\(/,
  from: /^(?:@hokify\/)?agenda#/,
  objects: ["Agenda"],
  calls: {
    define: { kind: "job", name: 0, handler: -1, proof: "object", needs: "name" },
    every: { kind: "schedule", schedule: 0, job: 1, proof: "object", needs: "schedule" },
  },
  examples: [
    {
      files: {
        "agenda.ts": `import { Agenda } from "agenda";\nexport const agenda = new Agenda({ db });\n`,
        "jobs.ts": `
import { agenda } from "./agenda.ts";
agenda.define("tidy", tidy);
agenda.every("5 minutes", "tidy");
`,
      },
      triggers: ["job tidy -> tidy", 'schedule tidy "5 minutes" -> tidy'],
    },
  ],
};

const pgBoss: TriggerFramework = {
  name: "pg-boss",
  languages,
  mayTrigger: /["']pg-boss["']/,
  from: /^pg-boss#/,
  objects: ["PgBoss"],
  calls: {
    work: { kind: "consumer", topic: 0, handler: -1, proof: "object", needs: "topic" },
    schedule: { kind: "schedule", schedule: 1, name: 0, proof: "object", needs: "schedule" },
    send: { kind: "publisher", topic: 0, proof: "object" },
  },
  examples: [
    {
      files: {
        "jobs.ts": `
import PgBoss from "pg-boss";
const boss = new PgBoss(url);
await boss.work("mail", sendMail);
await boss.schedule("digest", "0 7 * * *");
await boss.send("mail", {});
`,
      },
      triggers: ["consumer sendMail <mail> -> sendMail", 'schedule digest "0 7 * * *"'],
      publishes: ["mail"],
    },
  ],
};

const bree: TriggerFramework = {
  name: "Bree",
  languages,
  mayTrigger: /["']bree["']/,
  from: /^bree#/,
  entries: [
    { needs: ["name", "cron"], schedule: "cron", job: "name", name: "name" },
    { needs: ["name", "interval"], schedule: "interval", job: "name", name: "name" },
  ],
  examples: [
    {
      files: {
        "index.js": `const Bree = require("bree");\nnew Bree({ jobs: [{ name: "tidy", cron: "0 3 * * *" }, { name: "beat", interval: "5m" }, "once"] });\n`,
      },
      triggers: ['schedule tidy "0 3 * * *" -> tidy ?', 'schedule beat "5m" -> beat ?'],
    },
  ],
};

/** Services that call the program back when a job is due. */
const durable: TriggerFramework = {
  name: "Inngest",
  languages,
  mayTrigger: /\bcreateFunction\(/,
  calls: {
    createFunction: [
      { kind: "schedule", name: "id", schedule: "cron", proof: "plain", needs: "schedule" },
      { kind: "consumer", name: "id", topic: "event", proof: "plain", needs: "topic" },
    ],
  },
  examples: [
    {
      files: {
        "functions.ts": `
export const tidy = inngest.createFunction({ id: "tidy" }, { cron: "0 3 * * *" }, async () => {});
export const mail = inngest.createFunction({ id: "mail" }, { event: "boats/sold" }, async () => {});
`,
      },
      triggers: ['schedule tidy "0 3 * * *"', "consumer mail <boats/sold>"],
    },
  ],
};

const triggerDev: TriggerFramework = {
  name: "Trigger.dev",
  languages,
  mayTrigger: /@trigger\.dev\/sdk/,
  from: /^@trigger\.dev\/sdk/,
  calls: {
    task: [
      { kind: "schedule", name: "id", schedule: "cron", needs: "schedule" },
      { kind: "job", name: "id", needs: "name" },
    ],
  },
  examples: [
    {
      files: {
        "jobs.ts": `
import { schedules, task } from "@trigger.dev/sdk/v3";
export const tidy = schedules.task({ id: "tidy", cron: "0 3 * * *", run: async () => {} });
export const mail = task({ id: "mail", run: async () => {} });
`,
      },
      triggers: ['schedule tidy "0 3 * * *"', "job mail"],
    },
  ],
};

export const ecmascriptJobs: readonly TriggerFramework[] = [
  bullmq,
  bull,
  nestJobs,
  cron,
  agenda,
  pgBoss,
  bree,
  durable,
  triggerDev,
];
