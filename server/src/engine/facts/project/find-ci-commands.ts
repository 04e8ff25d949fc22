import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

interface CiCommand {
  path: string;
  command: string;
  evidence: Evidence;
}

/** By system: the files of its automation and the keys of what they run, as one command, a block or a list. */
const systems: readonly { path: RegExp; key: RegExp }[] = [
  { path: /^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, key: /^(\s*(?:-\s+)?)run:\s*(.*?)\s*$/ },
  {
    path: /^(?:\.gitlab-ci\.ya?ml|\.gitlab\/(?:[\w-]+\/)*[\w.-]+\.ya?ml)$/,
    key: /^(\s*)(?:before_script|script):\s*(.*?)\s*$/,
  },
  { path: /^\.circleci\/config\.ya?ml$/, key: /^(\s*(?:-\s+)?)(?:run|command):\s*(.*?)\s*$/ },
  { path: /^(?:\.woodpecker(?:\/[\w.-]+)?|\.drone)\.ya?ml$/, key: /^(\s*(?:-\s+)?)commands:\s*(.*?)\s*$/ },
  {
    path: /^(?:\.azure-pipelines\/[\w.-]+|azure-pipelines)\.ya?ml$/,
    key: /^(\s*(?:-\s+)?)(?:script|bash):\s*(.*?)\s*$/,
  },
  { path: /^\.travis\.yml$/, key: /^(\s*)(?:before_script|script):\s*(.*?)\s*$/ },
];

/** What the project's own automation runs, command by command, from the workflows of the whole repository. */
export function findCiCommands(scope: CodeScope): Promise<CiCommand[]> {
  return scope.once("findCiCommands", async () => {
    const paths = scope.repository.index.files().map((file) => file.path);
    const found = await Promise.all(
      paths.flatMap((path) => {
        const system = systems.find((one) => one.path.test(path));
        return system === undefined ? [] : [readWorkflow(scope, path, system.key)];
      }),
    );
    return found.flat();
  });
}

/** A step runs one command on its line, or a block of them on the lines below, deeper than its key. */
async function readWorkflow(scope: CodeScope, path: string, key: RegExp): Promise<CiCommand[]> {
  const lines = codeLines((await scope.lines(path)) ?? []);
  return lines.flatMap((line, at): CiCommand[] => {
    const step = line.match(key);
    if (!step) return [];
    const [, indent = "", command = ""] = step;
    const rest = lines.slice(at + 1, at + 1 + maxBlockLines);
    // A list; settings for all steps stand below a key of the same name.
    if (command === "" || command.startsWith("#"))
      return readItems(rest, indent.length).map(({ text, from, to }) => ({
        path,
        command: text,
        evidence: scope.at(path, at + 2 + from, at + 2 + to),
      }));
    const block = /^([|>])[+\-\d]{0,2}(?:\s+#.*)?$/.exec(command)?.[1];
    if (block === undefined) return [{ path, command: scalarOf(command), evidence: scope.at(path, at + 1) }];
    const end = rest.findIndex((one) => one.trim() !== "" && one.length - one.trimStart().length <= indent.length);
    return readBlock(rest.slice(0, end < 0 ? undefined : end), block === ">").map(({ text, from, to }) => ({
      path,
      command: text,
      evidence: scope.at(path, at + 2 + from, at + 2 + to),
    }));
  });
}

const maxBlockLines = 400;

/** Items of the list below a key, each of one line. */
function readItems(lines: readonly string[], indent: number): { text: string; from: number; to: number }[] {
  const items: { text: string; from: number; to: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const item = /^(\s*)-\s+(\S.*?)\s*$/.exec(line);
    const text = item?.[2] ?? "";
    if (item === null || (item[1]?.length ?? 0) < indent) break;
    if (!/^(?:[|>!*&[{]|[\w-]+:(?:\s|$))/.test(text)) items.push({ text: scalarOf(text), from: at, to: at });
  }
  return items;
}

/**
 * Commands with the first and last of their lines. A line that ends in a backslash is continued; a folded one up to a
 * blank line.
 */
function readBlock(lines: readonly string[], isFolded: boolean): { text: string; from: number; to: number }[] {
  const commands: { text: string; from: number; to: number }[] = [];
  let isOpen = false;
  let ends: string | null = null;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    // What is written to a file is no command.
    if (ends !== null) {
      if (text === ends) ends = null;
      continue;
    }
    ends = /<<-?\s*["']?(\w+)["']?/.exec(text)?.[1] ?? null;
    const part = text.replace(/\s*\\$/, "");
    const last = commands.at(-1);
    if (isOpen && last && part !== "") Object.assign(last, { text: `${last.text} ${part}`, to: at });
    else if (text !== "" && !text.startsWith("#")) commands.push({ text: part, from: at, to: at });
    isOpen = isFolded ? text !== "" : text.endsWith("\\");
  }
  return commands;
}

/** A value of YAML on one line, without its quotation marks and the comment behind it. */
function scalarOf(value: string): string {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(value)?.[2];
  return quoted ?? value.replace(/\s+#.*$/, "");
}
