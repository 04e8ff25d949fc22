import type {
  NamedLike,
  TriggerFramework,
  TriggerRule,
} from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

export const ownJob = "own job";
/** What a definition of a job has to say how it is done. */
const work = ["handler", "handle", "run", "execute", "perform", "process", "processor", "task", "fn", "callback"];
export const ownSchedule: Partial<TriggerRule> = { kind: "schedule", isAnySchedule: true, needs: "schedule" };

/** A definition has one of several keys as its name. */
function definitions(part: "literals" | "calls", name: RegExp): NamedLike[] {
  return ["id", "name", "key", "jobId", "jobName", "type"].flatMap((key) => [
    { part, name, rule: { kind: "schedule", ...ownSchedule, name: key, isNamed: true, proof: "plain", hasKey: work } },
    { part, name, rule: { kind: "job", name: key, isNamed: true, proof: "plain", hasKey: work } },
  ]);
}

/** Jobs that a program defines over functions and types of its own: their names, keys and schedules say what they are. */
export const ownEcmascriptJobs: TriggerFramework = {
  name: ownJob,
  languages: ["typescript", "tsx", "javascript"],
  mayTrigger:
    /\b(?:satisfies|as|:|(?:define|create|register|make|add|schedule)\w*)\s*\w*(?:Job|Task|Cron|Worker)\w*|\bcreate(?:Runner|Consumer|Processor)\b|\b\w*[sS]cheduler?\w*\.(?:schedule|every|addJob|addTask)\(/,
  namedLike: [
    {
      part: "calls",
      name: /^(?:schedule|every|addJob|addTask)$/,
      rule: {
        kind: "schedule",
        handler: 0,
        schedule: 1,
        name: 2,
        unit: "milliseconds",
        of: /^\w*[sS]cheduler?\w*$/,
        needs: "schedule",
        isNamed: true,
        proof: "plain",
        written: /^[\w.]*[sS]cheduler?\w*\.\w+\(\s*(?:async\b|function\b|\(|[\w.]+\.bind\(|(?:\w+\.)+\w+\s*,)/,
      },
    },
    ...definitions("literals", /(?:Job|Cron|Worker|Task)(?:Definition|Config|Options|Spec|Descriptor|Module|Entry)?$/),
    {
      part: "calls",
      name: /^(?:define|create|register|make|add|schedule)(?:Cron|Scheduled|Periodic|Recurring|Background)(?:Job|Task)?$/,
      rule: {
        kind: "schedule",
        name: 0,
        schedule: 1,
        isScheduleText: true,
        needs: "schedule",
        isNamed: true,
        proof: "plain",
      },
    },
    {
      part: "calls",
      name: /^create(?:Runner|Worker|Consumer|Processor)$/,
      rule: { kind: "consumer", topic: 0, isTopicName: true, hasKey: work, needs: "topic", proof: "plain" },
    },
    ...definitions("calls", /^(?:define|create|register|make|add)\w*?(?:Job|Cron|Worker|Task)(?:Definition)?$/),
  ],
  examples: [
    {
      files: {
        "tidy.ts": `
import type { JobDefinition } from "./client";
const TIDY_ID = "internal.tidy";
export const TIDY = {
  id: TIDY_ID,
  name: "Tidy",
  trigger: { name: TIDY_ID, cron: "*/15 * * * *" },
  handler: async () => { await tidy(); },
} as const satisfies JobDefinition<typeof TIDY_ID>;
export const MAIL: JobDefinition = { id: "mail", name: "Mail", trigger: { name: "mail" }, async handler() {} };
export const count = defineJob({ name: "count", schedule: "@daily", run: countAll });
`,
        "cron.ts": `export const EVERY_WEEK = checkCron("0 0 * * 1");\n`,
        "more.ts": `
import { EVERY_WEEK } from "./cron.ts";
export const analytics = createCronJob("analytics", EVERY_WEEK, { runOnStart: true }).withCallback(async () => {});
export class FeedWorker { static build() { return client.createRunner<Feed>(FeedQueue, { run: traced("feed", run) }); } }
const ids = createRunner(FeedQueue);
`,
        "services.ts": `
schedulerService.schedule(
  crewService.countAll.bind(crewService),
  hoursToMilliseconds(2),
  "countCrew",
);
this.scheduler.schedule(async () => { await tides.load(); }, 30_000, "loadTides");
scheduleView.schedule(boat, 3);
`,
        "never.ts": `
const one: Task = { id: "1", name: "Buy sails", isDone: false };
await createTask({ name: "Buy sails", run: undefined ?? 1 });
const options: JobOptions = { name: "x" };
`,
      },
      triggers: [
        'schedule internal.tidy "*/15 * * * *" -> tidy',
        "job mail",
        'schedule count "@daily" -> countAll',
        'schedule analytics "0 0 * * 1"',
        'schedule countCrew "every 2 hours" -> crewService.countAll',
        'schedule loadTides "every 30 seconds" -> tides.load',
        "consumer FeedQueue <FeedQueue>",
      ],
    },
  ],
};

/** Schedulers that a program wraps: they are told when, and then what. */
export const ownSchedulers: TriggerFramework = {
  name: ownJob,
  languages: ["go", "typescript", "tsx", "javascript", "python"],
  mayTrigger:
    /\b\w*(?:[sS]ched|[cC]ron)\w*(?:\(\))?\.(?:[aA]dd|[sS]chedule|[eE]very|[cC]ron|[rR]egister)\w*\(|\.(?:(?:[dD]ispatch|[eE]nqueue|[sS]ubmit|[sS]chedule)\w*Cron|(?:[dD]ispatch|[eE]nqueue|[sS]ubmit|[rR]un|[sS]tart|[sS]chedule)\w*(?:Every|Periodic|Periodically))\(/,
  namedLike: [
    {
      part: "calls",
      name: /^(?:(?:dispatch|enqueue|submit|schedule)\w*Cron|(?:dispatch|enqueue|submit|run|start|schedule)\w*(?:Every|Periodic|Periodically))$/i,
      rule: {
        kind: "schedule", schedule: 1, handler: 0, isNamedByFunction: true, needs: "schedule", proof: "plain",
        written: /^[\w.]+\(\s*(?:func\b|function\b|async\b|\(|(?:\w+\.)*\w+\s*,)/,
      }, // prettier-ignore
    },
    {
      part: "calls",
      name: /^(?:add|schedule|every|cron|register)_?(?:func|job|task|cron)?$/i,
      rule: {
        kind: "schedule", of: /sched|cron/i, schedule: 0, handler: 1, isScheduleText: true, isNamedByFunction: true,
        needs: "schedule", proof: "plain",
      }, // prettier-ignore
    },
  ],
  examples: [
    {
      files: {
        "consts/consts.go": `package consts\nconst PruneCron = "0 3 * * *"\n`,
        "cmd/root.go": `
package cmd
import "boats/scheduler"
func schedulePrune(ctx context.Context) {
	schedulerInstance := scheduler.GetInstance()
	schedulerInstance.Add(consts.PruneCron, func() { log(); prune(ctx) })
	schedulerInstance.Add("@daily", count)
	schedulerInstance.Add(id, count)
	schedules.add("x", y)
}
`,
        "scheduler/scheduler.go": `
package scheduler
import "github.com/robfig/cron/v3"
func (s *scheduler) Add(crontab string, cmd func()) {
	s.cron.Schedule(crontab, cron.FuncJob(cmd))
}
`,
      },
      triggers: ['schedule schedulePrune "0 3 * * *" -> schedulePrune', 'schedule count "@daily" -> count'],
    },
    {
      files: {
        "services/tidy.go": `
package services
const countEvery = 1 * time.Hour
func (s *Tidy) Schedule() {
	if _, err := s.queue.DispatchEvery(s.count, countEvery); err != nil {
		return
	}
	s.queue.DispatchEvery(s.warm, 12*time.Hour)
	s.queue.DispatchCron(func() { s.clean() }, s.config.CleanupTime)
	s.queue.Dispatch(s.never)
	s.queue.RunCron("never", 3)
	s.client.RunCron(repo.ID, chosen.ID)
}
`,
      },
      triggers: [
        'schedule Tidy.count "every hour" -> Tidy.count',
        'schedule Tidy.warm "every 12 hours" -> Tidy.warm',
        'schedule Tidy.clean "{s.config.CleanupTime}" -> Tidy.clean ?',
      ],
    },
  ],
};

/** Queues within a program, of which one function takes what others put in. */
export const ownGoQueues: TriggerFramework = {
  name: ownJob,
  languages: ["go"],
  mayTrigger: /[qQ]ueue\w*\.(?:Register|Set|Add)(?:Handler|Consumer|Worker)\(/,
  namedLike: [
    {
      part: "calls",
      name: /^(?:Register|Set|Add)(?:Handler|Consumer|Worker)$/,
      rule: {
        kind: "consumer", handler: 0, of: /[qQ]ueue(?:Service)?$/, needs: "handler", proof: "plain",
        written: /^[\w.]+\(\s*(?:func\b|[\w.]+\s*\))/,
      }, // prettier-ignore
    },
  ],
  examples: [
    {
      files: {
        "notice.go": `
package notice
func NewNotices(queue Queue, mails mailQueueService) *Notices {
	n := &Notices{}
	n.noticeQueueService.RegisterHandler(n.Handle)
	mails.RegisterHandler(n.Never)
	queue.RegisterHandler("GET", "/never", serve)
	return n
}
`,
      },
      triggers: ["consumer Notices.Handle -> Notices.Handle"],
    },
  ],
};

/** Types that a program hands to a scheduler of its own with a time: `services.AddScheduledTask<Tidy>(TimeSpan.FromDays(1))`. */
export const ownCsharpJobs: TriggerFramework = {
  name: ownJob,
  languages: ["csharp"],
  mayTrigger: /\b(?:Add|Register|Schedule|Use)\w*(?:Scheduled|Periodic|Recurring|Cron|Timed)\w*</,
  namedLike: [
    {
      part: "calls",
      name: /^(?:Add|Register|Schedule|Use)(?:Scheduled|Periodic|Recurring|Cron|Timed)(?:Background)?(?:Task|Job|Service|Work|Worker)?$/,
      rule: {
        kind: "schedule",
        schedule: 0,
        handler: 0,
        isHandledByType: true,
        needs: "schedule",
        proof: "plain",
        written: /<\s*[A-Z][\w.]*\s*>\(/,
      },
    },
  ],
  examples: [
    {
      files: {
        "Setup.cs": `
class Setup {
  void Add(IServiceCollection services) {
    services.AddScheduledTask<TidyService>(TimeSpan.FromMinutes(10));
    services.AddCronJob<ReportJob>("0 3 * * *");
    services.AddScheduledTask(never);
  }
  static IServiceCollection AddScheduledTask<T>(this IServiceCollection services, TimeSpan every) { return services; }
}
`,
      },
      triggers: [
        'schedule TidyService "every 10 minutes" -> TidyService',
        'schedule ReportJob "0 3 * * *" -> ReportJob',
      ],
    },
  ],
};

/** Types that a program gives a trait of its own. */
export const ownRustJobs: TriggerFramework = {
  name: ownJob,
  languages: ["rust"],
  mayTrigger: /\bimpl\b[^{\n]{0,80}(?:Job|Worker|Task)\b[^{\n]{0,40}\bfor\b/,
  examples: [
    {
      files: {
        "src/jobs.rs": `
impl BackgroundJob for SyncAdmins {
    const JOB_NAME: &'static str = "sync_admins";
    async fn run(&self, ctx: Self::Context) -> Result<()> { Ok(()) }
}
impl Display for BackgroundJob { fn run(&self) {} }
impl Job for Never { fn id(&self) {} }
#[cfg(test)]
mod tests {
    impl Job for TestJob { fn run(&self) {} }
}
`,
      },
      triggers: ["job sync_admins -> SyncAdmins"],
    },
  ],
};
