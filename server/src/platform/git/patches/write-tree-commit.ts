import { runGit } from "#server/platform/git/process/run-git.ts";

interface TreeCommit {
  tree: string;
  parents: readonly string[];
  /** The first line is the subject. */
  message: string;
  author: { name: string; email: string };
  /** The author where it is not given. */
  committer?: { name: string; email: string };
  date: Date;
  signal?: AbortSignal;
}

/** Stores a commit and answers its id; no branch moves. The same commit once more has the same id. */
export async function writeTreeCommit(directory: string, commit: TreeCommit): Promise<string> {
  const { tree, parents, message, author, committer = author, date, signal } = commit;
  const sign = ({ name, email }: { name: string; email: string }) =>
    `${plain(name)} <${plain(email)}> ${Math.floor(date.getTime() / 1000)} +0000`;
  const text = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${sign(author)}`,
    `committer ${sign(committer)}`,
    "",
    `${message.replaceAll("\0", "").trimEnd()}\n`,
  ].join("\n");
  const { stdout } = await runGit({
    directory,
    args: ["hash-object", "-t", "commit", "-w", "--stdin"],
    input: [text],
    signal,
  });
  return stdout.toString("latin1").trim();
}

/** A name that cannot end its line or its field. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]+/gu, " ").trim() || "-";
}
