import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getImplementationBrief as endpoint } from "@cairn/contract/implementations";
import { commandKindNames, commandKinds } from "@cairn/contract/service-commands";
import { taskLocationsSchema } from "@cairn/contract/task-locations";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { listRules } from "#server/domain/rules/list-rules.ts";
import { loadServiceCommands } from "#server/domain/service-commands/reading/load-service-commands.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { getTaskLocations } from "#server/domain/tasks/get-task-locations.ts";
import { locationsText } from "#server/domain/tasks/task-words.ts";

import { pushAddress } from "./push-address.ts";

type BriefRow = Awaited<ReturnType<typeof requireImplementation>>;

const maxRules = 50;

/** All that somebody needs who writes the change elsewhere. What people of the team wrote stands in it as quotations. */
export async function getImplementationBrief(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const task = nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId });
  const { title, description, acceptanceCriteria } = row.brief;
  const parts = [
    `# ${task} ${title}`,
    description === "" ? "No description." : quote(description),
    section(
      "Done when",
      acceptanceCriteria.map(({ text }) => `- ${oneLine(text)}`),
    ),
    section("Where it lands", await listLocations(ctx, row)),
    section("Rules of this team", await listRuleLines(ctx, row)),
    section("Commands of the service", await listCommands(ctx, row)),
    howToPush(ctx, row),
  ];
  return { text: `${parts.filter((part) => part !== "").join("\n\n")}\n` };
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n${lines.join("\n")}`;
}

async function listLocations(ctx: Ctx, row: BriefRow): Promise<string[]> {
  const found = taskLocationsSchema.parse(await getTaskLocations(ctx, row));
  return found.locations.length === 0 ? [] : [locationsText(found)];
}

/** Those of the service and of the whole product. */
async function listRuleLines(ctx: Ctx, row: BriefRow): Promise<string[]> {
  const ofService = row.serviceId === null ? {} : { serviceId: row.serviceId };
  const { organizationId, projectId } = row;
  const { content } = await listRules(ctx, { organizationId, projectId, ...ofService, page: 1, limit: maxRules });
  return content.map(({ condition, instruction }) => `- If ${oneLine(condition)}: ${oneLine(instruction)}`);
}

async function listCommands(ctx: Ctx, { serviceId }: BriefRow): Promise<string[]> {
  const commands = serviceId === null ? null : await loadServiceCommands(ctx.db, serviceId);
  if (commands === null) return [];
  const where = commands.folder === "" ? "" : ` (in ${commands.folder})`;
  return commandKinds.flatMap((kind) => {
    const command = commands[kind];
    return command === null ? [] : [`- ${commandKindNames[kind]}${where}: ${command}`];
  });
}

function howToPush(ctx: Ctx, row: BriefRow): string {
  const { workingBranch, baseBranch } = row;
  return [
    "## Branch",
    `Begin at ${baseBranch}. Commit on ${workingBranch} and push it; the password is the key that was made for this branch.`,
    "",
    `    git clone --branch ${baseBranch} ${pushAddress(ctx, row)}`,
    `    git switch --create ${workingBranch}`,
    `    git push --set-upstream origin ${workingBranch}`,
    "",
    "Each push is built and tested by this server, and takes the place of the one before.",
  ].join("\n");
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, "> ");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
