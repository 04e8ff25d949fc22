import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

interface CiCommand {
  path: string;
  command: string;
  evidence: Evidence;
}

const workflowPath = /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/;
const runKey = /^(\s*(?:-\s+)?)run:\s*(.*?)\s*$/;

/** What the project's own automation runs, command by command, from the workflows of the whole repository. */
export function findCiCommands(scope: CodeScope): Promise<CiCommand[]> {
  return scope.once("findCiCommands", async () => {
    const paths = scope.repository.index.files().map((file) => file.path);
    const found = await Promise.all(
      paths.filter((path) => workflowPath.test(path)).map((path) => readWorkflow(scope, path)),
    );
    return found.flat();
  });
}

/** A step runs one command on its line, or a block of them on the lines below, deeper than its key. */
async function readWorkflow(scope: CodeScope, path: string): Promise<CiCommand[]> {
  const lines = (await scope.lines(path)) ?? [];
  return lines.flatMap((line, at): CiCommand[] => {
    const step = line.match(runKey);
    if (!step) return [];
    const [, indent = "", command = ""] = step;
    // Settings for all steps stand below a key of the same name.
    if (command === "" || command.startsWith("#")) return [];
    const block = /^([|>])[+\-\d]{0,2}(?:\s+#.*)?$/.exec(command)?.[1];
    if (block === undefined) return [{ path, command: scalarOf(command), evidence: scope.at(path, at + 1) }];
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((one) => one.trim() !== "" && one.length - one.trimStart().length <= indent.length);
    return readBlock(rest.slice(0, end < 0 ? undefined : end), block === ">").map(({ text, from, to }) => ({
      path,
      command: text,
      evidence: scope.at(path, at + 2 + from, at + 2 + to),
    }));
  });
}

/**
 * Commands with the first and last of their lines. A line that ends in a backslash is continued; a folded one up to a
 * blank line.
 */
function readBlock(lines: readonly string[], isFolded: boolean): { text: string; from: number; to: number }[] {
  const commands: { text: string; from: number; to: number }[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
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
