import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["elixir"];

const oban: TriggerFramework = {
  name: "Oban",
  languages,
  mayTrigger: /\bOban\b/,
  bases: {
    "Oban.Worker": { kind: "job", proof: "plain", within: { use: { topic: "queue" } } },
    "Oban.Pro.Worker": { kind: "job", proof: "plain", within: { use: { topic: "queue" } } },
  },
  settings: { crontab: { schedule: 0, job: 1 } },
  examples: [
    {
      files: {
        "lib/tidy.ex":
          "defmodule Boats.TidyWorker do\n  use Oban.Worker, queue: :low\n  def perform(_job), do: :ok\nend\n",
        "config/config.exs": `import Config
config :boats, Oban,
  plugins: [{Oban.Plugins.Cron, crontab: [{"0 3 * * *", Boats.TidyWorker}, {"@daily", Elsewhere.Worker, args: %{}}]}]
`,
      },
      triggers: [
        "job Boats.TidyWorker <low> -> Boats.TidyWorker",
        'schedule Boats.TidyWorker "0 3 * * *" -> Boats.TidyWorker',
        'schedule Elsewhere.Worker "@daily" -> Elsewhere.Worker ?',
      ],
    },
  ],
};

const quantum: TriggerFramework = {
  name: "Quantum",
  languages,
  mayTrigger: /\bScheduler\b|\bQuantum\b/,
  settings: {
    jobs: [
      { schedule: 0, job: 1 },
      { schedule: "schedule", job: "task" },
    ],
  },
  examples: [
    {
      files: {
        "config/config.exs": `import Config
config :boats, Boats.Scheduler,
  jobs: [
    {"0 3 * * *", {Boats.Tidy, :run, []}},
    count: [schedule: "@daily", task: {Boats.Count, :run, []}]
  ]
`,
      },
      triggers: [
        'schedule Boats.Tidy.run "0 3 * * *" -> Boats.Tidy.run ?',
        'schedule count "@daily" -> Boats.Count.run ?',
      ],
    },
  ],
};

const broadway: TriggerFramework = {
  name: "Broadway",
  languages,
  mayTrigger: /\bBroadway\b/,
  bases: { Broadway: { kind: "consumer", proof: "plain" } },
  examples: [
    {
      files: { "lib/pipe.ex": "defmodule Boats.Pipe do\n  use Broadway\nend\n" },
      triggers: ["consumer Boats.Pipe -> Boats.Pipe"],
    },
  ],
};

const mix: TriggerFramework = {
  name: "Mix",
  languages,
  mayTrigger: /\bMix\.Task\b/,
  bases: { "Mix.Task": { kind: "command", proof: "plain", spelling: "mix", fields: { "@shortdoc": "about" } } },
  examples: [
    {
      files: {
        "lib/mix/tasks/tidy.ex": `defmodule Mix.Tasks.Boats.TidyUp do\n  @shortdoc "Tidies."\n  use Mix.Task\nend\n`,
      },
      triggers: ["command boats.tidy_up -> Mix.Tasks.Boats.TidyUp"],
    },
  ],
};

export const elixirTriggers: readonly TriggerFramework[] = [oban, quantum, broadway, mix];
