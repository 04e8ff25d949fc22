import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { commandReaders } from "./parse-commands.ts";

const read = (specifier: string, text: string) =>
  commandReaders
    .find(({ imports }) => imports.test(specifier))
    ?.read(text.split("\n"))
    .map(({ kind, name, about, startLine, endLine }) => [kind, name, about, startLine, endLine]);

describe("command-line libraries", () => {
  it("of JavaScript: chained calls", () => {
    const text =
      'cli\n  .command("build [root]", "build for production")\n  .option("--target <t>", `[string] target`)\nprogram\n  .command("serve")\n  .description("starts it")\n  .requiredOption("-p, --port <n>", "port (default: 1)")';
    expect(read("cac", text)).toEqual([
      ["command", "build", "build for production", 2, 2],
      ["flag", "--target", "target", 3, 3],
      ["command", "serve", "starts it", 5, 5],
      ["flag", "--port", "port (default: 1)", 7, 7],
    ]);
  });

  it("of Python: decorators over several lines, help or docstring", () => {
    const text =
      '@click.command("run", short_help="Runs it.")\n@click.option("--host", "-h", default="x")\n@click.option(\n    "--debug/--no-debug",\n    help="Shows "\n    "errors.",\n)\ndef run_command():\n    pass\n\n@cli.command()\ndef list_all(\n    x,\n) -> None:\n    """Lists all."""\n';
    expect(read("click", text)).toEqual([
      ["command", "run", "Runs it.", 1, 1],
      ["flag", "--host", null, 2, 2],
      ["flag", "--debug", "Shows errors.", 3, 7],
      ["command", "list-all", "Lists all.", 11, 11],
    ]);
    const parser =
      'p.add_argument("-n", "--name", help="Your name")\nsub.add_parser("greet", help="Greets")\np.add_argument("file")';
    expect(read("argparse", parser)?.map((one) => one.slice(0, 3))).toEqual([
      ["flag", "--name", "Your name"],
      ["command", "greet", "Greets"],
    ]);
  });

  it("of Go and Rust", () => {
    const go =
      'cmd := &cobra.Command{\n\tUse:   "archive",\n\tShort: "Create an archive",\n}\ncmd.Flags().StringP("out", "O", "", "where to")';
    expect(read("github.com/spf13/cobra", go)).toEqual([
      ["command", "archive", "Create an archive", 2, 3],
      ["flag", "--out", "where to", 5, 5],
    ]);
    const records =
      'register(Command{\n\tName:  "start",\n\tUsage: "[--config]",\n\tShort: "Starts it",\n})\ntype Person{\n\tName: "ada",\n}';
    expect(read("github.com/spf13/cobra", records)).toEqual([["command", "start", "Starts it", 2, 4]]);
    const rust =
      '#[derive(Subcommand)]\nenum Command {\n    Ping {\n        msg: String,\n    },\n    /// Get the value\n    /// of key.\n    GetKey(Key),\n}\nstruct Cli {\n    #[arg(id = "hostname", long)]\n    host: String,\n}';
    expect(read("clap", rust)).toEqual([
      ["command", "ping", null, 3, 3],
      ["command", "get-key", "Get the value of key.", 6, 8],
      ["flag", "--hostname", null, 11, 12],
    ]);
  });

  it("are not mistaken for others", () => {
    expect(read("clapper", "x")).toBeUndefined();
    expect(read("commander", 'shell.command(name);\nx.option("y z")')).toEqual([]);
  });

  it.each(["commander", "click", "argparse", "github.com/spf13/cobra", "clap"])(
    "of hostile code take no longer: %s",
    (specifier) => {
      const workedMs = startCpuClock();
      for (const opening of ['x.option("', '@click.option(help="', 'p.add_argument(help="', 'Flags().X("'])
        read(specifier, `${opening}${"\\\\".repeat(2_000)}\n${opening}${"\\x".repeat(2_000)}`);
      expect(workedMs()).toBeLessThan(1_000);
    },
  );

  it("may hold quotation marks behind a backslash", () => {
    expect(read("commander", String.raw`x.option("--say <w>", "says \"w\" (not \\)")`)).toEqual([
      ["flag", "--say", String.raw`says "w" (not \\)`, 1, 1],
    ]);
  });
});

describe("flags of Go", () => {
  const read = (specifier: string, text: string) =>
    commandReaders
      .find(({ imports }) => imports.test(specifier))
      ?.read(text.split("\n"))
      .map(({ name, about }) => [name, about]);

  it("are those declared, not those looked up, with what is deprecated of them", () => {
    const text = `	cmd := &cobra.Command{
		Use:   "moor",
		Short: "Moors a boat",
		Deprecated: "use berth",
	}
	cmd.Flags().StringP("rope", "r", "", "Which rope")
	cmd.Flags().Bool("tight", false, "Without slack")
	cmd.Flags().MarkDeprecated("tight", "ropes are")
	rope, _ := cmd.Flags().GetString("rope")
	if cmd.Flags().Changed("tight") { fail("moor takes no --tight with a rope") }`;
    expect(read("github.com/spf13/cobra", text)).toEqual([
      ["moor", "Moors a boat. Deprecated: use berth"],
      ["--rope", "Which rope"],
      ["--tight", "Without slack. Deprecated: ropes are"],
    ]);
  });

  it("have the help that a constant holds, and one dash with the standard library", () => {
    const text = `const dryHelp = "Shows what it would do"
	flag.BoolVar(&dry, "dry", false, dryHelp)
	flag.Parse()`;
    expect(read("flag", text)).toEqual([["-dry", "Shows what it would do"]]);
  });

  it("are so many at most, and looking their help up takes no longer with more of them", () => {
    const flags = Array.from({ length: 3_000 }, (_, at) => `\tflag.Bool("f${at}", false, help${at})`);
    const hostile = `\tflag.Bool("g", false, x${" ".repeat(5_000)}y)`;
    const help = flags.map((_, at) => `const help${at} = "Says ${at}"`);
    const workedMs = startCpuClock();
    const found = read("flag", [...Array.from({ length: 10 }, () => hostile), ...flags, ...help].join("\n"));
    expect(workedMs()).toBeLessThan(1_000);
    expect(found).toHaveLength(500);
    expect(found?.at(-1)).toEqual(["-f489", "Says 489"]);
  });
});
