import { expect, it } from "vitest";

import { factsOf } from "#server/code-index/testing/facts-as-text.ts";

/** Name, default, meaning and line of each. */
async function settingsOf(path: string, text: string): Promise<unknown[][]> {
  const { configKeys } = await factsOf(path, text);
  return configKeys.map(({ name, defaultValue, comment, line }) => [name, defaultValue, comment, line]);
}

it("reads options of click, typer and argparse", async () => {
  const text = `import click

@click.command()
@click.option("-p", "--port", default=8080, help="Where to "
              "listen.", envvar="BOARD_PORT")
@click.option("--debug/--no-debug", is_flag=True, help='Say "more", and say it often.')
@click.option("--out", default=lambda: here())
def run(port): ...

parser.add_argument("-l", "--level", default="info", help="How much to say")
parser.add_argument("--dry-run", action="store_true")
parser.add_argument("path", help="No option")
# parser.add_argument("--former")
`;
  expect(await settingsOf("cli.py", text)).toEqual([
    ["--port", "8080", "Where to listen.", 4],
    ["BOARD_PORT", null, "Where to listen.", 4],
    ["--debug", "False", 'Say "more", and say it often.', 6],
    ["--out", null, null, 7],
    ["--level", "info", "How much to say", 10],
    ["--dry-run", "False", null, 11],
  ]);
});

it("reads flags of Go, with those of cobra, urfave/cli and viper", async () => {
  const cobra = `package main

import "github.com/spf13/cobra"

func init() {
	cmd.Flags().StringVarP(&to, "port", "p", "8080", "where to listen, \\"all\\" for any")
	cmd.PersistentFlags().Bool("verbose", false, "say more")
	flags.Duration("wait", 5*time.Second, "how long")
	name, _ := cmd.Flags().GetString("port")
	viper.SetDefault("cache.size", 100)
	viper.GetString("log-level")
}
`;
  expect(await settingsOf("cmd.go", cobra)).toEqual([
    ["--port", "8080", 'where to listen, \\"all\\" for any', 6],
    ["--verbose", "false", "say more", 7],
    ["--wait", null, "how long", 8],
    ["cache.size", "100", null, 10],
    ["log-level", null, null, 11],
  ]);
  expect(
    await settingsOf("main.go", 'var port = flag.Int("port", 80, "where")\nflag.Parse()\nx.Flags.String("port")\n'),
  ).toEqual([["-port", "80", "where", 1]]);
  const urfave =
    '&cli.StringFlag{\n\tName:  "port, p",\n\tValue: "80",\n\tUsage: "where",\n}\n// cli.BoolFlag{Name: "old"}\n';
  expect(await settingsOf("app.go", urfave)).toEqual([["--port", "80", "where", 1]]);
});

it("reads options of clap, as fields and as chains, without those of a file's own tests", async () => {
  const text = `#[derive(Parser)]
struct Cli {
    /// Where to
    /// listen.
    #[arg(short, long, default_value_t = 80, env = "BOARD_PORT")]
    port: u16,
    #[clap(long = "dry-run")]
    #[serde(skip)]
    pub is_dry: bool,
    #[arg(short)]
    quiet: bool,
}
fn build() -> Command {
    Command::new("board").arg(
        Arg::new("level")
            .short('l')
            // How much.
            .long("level")
            .default_value("info")
            .help("How much, \\
                   to say"),
    ).arg(Arg::new("file"))
}
#[cfg(test)]
mod tests {
    fn it() { Arg::new("x").long("never"); }
}
`;
  expect(await settingsOf("cli.rs", text)).toEqual([
    ["--port", "80", "Where to listen.", 5],
    ["BOARD_PORT", "80", "Where to listen.", 6],
    ["--dry-run", null, null, 7],
    ["--level", "info", null, 15],
  ]);
});

it("reads options of commander, cac and yargs", async () => {
  const text = `program
  .option("-p, --port <port>", "where to listen", "8080")
  .requiredOption("--out <dir>", \`where to write\`)
  .option("-v", "no long name")
cli.option('--base <path>', '[string] public path', { default: '/' })
yargs.option("level", { alias: "l", describe: "how much", default: "info" })
form.option("first", { value: 1 });
select.option("second");
`;
  expect(await settingsOf("cli.ts", text)).toEqual([
    ["--port", "8080", "where to listen", 2],
    ["--out", null, "where to write", 3],
    ["--base", "/", "[string] public path", 5],
    ["--level", "info", "how much", 6],
  ]);
});
