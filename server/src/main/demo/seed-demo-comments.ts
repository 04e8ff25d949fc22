import { setTimeout as wait } from "node:timers/promises";

import { addComment, listComments, resolveComment } from "@cairn/contract/implementation-comments";
import { getImplementationDiff, listImplementations } from "@cairn/contract/implementations";
import { getTaskBoard } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";

import type { ApiCaller } from "./api-caller.ts";

const pollMs = 1_000;
/** Runs of the demo that were begun before it come first. */
const maxTries = 900;
const reviewedTask = "Show tide times";

interface Remark {
  /** What the line holds that it is about; the first such line that the change adds. */
  about: string;
  message: string;
  isResolved: boolean;
}

/** What a reviewer said of the change. */
const remarks: readonly Remark[] = [
  { about: "localMoment(highWater", message: "In which time zone is this?", isResolved: true },
  { about: "quayId: 'LI'", message: "Is this the short name that the harbour master uses?", isResolved: true },
  {
    about: "if (!highWater) return null",
    message: "What does the board show for such a quay? I would expect a **dash** instead of an empty cell.",
    isResolved: false,
  },
];

/** Reviews one change of the demo: two remarks that are dealt with and one that is open. What is there is not said again. */
export async function seedDemoComments(
  { signal }: Pick<Ctx, "signal">,
  client: ApiCaller,
  project: { organizationId: string; projectId: string },
): Promise<void> {
  const { cards } = await client.call(getTaskBoard, { params: project });
  const taskId = cards.find(({ title }) => title === reviewedTask)?.taskId;
  if (taskId === undefined) return;
  const params = { ...project, taskId };
  const implementation = await findWritten(signal, client, params);
  if (implementation === null) return;
  const one = { ...params, implementationId: implementation.implementationId };
  const { files, head } = await client.call(getImplementationDiff, { params: one, query: {} });
  const lines = files.flatMap(({ path, hunks }) =>
    hunks.flatMap((hunk) =>
      hunk.lines.flatMap(({ type, newLine, content }) =>
        type === "added" && newLine !== null ? [{ filename: path, line: newLine, content }] : [],
      ),
    ),
  );
  if (head === null) return;
  const { content: said } = await client.call(listComments, { params: one });
  for (const { about, message, isResolved } of remarks) {
    const found = lines.find(({ content }) => content.includes(about));
    if (found === undefined || said.some((comment) => comment.message === message)) continue;
    const { filename, line } = found;
    const body = { message, file: { filename, line, side: "new" as const, commit: head } };
    const { commentId } = await client.call(addComment, { params: one, body });
    if (isResolved) await client.call(resolveComment, { params: { ...one, commentId }, body: { resolved: true } });
  }
}

/** The newest implementation, once it has written something; null where it never will, or not while anybody waits. */
async function findWritten(
  signal: AbortSignal,
  client: ApiCaller,
  params: { organizationId: string; projectId: string; taskId: string },
) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { content } = await client.call(listImplementations, { params, query: { limit: "1" } });
    const [newest] = content;
    if (newest === undefined) return null;
    if (newest.head !== null) return newest;
    if (!newest.running) return null;
    await wait(pollMs, undefined, { signal });
  }
  return null;
}
