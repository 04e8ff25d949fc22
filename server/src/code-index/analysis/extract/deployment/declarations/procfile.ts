import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";

/** Procfiles of Heroku, Foreman, Dokku and their like. */
export const procfile: DeclarationReader = {
  roles: ["procfile"],
  read: (source) => ({
    units: [...matchesInCode(source, /^([\w-]+):[ \t]*(\S[^\n]*)$/gm)].map(({ match, line }) => ({
      ...makeUnit("procfile", match[1] ?? "", { startLine: line, endLine: line }),
      command: commandText([match[2] ?? ""]),
      duration: match[1] === "release" ? ("once" as const) : ("long" as const),
    })),
  }),
  examples: [
    {
      path: "Procfile",
      text: "release: bin/rails db:migrate\nweb: bundle exec puma -C config/puma.rb\n# worker: none\nworker: bundle exec sidekiq\n",
      units: [
        "release command=bin/rails db:migrate once",
        "web command=bundle exec puma -C config/puma.rb",
        "worker command=bundle exec sidekiq",
      ],
    },
  ],
};
