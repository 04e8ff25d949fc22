import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { taskPinSchema, type getTaskLocations as endpoint, type TaskLocations } from "@cairn/contract/task-locations";

import type { Ctx } from "#server/ctx.ts";
import { findCitingSections } from "#server/domain/ledger/find-citing-sections.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openCodebases, prepareIndexes } from "#server/domain/search/open-codebases.ts";
import { freshnessOf } from "#server/domain/search/search-areas.ts";
import { requireService } from "#server/domain/services/require-service.ts";
import { findTaskLocations, type FindSections } from "#server/engine/task-locations/find-task-locations.ts";
import type { TaskLocation } from "#server/engine/task-locations/task-location.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";
import { toEntity } from "#server/to-entity.ts";

import { mergePins } from "./merge-pins.ts";
import { listPins } from "./task-pins.store.ts";
import { selectTask, type NamedTaskRow } from "./tasks.store.ts";

type Located = Pick<TaskLocations, "locations" | "nothing">;

const deadlineMs = 15_000;

/** Where a task lands in the product's code and pages, worked out from its text and the index, with what people made of it. */
export async function getTaskLocations(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const task = await selectTask(ctx.db, project, input.taskId);
  if (task === null) throw notFound("Task");
  const pins = await listPins(ctx.db, task);
  return await withinDeadline(ctx, async (bounded) => {
    const codebases = await openCodebases(bounded, project);
    const { locations, nothing } = await locate(bounded, task, codebases);
    const indexes = new Map(codebases.map(({ repositoryId, index }) => [repositoryId, index]));
    return {
      locations: mergePins(locations, pins, indexes),
      nothing,
      freshness: freshnessOf(codebases.map((repository) => ({ repository, under: null }))),
      pins: pins.map((row) => toEntity(taskPinSchema, row)),
    };
  });
}

/** Stops reading code when whoever asked has left, or when it takes too long. */
async function withinDeadline<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const message = "Looking through the code took too long. Try again in a moment.";
  const timer = setTimeout(() => deadline.abort(new AppError("unavailable", { message })), deadlineMs);
  const signal = AbortSignal.any([ctx.signal, deadline.signal]);
  try {
    return await unlessAborted(work({ ...ctx, signal }), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** In the code of its service; everywhere where that tells nothing or there is none. */
async function locate(ctx: Ctx, task: NamedTaskRow, codebases: readonly IndexedRepository[]): Promise<Located> {
  if (codebases.length === 0) return { locations: [], nothing: "not-indexed" };
  await prepareIndexes(ctx, codebases);
  const { title, description, acceptanceCriteria } = task;
  const text = { title, description, criteria: acceptanceCriteria.map((criterion) => criterion.text) };
  const pages = openPages(ctx, task);
  const { findSections } = pages;
  const scope = await scopeOf(ctx, task, codebases);
  const inService = scope && (await findTaskLocations(text, codebases, { scope, findSections }));
  const isEnough = inService !== null && inService.locations.length > 0;
  const { locations, nothing } = isEnough ? inService : await findTaskLocations(text, codebases, { findSections });
  return { locations: locations.map((one) => describe(one, pages.titles)), nothing };
}

/** Null without a service, and where its code is not indexed. */
async function scopeOf(ctx: Ctx, { service, ...task }: NamedTaskRow, codebases: readonly IndexedRepository[]) {
  if (service === null) return null;
  const { repositoryId, workingPath } = await requireService(ctx, { ...task, ...service }, "project.read");
  if (repositoryId === null || !codebases.some((one) => one.repositoryId === repositoryId)) return null;
  return { repositoryId, under: workingPath.replaceAll(/^\/+|\/+$/g, "") };
}

/** The product's own pages: their sections by what they rest on, and the titles of those that were found. */
function openPages(ctx: Ctx, project: ProjectKey): { findSections: FindSections; titles: Map<string, string> } {
  const titles = new Map<string, string>();
  const findSections: FindSections = async (files) => {
    const found = await findCitingSections(ctx.db, project, files);
    for (const { artifactId, pageTitle } of found) titles.set(artifactId, pageTitle);
    return found.map(({ artifactId, sectionId, sectionTitle, sources }) => {
      return { pageId: artifactId, sectionId, heading: sectionTitle, sources };
    });
  };
  return { findSections, titles };
}

function describe(location: TaskLocation, titles: ReadonlyMap<string, string>): Located["locations"][number] {
  switch (location.kind) {
    case "file":
      return { ...location, isPinned: false, isGone: false };
    case "page": {
      const { page } = location;
      const { pageId = "", sectionId = "" } = page ?? {};
      return { ...location, page: page && { artifactId: pageId, sectionId, title: titles.get(pageId) ?? "" } };
    }
    case "commit":
      return location;
  }
}
