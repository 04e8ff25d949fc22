import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { mentionAddress } from "@cairn/contract/mentions";
import type { Service } from "@cairn/contract/services";
import type { TaskState } from "@cairn/contract/task-states";
import { createTask, getTaskBoard, toTaskCard, type TaskPriority } from "@cairn/contract/tasks";

import type { ApiCaller } from "./api-caller.ts";

interface DemoTask {
  title: string;
  state: TaskState;
  /** Of the product's services, by its name. */
  service?: string;
  /** Mentions another task where it says "{{its title}}", which stands before this one in the list. */
  description?: string;
  criteria?: readonly string[];
  priority?: TaskPriority;
  labels?: readonly string[];
  /** Title of the task before that this one is part of. */
  partOf?: string;
  /** Name of a file of `demo/diffs`, which its description holds. */
  diff?: string;
}

/** In the order in which they were written down; within a state, the first one is the next. */
const tasks: readonly DemoTask[] = [
  {
    title: "Sort the board by expected time",
    state: "done",
    service: "Departures board",
    description: "The boat that leaves next belongs on top, also when it is late.",
  },
  {
    title: "Keep a service day open until 03:00",
    state: "done",
    service: "Timetable",
    description: "The last boat of Saturday leaves after midnight and vanished from the board at 00:00.",
    criteria: ["A boat planned at 23:50 and late by 25 minutes is on the board at 00:10"],
  },
  { title: "Build a container image of the API", state: "done", service: "Departures API" },
  {
    title: "Show tide times",
    // A run moves it to review.
    state: "todo",
    service: "Departures API",
    description:
      "Boats with more than two metres of draught do not use the inner berth outside slack water, and passengers ask why they board elsewhere. The branch `tide-times` had it; here it is for `main`.",
    criteria: ["The API answers the next high and low water of a quay", "The board has a column for it"],
    labels: ["tides"],
    diff: "show-tide-times",
  },
  {
    title: "Say since when the data is old",
    state: "todo",
    service: "Departures board",
    description: "By the agreement on public data, what is shown may be at most two minutes old.",
    criteria: ["After two minutes without an answer the board names the time of the last one"],
    diff: "say-since-when-the-data-is-old",
  },
  {
    title: "Retry the timetable download",
    state: "in-progress",
    service: "Departures API",
    description: "The shipping office's server is restarted at noon. One failed download leaves us without tomorrow.",
    criteria: ["A failed download is tried again after 1, 5 and 15 minutes", "`GET /health` tells of the failures"],
    priority: "high",
  },
  {
    title: "Show cancelled sailings until their planned time has passed",
    state: "todo",
    service: "Departures API",
    description:
      "A cancelled sailing leaves the board at once, and people wait at the quay for a boat that never comes. It stays, struck through, with the reason that the office gave.",
    criteria: [
      "`GET /departures` answers cancelled sailings until their planned time",
      "The row shows “Cancelled” and the reason",
      "A sailing without a reason shows “Cancelled” alone",
    ],
    priority: "high",
    labels: ["passengers"],
  },
  {
    title: "Refuse a client that asks more than once in ten seconds",
    state: "todo",
    service: "Departures API",
    description: "The agreement on public data asks for status 429.",
    criteria: ["The second request within ten seconds is answered with 429 and `Retry-After`"],
    diff: "refuse-a-client-that-asks-too-often",
  },
  {
    title: "Name the line of a broken timetable in the log",
    state: "todo",
    service: "Departures API",
    description: "`parseTimetable` knows the lines; the log has them all in one entry, which nobody reads at the quay.",
    priority: "low",
    diff: "name-the-line-of-a-broken-timetable",
  },
  {
    title: "Read the board aloud",
    state: "todo",
    service: "Departures board",
    description:
      "A screen reader reads “9:05 9:17” for a late boat. It should hear which of the two is the planned time.",
    criteria: ["Each time has a name for screen readers", "The status is read after the time"],
    labels: ["passengers"],
    diff: "read-the-board-aloud",
  },
  {
    title: "Remove delay reports of last season",
    state: "todo",
    service: "Database",
    description: "They hold the time of day at which somebody of the crew was at the quay.",
    criteria: ["Reports older than 90 days are gone after the nightly run", "The run can be repeated"],
    diff: "remove-delay-reports-of-last-season",
  },
  { title: "Dark screens at night", state: "backlog", service: "Departures board", labels: ["passengers"] },
  {
    title: "Departures of all quays on one page",
    state: "backlog",
    service: "Departures board",
    description: "For the office, which calls the quays one after the other today.",
  },
  {
    title: "Ticket counts beside the sailing",
    state: "backlog",
    service: "Departures API",
    priority: "low",
    partOf: "Departures of all quays on one page",
  },
  {
    title: "Timetables as GTFS",
    state: "backlog",
    service: "Timetable",
    description: "Route planners read [GTFS](https://gtfs.org). Ours is a text of the shipping office's own.",
  },
  {
    title: "Vessels out of service",
    state: "backlog",
    service: "Database",
    partOf: "Departures of all quays on one page",
  },
  {
    title: "Round the delay on the board up to five minutes",
    state: "archived",
    service: "Departures board",
    description:
      "Tried and taken back with {{Sort the board by expected time}}: passengers came too late for boats that were two minutes late.",
    partOf: "Departures of all quays on one page",
  },
  { title: "Print the board", state: "archived", service: "Departures board" },
];

const diffFolder = fileURLToPath(new URL("../../../demo/diffs", import.meta.url));

/** Tasks of the demo product over all states; what is there by its title is not made again. */
export async function seedDemoTasks(
  client: ApiCaller,
  params: { organizationId: string; projectId: string },
  services: readonly Service[],
): Promise<void> {
  const { cards } = await client.call(getTaskBoard, { params, query: { archived: "true" } });
  const made = new Map(cards.map((card) => [card.title, card]));
  for (const { service, criteria = [], labels = [], partOf = "", description = "", diff, ...task } of tasks) {
    if (made.has(task.title)) continue;
    const serviceId = services.find(({ name }) => name === service)?.serviceId ?? null;
    const parentId = made.get(partOf)?.taskId ?? null;
    const mentioning = description.replaceAll(/\{\{(.+?)\}\}/g, (_whole, title: string) => {
      const { taskId, name } = made.get(title) ?? {};
      return taskId === undefined ? title : `[${name} ${title}](${mentionAddress({ kind: "task", taskId })})`;
    });
    const patch = diff === undefined ? "" : await readFile(path.join(diffFolder, `${diff}.diff`), "utf8");
    const whole = patch === "" ? mentioning : `${mentioning}\n\n\`\`\`diff\n${patch}\`\`\`\n`;
    const texts = { description: whole, acceptanceCriteria: [...criteria], labels: [...labels] };
    const created = await client.call(createTask, { params, body: { ...task, ...texts, serviceId, parentId } });
    made.set(task.title, toTaskCard(created));
  }
}
