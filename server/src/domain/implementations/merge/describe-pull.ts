import { isIP } from "node:net";

import type { Ctx } from "#server/ctx.ts";
import {
  listStepRows,
  type ImplementationRow,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

const maxTitle = 200;
const maxSummary = 8_000;

/** What a pull request says of a change: its task, what whoever wrote it says, what was checked, and where the review is. */
export async function describePull(
  ctx: Pick<Ctx, "db" | "settings">,
  row: ImplementationRow & Pick<NamedImplementationRow, "task" | "taskKey">,
): Promise<{ title: string; body: string }> {
  const { organizationId, implementationId, proof } = row;
  const steps = await listStepRows(ctx.db, organizationId, [implementationId]);
  const written = steps.findLast(({ step, state, summary }) => writes.has(step) && state === "success" && summary);
  const taskName = nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId });
  const { appName, addresses } = ctx.settings;
  const review = isReachable(addresses.clientHost)
    ? `[Review in ${plain(oneLine(appName))}](${reviewAddress(addresses.clientHost, row)})`
    : `Reviewed in ${plain(oneLine(appName))}`;
  const body = [
    plain((written?.summary ?? "").slice(0, maxSummary).trim()),
    proof === null ? "" : `**Checked** ${plain(proof.summary)}`,
    `Task ${taskName}, implementation ${row.projectImplementationId}. ${review}.`,
  ];
  return {
    title: `${plain(oneLine(row.task.title).slice(0, maxTitle), wordJoiner)} (${taskName})`,
    body: body.filter(Boolean).join("\n\n"),
  };
}

const writes = new Set<string>(["build-implementation", "revision-implementation"]);

function reviewAddress(clientHost: string, row: ImplementationRow): string {
  const { organizationId, projectId, taskId, implementationId } = row;
  return `${clientHost}/o/${organizationId}/p/${projectId}/review/${taskId}?implementationId=${implementationId}`;
}

/** Whether others than whoever sits at this machine may get there. */
function isReachable(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname !== "localhost" && !(isIP(hostname) === 4 && hostname.startsWith("127.")) && hostname !== "[::1]";
}

/** Titles hold no comments, and become messages of commits. */
const wordJoiner = "\u2060";

/**
 * Text of others, which calls nobody and closes no issue there: GitHub acts on names, numbers and words such as "fixes".
 * `between`: what nobody sees and what keeps them apart.
 */
function plain(text: string, between = "<!-- -->"): string {
  return text
    .replaceAll(/[@#](?=\w)/g, `$&${between}`)
    .replaceAll(/\bGH-(?=\d)/gi, `GH${between}-`)
    .replaceAll(/\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b(?=:?\s+(?:https?:|<))/gi, `$1${between}`);
}

/** Text that cannot begin a line of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
}
