import type { TriggerFramework, TriggerRule } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["rust"];
/** Variants are commands, also of an enumeration that is a whole program. */
const command: TriggerRule = {
  kind: "command", isEachField: true, spelling: "kebab", keyword: "enum",
  fieldExcept: /\b(?:flatten|external_subcommand|skip)\b/,
}; // prettier-ignore
const cronJob: TriggerRule = { kind: "schedule", schedule: 0, of: "Job", needs: "schedule" };

const cron: TriggerFramework = {
  name: "tokio-cron-scheduler",
  languages,
  mayTrigger: /\btokio_cron_scheduler\b/,
  from: /^tokio_cron_scheduler\b/,
  calls: {
    new: cronJob,
    new_async: cronJob,
    new_cron_job: cronJob,
    new_repeated: cronJob,
    new_repeated_async: cronJob,
  },
  examples: [
    {
      files: {
        "src/main.rs": `
use tokio_cron_scheduler::{Job, JobScheduler};
async fn main() {
  scheduler.add(Job::new_async("0 0 3 * * *", |_, _| Box::pin(tidy())).unwrap());
  scheduler.add(Job::new_repeated(Duration::from_secs(60), |_, _| count()).unwrap());
  Boat::new("never");
}
`,
      },
      triggers: ['schedule 0 0 3 * * * "0 0 3 * * *"', 'schedule every minute "every minute"'],
    },
  ],
};

/** Times that a program asks the crate for and then waits for itself. */
const cronSchedule: TriggerFramework = {
  name: "cron",
  languages,
  mayTrigger: /\bcron::(?:Schedule\b|\{)/,
  calls: {
    from_str: {
      kind: "schedule", schedule: 0, of: "Schedule", needs: "schedule", isNamedByFunction: true, proof: "plain",
    },
  }, // prettier-ignore
  examples: [
    {
      files: {
        "src/tidy.rs": `
use cron::Schedule;
impl Tidy {
    async fn run(&self) {
        let times = Schedule::from_str("0 0 3 * * *").unwrap();
        for time in times.upcoming(Utc) { wait(time).await; self.sweep(); }
    }
}
async fn count() { let times = cron::Schedule::from_str("0 0 4 * * *")?; wait(&times).await; count_all(); }
fn never() { Level::from_str("info"); }
`,
      },
      triggers: ['schedule Tidy.run "0 0 3 * * *" -> Tidy.run', 'schedule count "0 0 4 * * *" -> count'],
    },
  ],
};

/** What actors of Actix do again and again. */
const actor: TriggerFramework = {
  name: "Actix",
  languages,
  mayTrigger: /\brun_interval\(/,
  from: /^actix\b/,
  calls: { run_interval: { kind: "schedule", schedule: 0, needs: "schedule", isNamedByFunction: true } },
  examples: [
    {
      files: {
        "src/tidy.rs": `
use actix::prelude::*;
impl Actor for Tidy {
    fn started(&mut self, ctx: &mut Context<Self>) {
        ctx.run_interval(Duration::from_secs(60), |act, _| act.sweep());
        ctx.run_later(Duration::from_secs(60), |act, _| act.never());
    }
}
`,
      },
      triggers: ['schedule Tidy.started "every minute" -> Tidy.started'],
    },
  ],
};

const clokwerk: TriggerFramework = {
  name: "clokwerk",
  languages,
  mayTrigger: /\bclokwerk\b/,
  from: /^clokwerk\b/,
  calls: { run: { kind: "schedule", isChain: true, handler: 0, needs: "schedule" } },
  examples: [
    {
      files: {
        "src/main.rs": `
use clokwerk::{AsyncScheduler, TimeUnits as CTimeUnits};
fn main() {
  scheduler.every(CTimeUnits::hour(1)).run(move || tidy());
  scheduler.every(10.minutes()).at("3:00").run(count);
}
`,
      },
      triggers: ['schedule tidy "every hour" -> tidy', 'schedule count "every 10 minutes at 3:00" -> count'],
    },
  ],
};

const apalis: TriggerFramework = {
  name: "apalis",
  languages,
  mayTrigger: /\bapalis\b/,
  from: /^apalis\b/,
  calls: { new: { kind: "job", name: 0, of: "WorkerBuilder", needs: "name" } },
  examples: [
    {
      files: {
        "src/main.rs": `use apalis::prelude::*;\nfn main() { WorkerBuilder::new("mail").build_fn(send); Boat::new("never"); }\n`,
      },
      triggers: ["job mail"],
    },
  ],
};

const messages: TriggerFramework = {
  name: "RabbitMQ",
  languages,
  mayTrigger: /\blapin\b/,
  from: /^lapin\b/,
  calls: {
    basic_consume: { kind: "consumer", topic: 0, needs: "topic" },
    basic_publish: { kind: "publisher", topic: 1 },
  },
  examples: [
    {
      files: {
        "src/main.rs": `use lapin::{options::*, Connection};\nasync fn main() { channel.basic_consume("mail", "x", o, t).await?; channel.basic_publish("", "sums", o, b, p).await?; }\n`,
      },
      triggers: ["consumer mail <mail>"],
      publishes: ["sums"],
    },
  ],
};

const kafka: TriggerFramework = {
  name: "Kafka",
  languages,
  mayTrigger: /\brdkafka\b/,
  from: /^rdkafka\b/,
  calls: {
    subscribe: { kind: "consumer", topic: 0, needs: "topic" },
    to: { kind: "publisher", topic: 0, of: "FutureRecord" },
  },
  examples: [
    {
      files: {
        "src/main.rs": `use rdkafka::{consumer::StreamConsumer, producer::FutureRecord};\nasync fn main() { consumer.subscribe(&["tides"])?; producer.send(FutureRecord::to("sums"), t).await; }\n`,
      },
      triggers: ["consumer tides <tides>"],
      publishes: ["sums"],
    },
  ],
};

const nats: TriggerFramework = {
  name: "NATS",
  languages,
  mayTrigger: /\basync_nats\b/,
  from: /^async_nats\b/,
  calls: {
    subscribe: { kind: "consumer", topic: 0, needs: "topic" },
    publish: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "src/main.rs": `use async_nats::Client;\nasync fn run(client: Client) { client.subscribe("tides").await?; client.publish("sums", b).await?; }\n`,
      },
      triggers: ["consumer tides <tides>"],
      publishes: ["sums"],
    },
  ],
};

const clap: TriggerFramework = {
  name: "clap",
  languages,
  mayTrigger: /\b(?:Subcommand|Parser)\b/,
  from: /^clap\b/,
  bases: { Subcommand: command, Parser: command },
  examples: [
    {
      files: {
        "src/cli.rs": `
use clap::{Parser, Subcommand};
#[derive(Parser)]
struct Cli { #[command(subcommand)] command: Commands }
#[derive(Debug, Subcommand)]
enum Commands {
  Serve { port: u16 },
  TidyUp,
  #[command(name = "sum")]
  Count(CountArgs),
  #[command(flatten)]
  More(more::Commands),
  #[clap(external_subcommand)]
  Other(Vec<String>),
}
#[derive(Parser)]
pub enum Import { Zsh }
`,
      },
      triggers: ["command serve", "command tidy-up", "command sum", "command zsh"],
    },
  ],
};

export const rustTriggers: readonly TriggerFramework[] = [
  cron,
  cronSchedule,
  actor,
  clokwerk,
  apalis,
  messages,
  kafka,
  nats,
  clap,
];
