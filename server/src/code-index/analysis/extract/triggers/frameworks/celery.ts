import type { TriggerFramework, TriggerRule } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["python"];
const task: TriggerRule = { kind: "job", name: "name", topic: "queue" };

/** Celery: tasks, and the schedule of its beat. */
export const celery: TriggerFramework = {
  name: "Celery",
  languages,
  mayTrigger:
    /\bcelery\b|@(?:shared_task|[\w.]+\.(?:task|on_after_configure))\b|\b(?:CELERY_\w*SCHEDULE|beat_schedule)\b|\.(?:delay|apply_async|send_task)\(/,
  from: /^celery\b/,
  objects: ["Celery"],
  decorators: {
    task: { ...task, proof: "object" },
    shared_task: task,
    periodic_task: { kind: "schedule", schedule: "run_every" },
  },
  calls: {
    add_periodic_task: { kind: "schedule", schedule: 0, name: "name", job: 1, needs: "schedule" },
    send_task: { kind: "publisher", topic: 0, proof: "object" },
  },
  bases: { Task: { kind: "job", hasMethod: "run", fields: { name: "name", queue: "topic" } } },
  settings: {
    beat_schedule: { schedule: "schedule", job: "task" },
    CELERY_BEAT_SCHEDULE: { schedule: "schedule", job: "task" },
    CELERYBEAT_SCHEDULE: { schedule: "schedule", job: "task" },
  },
  entries: [
    { needs: ["task", "schedule"], schedule: "schedule", job: "task", name: "name" },
    { needs: ["task", "name", "options"], schedule: "schedule", job: "task", name: "name" },
  ],
  examples: [
    {
      files: {
        "site/celery.py": `
from celery import Celery
from celery.schedules import crontab
from datetime import timedelta
app = Celery("site")
app.conf.beat_schedule = {
    "tidy": {"task": "boats.tasks.tidy", "schedule": crontab(minute=0, hour="*/3")},
    "count": {"task": "boats.tasks.count", "schedule": 30.0},
    "report": {"task": "elsewhere.report", "schedule": timedelta(hours=2, minutes=30)},
}
app.conf.beat_schedule["late"] = {"task": "boats.tasks.tidy", "schedule": crontab(hour=4)}
app.conf.beat_schedule["some"] = {"task": "boats.tasks.tidy", "schedule": crontab(minute=str(randint(0, 59)), hour=2)}
`,
        "boats/tasks.py": `
from celery import shared_task
from site.celery import app
@shared_task(bind=True)
def tidy(self): ...
@app.task(name="counting", queue="slow")
def count(): ...
@other.task
def never(): ...
`,
      },
      triggers: [
        'schedule tidy "0 */3 * * *" -> tidy',
        'schedule count "every 30 seconds" -> count',
        'schedule report "every 2 hours 30 minutes" -> elsewhere.report ?',
        'schedule late "* 4 * * *" -> tidy',
        'schedule some "{…} 2 * * *" -> tidy ?',
        "job tidy -> tidy",
        "job counting <slow> -> count",
      ],
    },
    {
      files: {
        "site/settings.py": `
from celery.schedules import crontab
def _schedule():
    for task in [
        {"name": "Check mail", "env_default": "*/10 * * * *", "task": "mail.tasks.check", "options": {"expires": 540}},
    ]: ...
CELERY_BEAT_SCHEDULE = _schedule()
`,
        "mail/tasks.py": "from celery import shared_task\n@shared_task\ndef check(): ...\n",
      },
      triggers: ['schedule Check mail "*/10 * * * *" -> check ?', "job check -> check"],
    },
  ],
};
