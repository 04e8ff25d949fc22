import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["go"];

const cobra: TriggerFramework = {
  name: "Cobra",
  languages,
  mayTrigger: /spf13\/cobra/,
  from: /spf13\/cobra/,
  literals: { Command: { kind: "command", name: "Use", isFirstWord: true, about: "Short", needs: "name" } },
  examples: [
    {
      files: {
        "cmd.go": `package cmd\nimport "github.com/spf13/cobra"\nvar serve = &cobra.Command{Use: "serve [port]", Short: "Serves.", RunE: run}\n`,
      },
      triggers: ["command serve"],
    },
  ],
};

const urfave: TriggerFramework = {
  name: "urfave/cli",
  languages,
  mayTrigger: /urfave\/cli/,
  from: /urfave\/cli/,
  literals: { Command: { kind: "command", name: "Name", about: "Usage", handler: "Action", needs: "name" } },
  examples: [
    {
      files: {
        "main.go": `package main\nimport "github.com/urfave/cli/v3"\nvar all = []*cli.Command{{Name: "up", Usage: "Starts.", Action: up}, &cli.Command{Name: "down", Commands: []*cli.Command{{Name: "all", Action: downAll}}}}\n`,
      },
      triggers: ["command up -> up", "command down", "command down all -> downAll"],
    },
  ],
};

export const goCommands: readonly TriggerFramework[] = [cobra, urfave];
