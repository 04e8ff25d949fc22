import { findCommands, type LocatedCommand } from "#server/engine/facts/project/find-commands.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { table, type DraftBlock, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { countNewWords, saysMoreThan } from "#server/engine/text/summarize-doc.ts";
import { count, fold } from "#server/engine/text/wording.ts";

const shownCommands = 40;
const shownFlags = 32;
const shownOwners = 3;
/** With fewer subcommands and flags there is no section. */
const minWords = 2;

/** The subcommands and flags of a command-line program, with what its own help says. */
export async function draftCommands(subject: PageSubject): Promise<Draft | null> {
  const [scope] = subject.scopes;
  if (!scope) return null;
  const found = await findCommands(scope);
  if (found.length < minWords) return null;
  const commands = found.filter(({ kind }) => kind === "command");
  const named = found.filter(({ kind }) => kind === "flag");
  const told = named.filter(saysSomething);
  const flags = told.length > 0 ? told : named;
  const blocks: DraftBlock[] = [
    ...(commands.length > 0 ? [commandTable(scope, "Command", { found: commands, max: shownCommands })] : []),
    ...(flags.length > 0 ? [commandTable(scope, "Flag", { found: flags, max: shownFlags })] : []),
  ];
  return { blocks };
}

/** For first pages: those of which their help says more than their name. */
export async function draftTellingCommands(subject: PageSubject): Promise<Draft | null> {
  const [scope] = subject.scopes;
  if (!scope) return null;
  const found = (await findCommands(scope)).filter(isTelling);
  const commands = found.filter(({ kind }) => kind === "command");
  const flags = found.filter(({ kind }) => kind === "flag");
  const rows = await rowsWithFlags(scope, flags);
  const told = new Set(rows.flatMap(({ names }) => names));
  const isAlone = ({ name }: LocatedCommand) => !told.has(name);
  const silent = new Set((await findCommands(scope)).flatMap((one) => (isSilent(one) ? [one.name] : [])));
  const others = flags.filter(
    ({ of, path }) =>
      !of.some((one) => told.has(one)) && !(of.length > 0 && of.every((one) => silent.has(one))) && !ofImage.test(path),
  );
  const blocks: DraftBlock[] = [
    ...(rows.length > 0 ? [table(null, ["Command", "What it does", "Flags"], rows)] : []),
    ...(commands.some(isAlone)
      ? [commandTable(scope, "Command", { found: commands.filter(isAlone), max: shownCommands })]
      : []),
    ...(others.length > 0 ? [commandTable(scope, "Flag", { found: others, max: shownFlags })] : []),
  ];
  return found.length < minWords ? null : { blocks };
}

/** What a container runs for itself is no command for people. */
const ofImage = /(?:^|\/)(?:docker|rootfs|\.devcontainer)\//i;

function isSilent({ kind, about }: LocatedCommand): boolean {
  return kind === "command" && about === null;
}

function isTelling({ name, about }: LocatedCommand): boolean {
  return about !== null && countNewWords(`${name} ${emptyInHelp}`, about) >= leastNewWords;
}

/** Commands with their flags, of which help says something, a row each. */
async function rowsWithFlags(
  scope: CodeScope,
  flags: readonly LocatedCommand[],
): Promise<(TableRow & { names: string[] })[]> {
  const commands = (await findCommands(scope)).filter(({ kind }) => kind === "command");
  return commands.flatMap((command) => {
    const own = flags.filter(({ of }) => of.includes(command.name));
    // What a flag does says nothing where nobody says what the command is for.
    if (own.length === 0 || command.about === null) return [];
    const said = own.map(({ name, about }) => `${codeSpan(name)} (${(about ?? "").replace(/\.$/, "")})`);
    return [
      {
        names: [command.name],
        cells: [codeSpan(command.name), command.about ?? "", fold(said, shownOfCommand)],
        evidence: [command.evidence, ...own.slice(0, shownOfCommand).map(({ evidence }) => evidence)],
      },
    ];
  });
}

const shownOfCommand = 8;

/** "Enable demo mode" says of `--demo` what it says itself. */
const emptyInHelp = "enable use show print mode path file name specify server run command option flag whether if";
const leastNewWords = 2;

/** "--address: address" says its name twice. */
function saysSomething({ name, about }: LocatedCommand): boolean {
  return about !== null && saysMoreThan(name, about);
}

function commandTable(
  scope: CodeScope,
  noun: "Command" | "Flag",
  { found, max }: { found: readonly LocatedCommand[]; max: number },
): DraftBlock {
  const shown = found.slice(0, max);
  const files = new Set(shown.map(({ path }) => path));
  const hasOwners = shown.some(({ of }) => of.length > 0);
  const rows = shown.map(({ name, about, path, evidence, of }): TableRow => ({
    cells: [
      codeSpan(name),
      ...(hasOwners
        ? [
            fold(
              of.map((one) => codeSpan(one)),
              shownOwners,
            ),
          ]
        : []),
      about ?? "",
      ...(files.size > 1 ? [codeSpan(scope.shorten(path))] : []),
    ],
    evidence: [evidence],
  }));
  const lead = found.length > shown.length ? `${shown.length} of ${count(found.length, noun.toLowerCase())}:` : null;
  return table(
    lead,
    [noun, ...(hasOwners ? ["Of"] : []), "What it does", ...(files.size > 1 ? ["Declared in"] : [])],
    rows,
  );
}
