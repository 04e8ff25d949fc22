import type { TriggerFramework, TriggerRule } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

import { noWork } from "./no-work.ts";
import { pause } from "./pause.ts";

/** Where code runs in browsers, and is no work of the program. */
const notInBrowsers =
  /^(?!(?:.*\/)?(?:static|public|assets|components?|hooks|composables|frontend|client|browser|extension|mobile|renderer|js|javascript)\/)/;
const onServers =
  /^(?!(?:.*\/)?(?:static|public|assets|components?|hooks|composables|frontend|client|browser|extension|mobile|renderer|js|javascript|libs?|vendor)\/)(?:.*\/)?(?:server|backend|api|workers?|cron|jobs|daemon|bot)\//;
const milliseconds = "milliseconds";

/** Functions that wait go by the words of programs; whether small numbers are seconds is not known. */
const ecmascript: TriggerFramework = {
  name: "Loop",
  languages: ["typescript", "tsx", "javascript"],
  mayTrigger: /\bwhile ?\((?:true|1|!|this\.|\w*[rR]unning)|\bfor ?\( ?; ?; ?\)/,
  calls: {
    ...Object.fromEntries(
      ["sleep", "delay", "wait", "pause"].map((word) => [
        word,
        {
          ...pause,
          schedule: 0,
          proof: "plain",
          unit: milliseconds,
          hasOpenUnit: true,
          where: notInBrowsers,
        } satisfies TriggerRule,
      ]),
    ),
    setTimeout: { ...pause, schedule: 1, unit: milliseconds, proof: "plain", where: notInBrowsers },
  },
  examples: [
    {
      files: {
        "worker.ts": `
const pollingPeriod = 60_000;
export async function poll() {
  while (true) {
    const feeds = await db.feeds();
    if (feeds.length === 0) {
      await delay(pollingPeriod);
      continue;
    }
    for (const one of feeds) await sleep(50);
    try { await read(feeds); } catch { await delay(99); }
    await delay(pollingPeriod);
  }
}
async function tidy(period: number) {
  for (;;) {
    await sweep();
    await new Promise((resolve) => setTimeout(resolve, period));
  }
}
const count = async () => { while (!this.isStopped) { await countAll(); await sleep(10); } };
async function ready() { while (true) { if (await isReady()) return; await sleep(1000); } }
async function fast() { while (true) { step(); await sleep(2000 / 10); } }
`,
      },
      triggers: [
        'schedule poll "every minute" -> poll',
        'schedule tidy "{period}" -> tidy ?',
        'schedule count "{10}" -> count ?',
        'schedule fast "{2000 / 10}" -> fast ?',
      ],
    },
  ],
};

const interval = {
  kind: "schedule", schedule: 1, unit: milliseconds, handler: 0, needs: "schedule", isNamedByFunction: true, except: noWork,
  loop: { with: /setInterval/, without: /clearInterval|\bnew Promise\b|\b(?:resolve|reject)\(|\.on(?:ce)?\(["'](?:close|end|finish|disconnect)/ },
} satisfies TriggerRule; // prettier-ignore

/** In files that speak of what runs on servers alone, or lie among such. */
const intervals: TriggerFramework = {
  name: "setInterval",
  languages: ["typescript", "javascript"],
  mayTrigger: /\bset(?:Interval|Timeout)\(/,
  from: /^(?:node:[\w/]+|fs|path|os|crypto|child_process|worker_threads|cluster|https?|net|timers|express|fastify|koa|hono|ioredis|redis|pg|mysql2?|knex|typeorm|mongoose|sequelize|drizzle-orm|@prisma\/client|better-sqlite3|winston|pino|socket\.io|ws|bullmq|dotenv|discord\.js|@nestjs\/\w+|@hapi\/\w+)(?:\/[\w/]+)?#/,
  calls: {
    setInterval: [
      { ...interval, where: notInBrowsers },
      { ...interval, where: onServers, proof: "plain" },
    ],
    setTimeout: { ...pause, schedule: 1, unit: milliseconds, restarts: 0, where: notInBrowsers },
  },
  examples: [
    {
      files: {
        "server.js": `
const fs = require("fs");
class Cache {
  start() { this.timer = setInterval(this.sweep.bind(this), 5 * 60 * 1000); }
  stop() { clearInterval(this.timer); }
  read() { return new Promise((resolve) => { const timer = setInterval(() => { clearInterval(timer); resolve(); }, 500); }); }
}
setInterval(count, 60_000);
async function refresh() { await load(); setTimeout(refresh, 30_000); }
function launch() { child.on("exit", () => { setTimeout(launch, 5000); }); }
function later() { setTimeout(() => refresh(), 5000); }
async function scan(from) { await read(from); await new Promise((resolve) => setTimeout(() => { scan(from).then(resolve); }, 400)); }
function page(from) { read(from); setTimeout(() => page(from + 50), 400); }
function drain() { if (queue.length > 0) setTimeout(drain, 400); }
`,
        "server/count.js": "exports.start = () => { timer = setInterval(count, 1000 * 60 * 60); };\n",
        "boat.js": "export function mount() { setInterval(() => draw(), 1000); }\n",
      },
      triggers: [
        'schedule Cache.sweep "every 5 minutes" -> Cache.sweep',
        'schedule count "every hour" -> count',
        'schedule count "every minute" -> count',
        'schedule refresh "every 30 seconds" -> refresh',
      ],
    },
  ],
};

export const ecmascriptLoops: readonly TriggerFramework[] = [ecmascript, intervals];
