import { commandKindNames, commandKinds } from "@cairn/contract/service-commands";
import { taskLocationsSchema } from "@cairn/contract/task-locations";

import type { Ctx } from "#server/ctx.ts";
import { howToAnswer } from "#server/domain/implementations/comment-answers/split-answers.ts";
import {
  loadRevisionComments,
  writeRevisionComment,
} from "#server/domain/implementations/comments/load-revision-comments.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { listTargets } from "#server/domain/implementations/store/starting.store.ts";
import { listRules } from "#server/domain/rules/list-rules.ts";
import {
  loadServiceCommands,
  type LoadedCommands,
} from "#server/domain/service-commands/reading/load-service-commands.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { getTaskLocations } from "#server/domain/tasks/get-task-locations.ts";
import { locationsText } from "#server/domain/tasks/task-words.ts";

import { describeConflicts } from "./describe-conflicts.ts";

const maxRules = 50;
/** Of a repository that holds many, the first ones. */
const maxServices = 10;

/**
 * What whoever writes the change needs to know of its task, as Markdown. What people of the team wrote stands in it as
 * quotations.
 */
export async function describeBrief(ctx: Ctx, row: NamedImplementationRow): Promise<string> {
  const task = nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId });
  const { title, description, acceptanceCriteria } = row.brief;
  const parts = [
    `# ${task} ${title}`,
    description === "" ? "No description." : quote(description),
    section(
      "Done when",
      acceptanceCriteria.map(({ id, text }) => `- ${oneLine(text)}${sayCheck(row, id)}`),
    ),
    section("Conflicts to resolve", await describeConflicts(ctx, row)),
    section("What reviewers want changed", await listOpenComments(ctx, row)),
    section("Where it lands", await listLocations(ctx, row)),
    section("Rules of this team", await listRuleLines(ctx, row)),
    section("Commands of the service", await listCommands(ctx, row)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What is run for a criterion, of which only the command is told: a test of ours is for the change to meet, not to read. */
function sayCheck({ brief }: NamedImplementationRow, criterionId: string): string {
  const check = brief.checks?.find((one) => one.criterionId === criterionId)?.check;
  return check === undefined ? "" : ` (checked by running ${oneLine(check.command)})`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n${lines.join("\n")}`;
}

/** Where something was reviewed, they are what the next run or push is for. */
async function listOpenComments(ctx: Ctx, row: NamedImplementationRow): Promise<string[]> {
  const comments = await loadRevisionComments(ctx, row);
  if (comments.length === 0) return [];
  const isElsewhere = row.engine === "own-machine";
  const answering = isElsewhere ? "Answer each on the review's page, or with answer_review_comment." : howToAnswer;
  return [[...comments.map(writeRevisionComment), answering].join("\n\n")];
}

async function listLocations(ctx: Ctx, row: NamedImplementationRow): Promise<string[]> {
  const found = taskLocationsSchema.parse(await getTaskLocations(ctx, row));
  return found.locations.length === 0 ? [] : [locationsText(found)];
}

/** Those of the service and of the whole product. */
async function listRuleLines(ctx: Ctx, row: NamedImplementationRow): Promise<string[]> {
  const ofService = row.serviceId === null ? {} : { serviceId: row.serviceId };
  const { organizationId, projectId } = row;
  const { content } = await listRules(ctx, { organizationId, projectId, ...ofService, page: 1, limit: maxRules });
  return content.map(({ condition, instruction }) => `- If ${oneLine(condition)}: ${oneLine(instruction)}`);
}

/** Of the task's service, or else of those that its repository belongs to: the server runs them in either case. */
async function listCommands(ctx: Ctx, row: NamedImplementationRow): Promise<string[]> {
  const target = (await listTargets(ctx.db, row)).find(({ repositoryId }) => repositoryId === row.repositoryId);
  const serviceIds = row.serviceId === null ? (target?.serviceIds ?? []).slice(0, maxServices) : [row.serviceId];
  const loaded = await Promise.all(serviceIds.map((serviceId) => loadServiceCommands(ctx.db, serviceId)));
  return loaded.flatMap((commands) => (commands === null ? [] : listLines(commands)));
}

function listLines(commands: LoadedCommands): string[] {
  const where = commands.folder === "" ? "" : ` (in ${commands.folder})`;
  return commandKinds.flatMap((kind) => {
    const command = commands[kind];
    return command === null ? [] : [`- ${commandKindNames[kind]}${where}: ${command}`];
  });
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, "> ");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
