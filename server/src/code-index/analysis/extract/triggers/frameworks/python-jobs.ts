import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["python"];

const rq: TriggerFramework = {
  name: "RQ",
  languages,
  mayTrigger: /\b(?:import|from) (?:django_)?rq\b/,
  from: /^(?:django_)?rq(?:_scheduler)?\b/,
  objects: ["Queue", "Scheduler", "get_queue", "get_scheduler"],
  decorators: { job: { kind: "job", topic: 0 } },
  calls: {
    cron: { kind: "schedule", schedule: 0, handler: [1, "func"], proof: "object" },
    schedule: { kind: "schedule", schedule: "interval", handler: [1, "func"], proof: "object", needs: "schedule" },
    Worker: { kind: "consumer", topic: 0, needs: "topic" },
  },
  entries: [{ needs: ["func", "interval"], schedule: "interval", job: "func" }],
  examples: [
    {
      files: {
        "jobs.py": `
from rq.decorators import job
from rq_scheduler import Scheduler
scheduler = Scheduler(connection=c)
@job("low", connection=c)
def send(): ...
scheduler.cron("0 0 * * 0", func=send, repeat=10)
jobs = [{"func": send, "interval": 30}]
`,
      },
      triggers: [
        "job send <low> -> send",
        'schedule send "0 0 * * 0" -> send',
        'schedule send "every 30 seconds" -> send',
      ],
    },
  ],
};

const dramatiq: TriggerFramework = {
  name: "Dramatiq",
  languages,
  mayTrigger: /\bdramatiq\b|\bperiodiq\b/,
  from: /^(?:dramatiq|periodiq)\b/,
  decorators: { actor: { kind: "job", name: "actor_name", topic: "queue_name" } },
  examples: [
    {
      files: { "actors.py": `import dramatiq\n@dramatiq.actor(queue_name="mail")\ndef send(id): ...\n` },
      triggers: ["job send <mail> -> send"],
    },
  ],
};

const apscheduler: TriggerFramework = {
  name: "APScheduler",
  languages,
  mayTrigger: /\bapscheduler\b|\.(?:add_job|scheduled_job|add_schedule)\(/,
  from: /^(?:flask_)?apscheduler\b/,
  objects: [
    "BackgroundScheduler",
    "BlockingScheduler",
    "AsyncIOScheduler",
    "AsyncScheduler",
    "TornadoScheduler",
    "GeventScheduler",
    "APScheduler",
  ],
  decorators: {
    scheduled_job: { kind: "schedule", schedule: [0, "trigger"], name: "id" },
    task: { kind: "schedule", schedule: [0, "trigger"], name: "id", proof: "object" },
  },
  calls: {
    add_job: { kind: "schedule", schedule: [1, "trigger"], handler: [0, "func"], name: "id", needs: "schedule" },
    add_schedule: { kind: "schedule", schedule: [1, "trigger"], handler: 0, name: "id", needs: "schedule" },
  },
  examples: [
    {
      files: {
        "clock.py": `
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.cron import CronTrigger
scheduler = BackgroundScheduler()
scheduler.add_job(tidy, "interval", minutes=5, id="tidying")
scheduler.add_job(count, CronTrigger.from_crontab("0 3 * * *"))
scheduler.add_job(now)
@scheduler.scheduled_job("cron", hour=3)
def nightly(): ...
`,
      },
      triggers: [
        'schedule tidying "every 5 minutes" -> tidy',
        'schedule count "0 3 * * *" -> count',
        'schedule nightly "0 3 * * *" -> nightly',
      ],
    },
  ],
};

const huey: TriggerFramework = {
  name: "Huey",
  languages,
  mayTrigger: /\bhuey\b/,
  from: /^huey\b/,
  objects: ["Huey", "RedisHuey", "SqliteHuey", "MemoryHuey", "FileHuey", "PriorityRedisHuey"],
  decorators: {
    task: { kind: "job", name: "name" },
    db_task: { kind: "job", name: "name" },
    periodic_task: { kind: "schedule", schedule: 0, name: "name" },
    db_periodic_task: { kind: "schedule", schedule: 0, name: "name" },
  },
  examples: [
    {
      files: {
        "jobs.py": `
from huey import RedisHuey, crontab
huey = RedisHuey("site")
@huey.task()
def send(): ...
@huey.periodic_task(crontab(minute="0", hour="3"))
def nightly(): ...
`,
      },
      triggers: ["job send -> send", 'schedule nightly "0 3 * * *" -> nightly'],
    },
  ],
};

const taskiq: TriggerFramework = {
  name: "Taskiq",
  languages,
  mayTrigger: /\btaskiq|\bprocrastinate\b|\bstreaq\b/,
  from: /^(?:taskiq|procrastinate)/,
  objects: ["ListQueueBroker", "InMemoryBroker", "AioPikaBroker", "RedisStreamBroker", "App"],
  decorators: { task: { kind: "job", name: "name", topic: "queue" }, periodic: { kind: "schedule", schedule: "cron" } },
  examples: [
    {
      files: {
        "jobs.py": `
from procrastinate import App
app = App(connector=x)
@app.periodic(cron="*/5 * * * *")
@app.task(queue="sums", name="add")
def add(a): ...
`,
      },
      triggers: ['schedule add "*/5 * * * *" -> add', "job add <sums> -> add"],
    },
  ],
};

const arq: TriggerFramework = {
  name: "arq",
  languages,
  mayTrigger: /\barq\b/,
  from: /^arq\b/,
  calls: { cron: { kind: "schedule", schedule: "unset", handler: 0, needs: "schedule" } },
  examples: [
    {
      files: {
        "worker.py": `from arq import cron\nclass WorkerSettings:\n    cron_jobs = [cron(tidy, hour={9, 12}, minute=12)]\n`,
      },
      triggers: ['schedule tidy "12 {9, 12} * * *" -> tidy'],
    },
  ],
};

const schedule: TriggerFramework = {
  name: "schedule",
  languages,
  mayTrigger: /\b(?:import|from) schedule\b/,
  from: /^schedule\b/,
  calls: { do: { kind: "schedule", isChain: true, handler: 0, needs: "schedule" } },
  timeChains: ["every"],
  examples: [
    {
      files: {
        "clock.py": `
import schedule
from schedule import every
schedule.every(10).minutes.do(tidy)
@scheduler.add(every(1).day.at("18:00"), name="remind")
def remind_all(): ...
@scheduler.add(every(1).hour, name="count")
def count(): ...
`,
      },
      triggers: [
        'schedule tidy "every 10 minutes" -> tidy',
        'schedule remind "every day at 18:00" -> remind_all',
        'schedule count "every hour" -> count',
      ],
    },
  ],
};

const djangoQ: TriggerFramework = {
  name: "Django Q",
  languages,
  mayTrigger: /\bdjango_q\b/,
  from: /^django_q\b/,
  calls: {
    schedule: { kind: "schedule", job: 0, name: "name", schedule: "cron", needs: "schedule" },
    async_task: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "setup.py": `from django_q.tasks import schedule\nschedule("boats.tidy", name="tidy", schedule_type="C", cron="0 3 * * *")\n`,
      },
      triggers: ['schedule tidy "0 3 * * *" -> boats.tidy ?'],
    },
  ],
};

/** Receivers of signals, which Django and SQLAlchemy call themselves. */
const signals: TriggerFramework = {
  name: "Django signals",
  languages,
  mayTrigger: /^@receiver\(/m,
  from: /^django\.dispatch\b/,
  decorators: { receiver: { kind: "event-listener", topic: 0, isTopicName: true } },
  examples: [
    {
      files: {
        "signals.py": `from django.dispatch import receiver\nfrom django.db.models.signals import post_save\n@receiver(post_save, sender=Boat)\ndef saved(sender, **rest): ...\n`,
      },
      triggers: ["event-listener saved <post_save> -> saved"],
    },
  ],
};

export const pythonJobs: readonly TriggerFramework[] = [
  rq,
  dramatiq,
  apscheduler,
  huey,
  taskiq,
  arq,
  schedule,
  djangoQ,
  signals,
];
