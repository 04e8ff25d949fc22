import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["typescript", "tsx", "javascript"];

const builders: TriggerFramework = {
  name: "Commander",
  languages,
  mayTrigger: /["'](?:commander|@commander-js\/extra-typings|cac|sade)["']/,
  from: /^(?:commander|@commander-js\/extra-typings|cac|sade)#/,
  objects: ["Command", "cac", "sade"],
  calls: { command: { kind: "command", name: 0, about: 1, isFirstWord: true, proof: "object", needs: "name" } },
  examples: [
    {
      files: {
        "cli.ts": `
import { Command, program } from "commander";
const cli = new Command();
cli.command("serve [port]").description("Serves.").action(run);
program.command("tidy", "Tidies.");
other.command("never");
`,
      },
      triggers: ["command serve", "command tidy"],
    },
  ],
};

const yargs: TriggerFramework = {
  name: "yargs",
  languages,
  mayTrigger: /["']yargs(?:\/yargs)?["']/,
  from: /^yargs(?:\/yargs)?#/,
  calls: {
    command: { kind: "command", name: [0, "command"], about: [1, "describe"], isFirstWord: true, needs: "name" },
  },
  examples: [
    {
      files: {
        "cli.js": `
const yargs = require("yargs");
yargs(process.argv).command("serve [port]", "Serves.", build, run).command({ command: "tidy", describe: "Tidies." });
`,
      },
      triggers: ["command serve", "command tidy"],
    },
  ],
};

const oclif: TriggerFramework = {
  name: "oclif",
  languages,
  mayTrigger: /["']@oclif\/(?:core|command)["']/,
  from: /^@oclif\/(?:core|command)#/,
  bases: {
    Command: { kind: "command", isNamedByFile: true, fields: { description: "about" }, where: /(?:^|\/)commands\// },
  },
  examples: [
    {
      files: {
        "src/commands/serve.ts": `import { Command } from "@oclif/core";\nexport default class Serve extends Command { static description = "Serves."; }\n`,
      },
      triggers: ["command serve -> Serve"],
    },
  ],
};

const nestCommander: TriggerFramework = {
  name: "nest-commander",
  languages,
  mayTrigger: /["']nest-commander["']/,
  from: /^nest-commander#/,
  decorators: {
    Command: { kind: "command", name: "name", about: "description", isFirstWord: true, needs: "name" },
    SubCommand: { kind: "command", name: "name", about: "description", isFirstWord: true, needs: "name" },
  },
  examples: [
    {
      files: {
        "tidy.ts": `import { Command, CommandRunner } from "nest-commander";\n@Command({ name: "tidy", description: "Tidies." })\nexport class Tidy extends CommandRunner {}\n`,
      },
      triggers: ["command tidy -> Tidy"],
    },
  ],
};

export const ecmascriptCommands: readonly TriggerFramework[] = [builders, yargs, oclif, nestCommander];
