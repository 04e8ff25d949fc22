import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

import { ownJob, ownSchedule } from "./own-jobs.ts";

/** Decorators of the program's own that say when, or that what they stand at is done later. */
export const ownPythonJobs: TriggerFramework = {
  name: ownJob,
  languages: ["python"],
  mayTrigger:
    /^\s*@(?:\w+\.)*\w*(?:job|task|cron|schedul|periodic|interval|recurring|every)\w*|\b\w*(?:[sS]ched|[cC]ron|[jJ]ob|[tT]ask)\w*\.\w*(?:minutely|hourly|daily|nightly|weekly|monthly)\(/m,
  namedLike: [
    // `@repeat_every(seconds=60)` of fastapi-utils, and what is made after it.
    {
      part: "decorators",
      name: /^(?:repeat|run|call|repeated|execute)_every$/,
      rule: { kind: "schedule", schedule: [0, "every"], needs: "schedule", proof: "plain" },
    },
    {
      part: "calls",
      name: /^(?:add|register|schedule|run|on|every)_?(?:minutely|hourly|daily|nightly|weekly|monthly)$/i,
      rule: {
        kind: "schedule", of: /sched|cron|job|task/i, isScheduleInName: true, isEachArgument: true, needs: "handler",
        proof: "plain",
      }, // prettier-ignore
    },
    {
      part: "decorators",
      name: /(?:^|_)(?:job|task|cron|scheduled?|periodic|interval|recurring|every)(?:_|$)/,
      rule: { kind: "schedule", ...ownSchedule, name: "name", proof: "plain" },
    },
    {
      part: "decorators",
      name: /^(?:background|async|queued?|shared|instrumented|worker|rq|celery|system)_(?:job|task)$/,
      rule: { kind: "job", name: "name", topic: "queue", proof: "plain" },
    },
    { part: "decorators", name: /^job$/, rule: { kind: "job", topic: 0, needs: "topic", proof: "plain" } },
  ],
  examples: [
    {
      files: {
        "boats/jobs.py":
          "class JobRunner(ABC):\n    def run(self): ...\nclass AsyncViewJob(JobRunner):\n    def run(self): ...\nclass Later(AsyncViewJob):\n    pass\n",
        "jobs.py": `
from boats.jobs import JobRunner, system_job
@system_job(interval=Intervals.DAILY)
class Housekeeping(JobRunner):
    def run(self): ...
@scheduled_task(cron="0 3 * * *", name="nightly")
def tidy(): ...
@background_task
def send(): ...
@job("low", timeout=3)
def count(): ...
@pytest.mark.task
def never(): ...
MINUTES = 5
@repeat_every(minutes=MINUTES, wait_first=True)
def look(): ...
def start():
    TaskRegistry.register_daily(tasks.purge, count_all)
    TaskRegistry.register_hourly("never", lambda: never())
    reports.register_daily(never)
`,
      },
      triggers: [
        'schedule Housekeeping "{Intervals.DAILY}" -> Housekeeping ?',
        "job Housekeeping -> Housekeeping",
        "job AsyncViewJob -> AsyncViewJob",
        "job Later -> Later",
        'schedule nightly "0 3 * * *" -> tidy',
        "job send -> send",
        "job count <low> -> count",
        'schedule look "every 5 minutes" -> look',
        'schedule tasks.purge "daily" -> tasks.purge',
        'schedule count_all "daily" -> count_all',
      ],
    },
  ],
};
