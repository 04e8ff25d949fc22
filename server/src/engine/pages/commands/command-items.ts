import { explainCommand, explainTools } from "#server/engine/facts/project/explain-command.ts";
import type { DocumentedCommand } from "#server/engine/facts/project/find-documented.ts";
import { folderOfScript, groupScripts, type LocatedScript } from "#server/engine/facts/project/find-scripts.ts";
import { runLineIn, stepsOf } from "#server/engine/facts/project/run-line.ts";
import type { UsualCommand } from "#server/engine/facts/project/usual-commands.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ListItem } from "#server/engine/sections/section-draft.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asSentence } from "#server/engine/text/sentences.ts";
import { count, enumerate, fileName, fold } from "#server/engine/text/wording.ts";

const shownCommand = 110;
const shownSteps = 6;
const shownStep = 80;
const shownVariants = 4;

/** What each script does: in the words of its file, else its steps, else by the tool that it calls. */
export function scriptItems(scope: CodeScope, scripts: readonly LocatedScript[], max: number): ListItem[] {
  const groups = groupScripts(scripts);
  const variants = variantsOf(groups);
  const isVariant = new Set([...variants.values()].flat());
  return groups
    .filter((group) => !isVariant.has(group))
    .slice(0, max)
    .flatMap((group): ListItem[] => {
      const item = scriptItem(scope, group);
      const own = (variants.get(group) ?? []).slice(0, shownVariants);
      if (item === null) return [];
      if (own.length === 0) return [item];
      const [base] = group;
      const more = own.map((one) => {
        const rest = one[0]?.script.command.trim().slice((base?.script.command.trim().length ?? 0) + 1) ?? "";
        return `${linesOf(scope, one)} with ${codeSpan(rest, shownStep)}`;
      });
      return [
        {
          text: `${item.text.replace(/\.$/, "")}; the same is ${enumerate(more)}.`,
          evidence: [...item.evidence, ...own.flatMap((one) => one.map(({ evidence }) => evidence))],
        },
      ];
    });
}

type SameScripts = readonly LocatedScript[];

function linesOf(scope: CodeScope, group: SameScripts): string {
  return [...new Set(group.map((one) => codeSpan(runLineIn(scope, one))))].join(" or ");
}

/** Null where nothing is known of it but that it is there. */
function scriptItem(scope: CodeScope, group: SameScripts): ListItem | null {
  const [first] = group;
  if (first === undefined) return null;
  const { name, about, runner, command } = first.script;
  const steps = runner === "procfile" ? [] : stepsOf(command).filter((step) => !/^[\w\\]+::\w+$/.test(step));
  const lines = `${linesOf(scope, group)}${inFolder(scope, folderOfScript(scope, first))}`;
  // Of several steps one tool's work is a part, and a name is a promise: then what it runs says what it does.
  const does =
    runner === "procfile"
      ? `is ${codeSpan(name)} of ${codeSpan(scope.shorten(first.path))}`
      : steps.length === 1
        ? explainTools(name, command)
        : steps.length === 0
          ? explainCommand(name, "")
          : null;
  // That there is such a file says nothing.
  if (about === null && does === null && steps.length === 0) return null;
  const shown = steps.length > 1 ? stepsText(steps) : steps.map((step) => shownAsStep(step, shownCommand)).join("");
  const text =
    about !== null
      ? `: ${asSentence(about)}${shown === "" ? "" : ` It runs ${shown}.`}`
      : does === null
        ? ` runs ${shown}.`
        : ` ${does}${shown === "" ? "" : ` (${shown})`}.`;
  return { text: `${lines}${text}`, evidence: group.map((one) => one.evidence) };
}

/** What runs several commands at the same time is told by these: cut in the middle, it would tell of one of them. */
function shownAsStep(step: string, max: number): string {
  if (!/(?:^|\s)concurrently\s/.test(step)) return codeSpan(step, max);
  const quoted = Array.from(step.matchAll(/(["'])((?:(?!\1).)+)\1/g), ({ index, 2: one = "" }) =>
    /(?:^|\s)(?:-[cnp]|--[\w-]+)[ =]$/.test(step.slice(0, index)) ? "" : one,
  );
  const commands = quoted.filter((one) => /^[a-z@.]/i.test(one) && /[\s:]/.test(one));
  return commands.length > 1
    ? `at the same time ${enumerate(commands.map((one) => codeSpan(one, shownStep)))}`
    : codeSpan(step, max);
}

/** In the order that they run in. */
function stepsText(steps: readonly string[]): string {
  const shown = steps.slice(0, shownSteps).map((step) => shownAsStep(step, shownStep));
  const left = steps.length - shown.length;
  return `${shown.join(", then ")}${left > 0 ? `, and ${count(left, "more step")}` : ""}`;
}

/** By a script those that are its command with something behind it, where nobody says more of either. */
function variantsOf(groups: readonly SameScripts[]): ReadonlyMap<SameScripts, SameScripts[]> {
  const isPlain = ([first]: SameScripts) =>
    first !== undefined && first.script.about === null && stepsOf(first.script.command).length === 1;
  const plain = groups.filter(isPlain);
  const baseOf = ([one]: SameScripts) =>
    plain.find(
      ([base]) =>
        base !== undefined &&
        base.path === one?.path &&
        one.script.command.trim().startsWith(`${base.script.command.trim()} -`) &&
        explainTools(base.script.name, base.script.command) === explainTools(one.script.name, one.script.command),
    );
  const variants = new Map<SameScripts, SameScripts[]>();
  for (const group of plain) {
    const base = baseOf(group);
    if (base !== undefined) variants.set(base, [...(variants.get(base) ?? []), group]);
  }
  // What is itself a variant carries none.
  for (const group of [...variants.values()].flat()) variants.delete(group);
  return variants;
}

/** " in `web`" where it is not typed in the scope's own folder. */
export function inFolder(scope: CodeScope, folder: string): string {
  return folder === scope.folder ? "" : ` in ${codeSpan(scope.shorten(folder) || ".")}`;
}

export function documentedItems(scope: CodeScope, commands: readonly DocumentedCommand[], max: number): ListItem[] {
  return commands.slice(0, max).map(({ command, heading, path, evidence }) => ({
    text: `${codeSpan(command)}, says ${codeSpan(scope.shorten(path))}${heading === null ? "" : ` under “${heading}”`}.`,
    evidence: [evidence],
  }));
}

/** `does` completes the sentence that begins with the command; the same one in several folders is told once. */
export function usualItems(scope: CodeScope, commands: readonly UsualCommand[], does: string): ListItem[] {
  const groups = Map.groupBy(commands, ({ command, toolchain, needs }) => `${command} ${toolchain} ${needs}`);
  return [...groups.values()].flatMap((group): ListItem[] => {
    const [first] = group;
    if (first === undefined) return [];
    const manifest = codeSpan(fileName(first.evidence[0]?.path ?? ""));
    const reason = first.needs === null ? `whose manifest is ${manifest}` : `which ${manifest} asks for`;
    const folders = group.map(({ folder }) => codeSpan(scope.shorten(folder) || "."));
    const where = group.length === 1 ? inFolder(scope, first.folder) : ` in ${fold(folders, 3)}`;
    return [
      {
        text: `${codeSpan(first.command)}${where} ${does}, as is usual with ${first.toolchain}, ${reason}.`,
        evidence: group.slice(0, 4).flatMap(({ evidence }) => evidence),
      },
    ];
  });
}

/** Commands that are told in a few words each are one statement; those of several steps stand alone. */
export function asOneItem(items: readonly ListItem[]): ListItem[] {
  const isShort = ({ text }: ListItem) => text.length <= shortItem && !/: |, then /.test(text);
  const short = items.filter(isShort);
  if (short.length < 2) return [...items];
  const text = `${short.map((one) => one.text.replace(/\.$/, "")).join("; ")}.`;
  return [{ text, evidence: short.flatMap(({ evidence }) => evidence) }, ...items.filter((one) => !isShort(one))];
}

const shortItem = 130;
