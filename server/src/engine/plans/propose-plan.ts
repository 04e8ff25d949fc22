import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { findTaskLocations } from "#server/engine/task-locations/find-task-locations.ts";
import type { FileLocation, TaskLocation } from "#server/engine/task-locations/task-location.ts";

import type { PlannedService, PlanProgress, PlanProposal } from "./plan-proposal.ts";

const maxLocations = 5;

/** Tasks for a goal, as its text and the index tell. */
export async function proposePlan(
  goal: string,
  codebases: readonly Codebase[],
  {
    services,
    onProgress,
  }: { services: readonly PlannedService[]; onProgress: (progress: PlanProgress) => Promise<void> },
): Promise<PlanProposal> {
  const [title = "", ...rest] = goal.split("\n");
  const text = { title: title.slice(0, 128), description: rest.join("\n"), criteria: [] };
  await onProgress({ step: "locating", done: 0, total: 1 });
  const { locations, nothing } = await findTaskLocations(text, codebases);
  if (nothing !== null) return { tasks: [], notes: [], nothing };
  const files = locations.filter(isFile).slice(0, maxLocations);
  const serviceId = services.find((service) => files.some((file) => isWithin(service, file)))?.serviceId ?? null;
  const { description, criteria } = text;
  const task = { title: text.title, description, criteria, serviceId, locations: files, blockedBy: [], note: null };
  return { tasks: [task], notes: [], nothing: null };
}

function isFile(location: TaskLocation): location is FileLocation {
  return location.kind === "file";
}

function isWithin({ repositoryId, under }: PlannedService, file: FileLocation): boolean {
  return repositoryId === file.repositoryId && (under === "" || file.path.startsWith(`${under}/`));
}
