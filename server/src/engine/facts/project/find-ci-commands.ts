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
    if (!/^[|>][+-]?$/.test(command)) return [{ path, command: unquote(command), evidence: scope.at(path, at + 1) }];
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((one) => one.trim() !== "" && one.length - one.trimStart().length <= indent.length);
    return readBlock(rest.slice(0, end < 0 ? undefined : end)).map(({ text, from, to }) => ({
      path,
      command: text,
      evidence: scope.at(path, at + 2 + from, at + 2 + to),
    }));
  });
}

/** Commands with the first and last of their lines; a line that ends in a backslash is continued. */
function readBlock(lines: readonly string[]): { text: string; from: number; to: number }[] {
  const commands: { text: string; from: number; to: number }[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    const part = text.replace(/\s*\\$/, "");
    const last = commands.at(-1);
    if (isOpen && last) Object.assign(last, { text: `${last.text} ${part}`, to: at });
    else if (text !== "" && !text.startsWith("#")) commands.push({ text: part, from: at, to: at });
    isOpen = text.endsWith("\\");
  }
  return commands;
}

function unquote(command: string): string {
  return command.replace(/^(["'])(.*)\1$/, "$2");
}
