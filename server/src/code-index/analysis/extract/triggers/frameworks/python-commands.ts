import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["python"];

const click: TriggerFramework = {
  name: "Click",
  languages,
  mayTrigger: /\bclick\b|@[\w.]+\.command\(/,
  from: /^(?:click|rich_click|asyncclick|cloup|flask|quart)\b/,
  objects: ["Group", "AppGroup", "Flask"],
  decorators: { command: { kind: "command", name: [0, "name"], about: "help", spelling: "kebab" } },
  examples: [
    {
      files: {
        "cli.py": `
import click
@click.group()
def cli(): ...
@cli.command("load-boats")
def load(): ...
@cli.command(help="Counts.")
def count_all(): ...
@click.command()
def serve(): ...
`,
      },
      triggers: ["command load-boats -> load", "command count-all -> count_all", "command serve -> serve"],
    },
  ],
};

const typer: TriggerFramework = {
  name: "Typer",
  languages,
  mayTrigger: /\btyper\b|@\w+\.command\(/,
  from: /^(?:typer|cyclopts)\b/,
  objects: ["Typer"],
  decorators: { command: { kind: "command", name: [0, "name"], about: "help", spelling: "kebab" } },
  examples: [
    {
      files: { "cli.py": `import typer\napp = typer.Typer()\n@app.command()\ndef sail_away(): ...\n` },
      triggers: ["command sail-away -> sail_away"],
    },
  ],
};

const argparse: TriggerFramework = {
  name: "argparse",
  languages,
  mayTrigger: /\badd_subparsers\(/,
  from: /^argparse\b/,
  objects: ["add_subparsers"],
  calls: { add_parser: { kind: "command", name: 0, about: "help", proof: "object", needs: "name" } },
  examples: [
    {
      files: {
        "main.py": `import argparse\np = argparse.ArgumentParser()\nsubs = p.add_subparsers(dest="c")\nup = subs.add_parser("up", help="Starts.")\n`,
      },
      triggers: ["command up"],
    },
  ],
};

const command = { kind: "command", proof: "plain", isNamedByFile: true, fields: { help: "about" } } as const;
const where = /(?:^|\/)management\/commands\/[a-zA-Z][\w-]*\.py$/;

const django: TriggerFramework = {
  name: "Django",
  languages,
  mayTrigger: /\bclass Command\(/,
  bases: {
    BaseCommand: { ...command, where },
    LabelCommand: { ...command, where },
    AppCommand: { ...command, where },
    NoArgsCommand: { ...command, where },
  },
  // Others extend a command that they know by its own name.
  namedLike: [{ part: "bases", name: /Command$/, rule: { ...command, where } }],
  examples: [
    {
      files: {
        "boats/management/commands/load_boats.py": `from django.core.management.base import BaseCommand\nclass Command(BaseCommand):\n    help = "Loads."\n    def handle(self): ...\n`,
        "boats/management/commands/import.py": `from django.core.management.commands.loaddata import Command as LoaddataCommand\nclass Command(LoaddataCommand): ...\n`,
        "boats/management/commands/migrate.py": `from django.core.management.commands import migrate\nclass Command(migrate.Command):\n    def handle(self): ...\n`,
        "boats/management/commands/sink-boats.py": `class Command(BaseCommand):\n    def handle(self): ...\n`,
      },
      triggers: [
        "command load_boats -> Command",
        "command sink-boats -> Command",
        "command import -> Command",
        "command migrate -> Command",
      ],
    },
  ],
};

export const pythonCommands: readonly TriggerFramework[] = [click, typer, argparse, django];
