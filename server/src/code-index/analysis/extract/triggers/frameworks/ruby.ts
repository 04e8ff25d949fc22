import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["ruby"];

const sidekiq: TriggerFramework = {
  name: "Sidekiq",
  languages,
  mayTrigger: /\bSidekiq::(?:Job|Worker|Cron)\b/,
  bases: {
    "Sidekiq::Job": { kind: "job", proof: "plain", within: { sidekiq_options: { topic: "queue" } } },
    "Sidekiq::Worker": { kind: "job", proof: "plain", within: { sidekiq_options: { topic: "queue" } } },
  },
  entries: [{ needs: ["cron", "class"], schedule: "cron", job: "class", name: "name" }],
  examples: [
    {
      files: {
        "app/workers/tidy_worker.rb":
          "class TidyWorker\n  include Sidekiq::Worker\n  sidekiq_options queue: :low\n  def perform; end\nend\n",
        "app/workers/boats/count.rb":
          "module Boats\n  module Deep\n    class Count\n      include ::Sidekiq::Job\n    end\n  end\n  class Deep::Sum\n    include Sidekiq::Job\n  end\nend\n",
        "config/initializers/cron.rb": `Sidekiq::Cron::Job.load_from_hash({ "tidy" => { "cron" => "0 3 * * *", "class" => "TidyWorker" } })\n`,
      },
      triggers: [
        "job TidyWorker <low> -> TidyWorker",
        "job Boats::Deep::Count -> Boats::Deep::Count",
        "job Boats::Deep::Sum -> Boats::Deep::Sum",
        'schedule TidyWorker "0 3 * * *" -> TidyWorker',
      ],
    },
  ],
};

const activeJob: TriggerFramework = {
  name: "Active Job",
  languages,
  mayTrigger: /<\s*(?:\w+::)*(?:ApplicationJob|ActiveJob::Base)\b|\bgood_job\b/,
  bases: {
    ApplicationJob: { kind: "job", proof: "plain", within: { queue_as: { topic: 0 } } },
    "ActiveJob::Base": { kind: "job", proof: "plain", except: /^ApplicationJob$/, within: { queue_as: { topic: 0 } } },
  },
  settings: { cron: { schedule: "cron", job: "class" } },
  examples: [
    {
      files: {
        "app/jobs/application_job.rb": "class ApplicationJob < ActiveJob::Base\nend\n",
        "app/jobs/tidy_job.rb": "class TidyJob < ApplicationJob\n  queue_as :low\n  def perform; end\nend\n",
        "config/application.rb": `module Boats\n  class Application < Rails::Application\n    config.good_job = { execution_mode: :external, cron: { sweep: { cron: "every 15 minutes", class: "TidyJob", description: "Sweeps." } } }\n    config.good_job.enable_cron = true\n  end\nend\n`,
        "config/initializers/good_job.rb": `Rails.application.configure do\n  config.good_job.cron = { tidy: { cron: "0 3 * * *", class: "TidyJob" } }\n  config.good_job.cron[:late] = { cron: "0 4 * * *", class: "TidyJob" }\nend\n`,
      },
      triggers: [
        "job TidyJob <low> -> TidyJob",
        'schedule tidy "0 3 * * *" -> TidyJob',
        'schedule late "0 4 * * *" -> TidyJob',
        'schedule sweep "every 15 minutes" -> TidyJob',
      ],
    },
  ],
};

const whenever: TriggerFramework = {
  name: "whenever",
  languages,
  mayTrigger: /^\s*every\b/m,
  calls: Object.fromEntries(
    ["runner", "rake", "command"].map((name) => [
      name,
      {
        kind: "schedule" as const,
        name: 0,
        job: 0,
        around: { schedule: "every" },
        where: /(?:^|\/)schedule\.rb$/,
        proof: "plain" as const,
        needs: "schedule" as const,
      },
    ]),
  ),
  examples: [
    {
      files: {
        "config/schedule.rb": `every 1.day, at: "4:30 am" do\n  runner "Boat.tidy"\n  rake "boats:count"\nend\nevery "0 3 * * *" do\n  command "tidy"\nend\n`,
      },
      triggers: [
        'schedule Boat.tidy "every day at 4:30 am" -> Boat.tidy ?',
        'schedule boats:count "every day at 4:30 am" -> boats:count ?',
        'schedule tidy "0 3 * * *" -> tidy ?',
      ],
    },
  ],
};

const clockwork: TriggerFramework = {
  name: "Clockwork",
  languages,
  mayTrigger: /\bClockwork\b|\bRufus::Scheduler\b/,
  objects: ["Scheduler"],
  calls: {
    every: [
      { kind: "schedule", schedule: 0, name: 1, at: "at", proof: "plain", needs: "name" },
      { kind: "schedule", schedule: 0, handler: "block", proof: "plain", needs: "handler" },
    ],
    cron: { kind: "schedule", schedule: 0, handler: "block", proof: "plain", needs: "handler" },
  },
  examples: [
    {
      files: {
        "clock.rb": `module Clockwork\n  every(1.day, "tidy", at: "01:30") { Tidy.run }\n  every(5.minutes, "count") { Count.run }\nend\n`,
        "lib/scheduler.rb": `class Scheduler\n  def setup(scheduler = Rufus::Scheduler.new)\n    every '1h' do\n      clean_up!\n    end\n    scheduler.cron("0 3 * * *") { Boats.tidy }\n    list.every { |one| one }\n  end\nend\n`,
      },
      triggers: [
        'schedule clean_up! "1h" -> clean_up!',
        'schedule Boats.tidy "0 3 * * *" -> Boats.tidy',
        'schedule tidy "every day at 01:30"',
        'schedule count "every 5 minutes"',
      ],
    },
  ],
};

const rake: TriggerFramework = {
  name: "Rake",
  languages,
  mayTrigger: /^\s*task\b/m,
  calls: {
    task: {
      kind: "command",
      name: 0,
      isNamedByKey: true,
      around: { name: "namespace" },
      where: /(?:\.rake|(?:^|\/)Rakefile)$/,
      proof: "plain",
      needs: "name",
    },
  },
  examples: [
    {
      files: {
        "lib/tasks/boats.rake": `namespace :boats do\n  desc "Counts."\n  task :count => :environment do\n  end\n  task tidy: :environment do\n  end\n  task :plain do\n  end\nend\n`,
      },
      triggers: ["command boats:count", "command boats:tidy", "command boats:plain"],
    },
  ],
};

const messages: TriggerFramework = {
  name: "Karafka",
  languages,
  mayTrigger: /\bApplicationConsumer\b|\bKarafka\b|\bSneakers::Worker\b|\bRacecar::Consumer\b/,
  bases: {
    "Sneakers::Worker": { kind: "consumer", proof: "plain", within: { from_queue: { topic: 0 } } },
    "Racecar::Consumer": { kind: "consumer", proof: "plain", within: { subscribes_to: { topic: 0 } } },
  },
  calls: {
    consumer: { kind: "consumer", handler: 0, around: { topic: "topic" }, proof: "plain", needs: "topic" },
    produce_async: { kind: "publisher", topic: "topic", proof: "plain" },
    produce_sync: { kind: "publisher", topic: "topic", proof: "plain" },
  },
  examples: [
    {
      files: {
        "karafka.rb": `class App < Karafka::App\n  routes.draw do\n    topic :orders do\n      consumer OrdersConsumer\n    end\n  end\nend\nKarafka.producer.produce_async(topic: "sums", payload: x)\n`,
        "mail_worker.rb": `class MailWorker\n  include Sneakers::Worker\n  from_queue "mail"\nend\n`,
      },
      triggers: ["consumer OrdersConsumer <orders> -> OrdersConsumer", "consumer MailWorker <mail> -> MailWorker"],
      publishes: ["sums"],
    },
  ],
};

export const rubyTriggers: readonly TriggerFramework[] = [sidekiq, activeJob, whenever, clockwork, rake, messages];
