import { displayName } from "@cairn/contract/auth";

import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

/** Whom git names. */
export interface GitPerson {
  name: string;
  email: string;
}

interface MergeMessage {
  row: Pick<NamedImplementationRow, "projectImplementationId" | "task" | "workingBranch">;
  /** "FB-9" */
  taskName: string;
  /** Whom the commit names as its author, who is not named again. */
  author: GitPerson;
  /** Authors of the commits that are merged, people and agents. */
  others: readonly GitPerson[];
}

/** What the commit says that a merge makes: the task, and everybody who had a part in it. */
export function writeMergeMessage({ row, taskName, author, others }: MergeMessage): string {
  const title = oneLine(row.task.title);
  const seen = new Set([author.email.toLowerCase()]);
  const credited = others.filter(({ email }) => {
    const isNew = !seen.has(email.toLowerCase());
    seen.add(email.toLowerCase());
    return isNew;
  });
  const trailers = [
    `Task: ${taskName}`,
    `Implementation: ${row.projectImplementationId}`,
    ...credited.map(({ name, email }) => `Co-authored-by: ${oneLine(name)} <${oneLine(email)}>`),
  ];
  return `${title} (${taskName})\n\nFrom the branch ${row.workingBranch}.\n\n${trailers.join("\n")}\n`;
}

/** A person of this server as git names them. */
export function toGitPerson(person: { firstName: string | null; lastName: string | null; email: string }): GitPerson {
  return { name: displayName(person), email: person.email };
}

/** Text that cannot begin a line of its own or end a field. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]+/gu, " ").trim();
}
