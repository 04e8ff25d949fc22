import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["go"];

const cron: TriggerFramework = {
  name: "cron",
  languages,
  mayTrigger: /robfig\/cron|netresearch\/go-cron/,
  from: /\b(?:robfig\/cron|go-cron)\b/,
  objects: ["Cron", "New"],
  calls: {
    AddFunc: { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
    AddJob: { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
    Schedule: { kind: "schedule", schedule: 0, handler: 1, proof: "object", needs: "schedule" },
  },
  examples: [
    {
      files: {
        "main.go": `
package main
import "github.com/robfig/cron/v3"
const nightlyCron = "0 3 * * *"
func main() {
	c := cron.New()
	c.AddFunc("@every 1h", func() { tidy() })
	c.AddFunc(nightlyCron, jobs.Nightly)
	c.AddJob("@daily", &Report{})
	c.AddFunc(s.config.App.SweepTime, jobs.Sweep)
	c.AddFunc(fmt.Sprintf("0 */%d * * *", conf.Hours), func() {
		ctx := context.Background()
		orphans(ctx)
	})
}
`,
        "config/config.go": `
package config
type appConfig struct {
	SweepTime string \`yaml:"sweep_time" default:"0 0 6 * * 0" env:"SWEEP_TIME"\`
}
`,
      },
      triggers: [
        'schedule tidy "@every 1h" -> tidy',
        'schedule jobs.Nightly "0 3 * * *" -> jobs.Nightly',
        'schedule Report "@daily" -> Report',
        'schedule jobs.Sweep "0 0 6 * * 0" -> jobs.Sweep',
        'schedule orphans "0 */{conf.Hours} * * *" -> orphans ?',
      ],
    },
  ],
};

const gocron: TriggerFramework = {
  name: "gocron",
  languages,
  mayTrigger: /\bgocron\b/,
  from: /\bgocron\b/,
  objects: ["Scheduler", "NewScheduler"],
  calls: {
    Do: { kind: "schedule", isChain: true, handler: 0, needs: "schedule" },
    NewJob: { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
  },
  examples: [
    {
      files: {
        "main.go": `
package main
import "github.com/go-co-op/gocron"
func main() {
	s := gocron.NewScheduler(time.UTC)
	s.Every(5).Minutes().Do(tidy)
	s.Cron("*/5 * * * *").Do(count)
}
`,
      },
      triggers: ['schedule tidy "every 5 minutes" -> tidy', 'schedule count "*/5 * * * *" -> count'],
    },
  ],
};

const asynq: TriggerFramework = {
  name: "asynq",
  languages,
  mayTrigger: /hibiken\/asynq/,
  from: /hibiken\/asynq/,
  objects: ["ServeMux", "NewServeMux", "Scheduler", "NewScheduler"],
  calls: {
    HandleFunc: { kind: "job", name: 0, handler: 1, proof: "object" },
    Handle: { kind: "job", name: 0, handler: 1, proof: "object" },
    Register: { kind: "schedule", schedule: 0, job: 1, proof: "object", needs: "schedule" },
    NewTask: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "main.go": `
package main
import "github.com/hibiken/asynq"
const TypeMail = "mail:send"
func main() {
	mux := asynq.NewServeMux()
	mux.HandleFunc(TypeMail, handleMail)
	t := asynq.NewTask(TypeMail, nil)
}
`,
      },
      triggers: ["job mail:send -> handleMail"],
      publishes: ["mail:send"],
    },
  ],
};

const river: TriggerFramework = {
  name: "River",
  languages,
  mayTrigger: /riverqueue\/river/,
  from: /riverqueue\/river/,
  calls: {
    AddWorker: { kind: "job", handler: 1, needs: "handler" },
    NewPeriodicJob: { kind: "schedule", schedule: 0, handler: 1, needs: "schedule" },
  },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "github.com/riverqueue/river"\nfunc main() {\n\triver.AddWorker(workers, &SortWorker{})\n\triver.NewPeriodicJob(river.PeriodicInterval(15*time.Minute), makeJob, nil)\n}\n`,
      },
      triggers: ["job SortWorker -> SortWorker", 'schedule makeJob "every 15 minutes" -> makeJob'],
    },
  ],
};

const machinery: TriggerFramework = {
  name: "Machinery",
  languages,
  mayTrigger: /RichardKnop\/machinery/,
  from: /RichardKnop\/machinery/,
  calls: {
    RegisterTask: { kind: "job", name: 0, handler: 1 },
    RegisterPeriodicTask: { kind: "schedule", schedule: 0, name: 1, needs: "schedule" },
  },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "github.com/RichardKnop/machinery/v2"\nfunc main() { server.RegisterTask("add", Add) }\n`,
      },
      triggers: ["job add -> Add"],
    },
  ],
};

const temporal: TriggerFramework = {
  name: "Temporal",
  languages,
  mayTrigger: /go\.temporal\.io|uber-go\/cadence|go\.uber\.org\/cadence/,
  from: /go\.temporal\.io\/sdk|\bcadence\b/,
  calls: {
    RegisterWorkflow: { kind: "job", handler: 0, needs: "handler" },
    RegisterActivity: { kind: "job", handler: 0, needs: "handler" },
  },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "go.temporal.io/sdk/worker"\nfunc main() {\n\tw := worker.New(c, "boats", worker.Options{})\n\tw.RegisterWorkflow(Sail)\n}\n`,
      },
      triggers: ["job Sail -> Sail"],
    },
  ],
};

export const goJobs: readonly TriggerFramework[] = [cron, gocron, asynq, river, machinery, temporal];
