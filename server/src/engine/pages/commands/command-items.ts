import { explainCommand } from "#server/engine/facts/project/explain-command.ts";
import type { DocumentedCommand } from "#server/engine/facts/project/find-documented.ts";
import { folderOfScript, groupScripts, type LocatedScript } from "#server/engine/facts/project/find-scripts.ts";
import { asOneLine, runLineIn } from "#server/engine/facts/project/run-line.ts";
import type { UsualCommand } from "#server/engine/facts/project/usual-commands.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ListItem } from "#server/engine/sections/section-draft.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asSentence } from "#server/engine/text/sentences.ts";
import { fileName, fold } from "#server/engine/text/wording.ts";

const shownCommand = 90;

/** What each script does: in the words of its file, else by the tools that it calls. */
export function scriptItems(scope: CodeScope, scripts: readonly LocatedScript[], max: number): ListItem[] {
  return groupScripts(scripts)
    .slice(0, max)
    .flatMap((group): ListItem[] => {
      const [first] = group;
      if (!first) return [];
      const { name, about, runner } = first.script;
      const command = asOneLine(first.script.command);
      const folder = folderOfScript(scope, first);
      const lines = [...new Set(group.map((one) => codeSpan(runLineIn(scope, one))))].join(" or ");
      const does =
        runner === "procfile"
          ? `is ${codeSpan(name)} of ${codeSpan(scope.shorten(first.path))}`
          : explainCommand(name, first.script.command);
      // That there is such a file says nothing.
      if (about === null && does === null && (command === null || command === "")) return [];
      const isShown = command !== null && command !== "" && command.length <= shownCommand && runner !== "procfile";
      const runs = isShown ? ` (${codeSpan(command)})` : "";
      const text =
        about === null
          ? does === null
            ? runsText(command)
            : ` ${does}${runs}.`
          : `: ${asSentence(about)}${isShown ? ` It runs ${codeSpan(command)}.` : ""}`;
      return [{ text: `${lines}${inFolder(scope, folder)}${text}`, evidence: group.map((one) => one.evidence) }];
    });
}

function runsText(command: string | null): string {
  return ` runs ${codeSpan(command ?? "", shownCommand)}.`;
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
