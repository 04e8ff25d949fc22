import { edit, move, put, remove, type RuledRepository } from "./written-rule.ts";

/** An application in Ruby, and what deploys it. */
export const billing: RuledRepository = {
  files: {
    "app/models/invoice.rb": "class Invoice < ApplicationRecord\n  validates :number, presence: true\nend\n",
    "app/services/charge.rb": 'class Charge\n  def call\n    Rails.logger.info("charged")\n  end\nend\n',
    "app/jobs/remind_job.rb": "class RemindJob < ApplicationJob\n  retry_on Timeout::Error, attempts: 3\nend\n",
    "db/schema.rb": "ActiveRecord::Schema[8.0].define(version: 1) do\nend\n",
    "db/migrate/1_init.rb": "class Init < ActiveRecord::Migration[8.0]\nend\n",
    "lib/tax.rb": "module Tax\n  RATE = 19\nend\n",
    "infra/main.tf":
      'resource "aws_s3_bucket" "invoices" {\n  bucket = "invoices"\n  tags   = { owner = "billing" }\n}\n',
    "docs/adr/0001-ruby.md": "# Ruby\n\nStatus: accepted\n",
    Gemfile: 'gem "rails"\n',
    "Gemfile.lock": "GEM\n",
  },
  rules: [
    {
      condition: "A migration is added in db/migrate/",
      instruction: "Update db/schema.rb in the same change",
      breaks: [
        [put("db/migrate/2_add.rb", "class Add < ActiveRecord::Migration[8.0]", "end")],
        [edit("db/migrate/1_init.rb", "end", "  # more", "end")],
        [put("db/migrate/3_b.rb", "x"), edit("app/models/invoice.rb", "validates", "# db/schema.rb\n  validates")],
        [remove("db/migrate/1_init.rb")],
      ],
      keeps: [
        [put("db/migrate/2_add.rb", "x"), edit("db/schema.rb", "version: 1", "version: 2")],
        [edit("app/models/invoice.rb", ":number", ":total")],
      ],
    },
    {
      condition: "`< ApplicationJob` is added in app/jobs/**/*.rb",
      instruction: "It contains `retry_on`: every job is tried again",
      breaks: [
        [put("app/jobs/send_job.rb", "class SendJob < ApplicationJob", "  def perform; end", "end")],
        [put("app/jobs/deep/a_job.rb", "class AJob < ApplicationJob; end")],
        [
          edit(
            "app/jobs/remind_job.rb",
            "class RemindJob",
            "class OtherJob < ApplicationJob",
            "  queue_as :low",
            "end",
            "",
            "class RemindJob",
          ),
        ],
        [put("app/jobs/b_job.rb", "# retries", "class BJob < ApplicationJob", "  discard_on StandardError", "end")],
      ],
      keeps: [
        [put("app/jobs/send_job.rb", "class SendJob < ApplicationJob", "  retry_on Timeout::Error", "end")],
        [edit("app/jobs/remind_job.rb", "attempts: 3", "attempts: 5")],
      ],
    },
    {
      condition: '`resource "` is added in infra/**/*.tf',
      instruction: "It must carry `owner`, three lines below at most",
      breaks: [
        [
          edit(
            "infra/main.tf",
            'tags   = { owner = "billing" }\n}',
            'tags   = { owner = "billing" }',
            "}",
            "",
            "",
            "",
            'resource "aws_sqs_queue" "mail" {',
            '  name = "mail"',
            "}",
          ),
        ],
        [put("infra/db.tf", 'resource "aws_db_instance" "main" {', '  engine = "postgres"', "}")],
        [put("infra/deep/a.tf", 'resource "x" "a" {', '  tags = { team = "billing" }', "}")],
        [put("infra/two.tf", 'resource "x" "a" { tags = { owner = "b" } }', 'resource "x" "b" {}')],
      ],
      keeps: [
        [put("infra/db.tf", 'resource "aws_db_instance" "main" {', '  tags = { owner = "billing" }', "}")],
        [edit("infra/main.tf", 'bucket = "invoices"', 'bucket = "invoices-eu"')],
      ],
    },
    {
      condition: "A decision is added to docs/adr/",
      instruction: "It includes `Status:`",
      breaks: [
        [put("docs/adr/0002-jobs.md", "# Jobs")],
        [put("docs/adr/0003-a.md", "# A", "", "status: proposed")],
        [put("docs/adr/old/0000.md", "State: gone")],
        [put("docs/adr/0004.md", "# B"), edit("docs/adr/0001-ruby.md", "accepted", "replaced")],
      ],
      keeps: [
        [put("docs/adr/0002-jobs.md", "# Jobs", "", "Status: proposed")],
        [edit("docs/adr/0001-ruby.md", "# Ruby", "# Ruby on Rails")],
        [move("docs/adr/0001-ruby.md", "docs/adr/0001-language.md")],
      ],
    },
    {
      condition: "Anybody changes Gemfile",
      instruction: "`Gemfile.lock` has to follow",
      typed: { kind: "changed-together", files: "Gemfile", needed: "Gemfile.lock" },
      breaks: [
        [edit("Gemfile", 'gem "rails"', 'gem "rails"', 'gem "pg"')],
        [remove("Gemfile")],
        [edit("Gemfile", "rails", "hanami"), edit("lib/tax.rb", "19", "21")],
        [move("Gemfile", "gems.rb")],
      ],
      keeps: [
        [edit("Gemfile", 'gem "rails"', 'gem "rails"', 'gem "pg"'), edit("Gemfile.lock", "GEM", "GEM", "  pg")],
        [edit("Gemfile.lock", "GEM", "GEMS")],
      ],
    },
  ],
};
