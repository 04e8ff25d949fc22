import type { CodeMap, CodeLocation } from "@cairn/contract/code-graph";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { answerWithText, fenceWhole, onOneLine, sourcesOf } from "#server/domain/search/code-answer.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import type { SearchArea } from "#server/domain/search/search-areas.ts";
import { openLocation, type ToolTarget } from "#server/domain/search/tool-target.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { nearSystem } from "#server/engine/facts/code/near-system.ts";

import { areasOfProcess, describeModules, modulesOf } from "./describe-modules.ts";
import { describeSystem } from "./describe-system.ts";
import { mapCode } from "./map-code.ts";

/** Lines of one answer; the rest is counted. */
const maxLines = 150;
const maxLineLength = 300;
const maxCallersShown = 5;

type MapInput = ToolScope & ToolTarget & { query?: string | undefined };

/** Endpoints that servers answer, with who calls them, for an agent. */
export async function listEndpoints(ctx: Ctx, input: MapInput): Promise<ToolResult> {
  return await describe(ctx, input, ({ endpoints, unresolvedRoutes }) => {
    const found = endpoints.filter(({ method, path, handler }) => fits(input, `${method} ${path} ${handler ?? ""}`));
    const places = found.flatMap(({ place, callers }) => [
      place,
      ...callers.slice(0, maxCallersShown).map((caller) => caller.place),
    ]);
    const lines = found.flatMap(({ method, path, handler, certainty, place: location, callers }) => [
      `${method} ${path}${certainty === "partly" ? " (a part is put in at run time)" : ""}${handler === null ? "" : `, ${handler}`}: ${locationText(location)}`,
      ...callers
        .slice(0, maxCallersShown)
        .map(
          (caller) => `  called at ${locationText(caller.place)}${caller.confidence === "likely" ? " (likely)" : ""}`,
        ),
      ...(callers.length > maxCallersShown ? [`  and at ${callers.length - maxCallersShown} more places`] : []),
    ]);
    lines.push(...unresolvedLines(unresolvedRoutes));
    const data = { endpoints: found, unresolvedRoutes };
    return { lines, nothing: "The indexed code declares no such endpoint.", data, places };
  });
}

/** Where routes are declared whose addresses are not known. */
function unresolvedLines({ count, places }: CodeMap["unresolvedRoutes"]): string[] {
  if (count === 0) return [];
  const lead = `${counted(count, "more route")} whose address could not be read, because nothing shows where their routers are mounted, in:`;
  return [lead, ...places.map((place) => `  ${locationText(place)}`)];
}

/** Tables, models and other shapes of data, for an agent. */
export async function listDataModels(ctx: Ctx, input: MapInput): Promise<ToolResult> {
  return await describe(ctx, input, ({ models }) => {
    const found = models.filter(({ name, kind }) => fits(input, `${kind} ${name}`));
    const lines = found.flatMap(({ name, kind, fields, references, place: location }) => [
      `${kind} ${name}: ${locationText(location)}`,
      `  ${fields.map((field) => (field.type === "" ? field.name : `${field.name}: ${field.type}`)).join(", ")}`,
      ...(references.length === 0 ? [] : [`  refers to ${references.join(", ")}`]),
    ]);
    return {
      lines,
      nothing: "The indexed code declares no such data model.",
      data: { models: found },
      places: found.map(({ place }) => place),
    };
  });
}

/** How deep an agent looks: all that runs, one service with what is near it, or the code inside; null for an overview. */
type ArchitectureInput = ToolScope &
  ToolTarget & { depth?: "system" | "service" | "module" | undefined; process?: string | undefined };

/** What runs, and parts of the product's code and who imports whom, for an agent. */
export async function describeArchitecture(ctx: Ctx, input: ArchitectureInput): Promise<ToolResult> {
  const depth = input.depth ?? (input.process === undefined ? null : "module");
  return await describe(ctx, input, (map, all) => {
    const areas = input.process === undefined ? all : areasOfProcess(all, input.process);
    if (depth === "module") return modulesAnswer(areas);
    const systems = areas.map(({ repository, under }) => {
      const system = repository.index.system();
      return { repository, system: depth === "service" ? { ...system, ...nearSystem(system, under ?? "") } : system };
    });
    const lines = systems.flatMap(({ repository, system }) => describeSystem(repository.name, system));
    const data = {
      systems: systems.map(({ repository: { repositoryId, name }, system }) => ({ repositoryId, name, ...system })),
    };
    const nothing = "Nothing of the indexed code lies there.";
    if (depth !== null) return { lines, nothing, data };
    return { lines: [...lines, ...partLines(map)], nothing, data: { parts: map.parts, edges: map.edges, ...data } };
  });
}

function modulesAnswer(areas: readonly SearchArea[]): Described {
  const found = areas.map((area) => ({ name: area.repository.name, modules: modulesOf(area) }));
  const lines = found.flatMap(({ name, modules }) => describeModules(name, modules));
  const nothing = "No source of the indexed code lies there.";
  return { lines, nothing, data: { modules: found.map(({ modules }) => modules) } };
}

function partLines({ parts, edges, endpoints, unresolvedRoutes, models }: CodeMap): string[] {
  const nameOf = (path: string): string => (path === "" ? "the root" : path);
  return [
    ...parts.map(
      ({ name, path, files, repositorySlug }) =>
        `${name}: ${repositorySlug}, ${nameOf(path)}, ${counted(files, "file")}`,
    ),
    ...edges.map(({ from, to, count, examples: [example] }) => {
      const at = example === undefined ? "" : `, as at ${locationText(example)}`;
      return `${nameOf(from)} imports ${nameOf(to)} ${count === 1 ? "once" : `${count} times`}${at}`;
    }),
    `${counted(endpoints.length, "endpoint")}, ${counted(models.length, "data model")}`,
    ...unresolvedLines(unresolvedRoutes),
  ];
}

interface Described {
  lines: string[];
  nothing: string;
  /** What the lines name, to be cited; absent where they tell of the whole. */
  places?: readonly CodeLocation[];
  data: Record<string, unknown>;
}

async function describe(
  ctx: Ctx,
  input: ToolScope & ToolTarget,
  choose: (map: CodeMap, areas: readonly SearchArea[]) => Described,
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const codebases = await openCodebases(ctx, project);
  const wanted = await openLocation(ctx, project, input);
  // Topics of the external context are text, not code.
  const areas = wanted.filter(({ repository }) => repository.repositoryId !== project.projectId);
  const map = await mapCode(ctx, project, { areas, repositories: callersIn(codebases, areas) });
  const { lines, nothing, data, places = [] } = choose(map, areas);
  const shown = lines.slice(0, maxLines).map((line) => onOneLine(line).slice(0, maxLineLength));
  const rest = lines.length > shown.length ? `\n${lines.length - shown.length} more lines are not shown.` : "";
  const text = lines.length === 0 ? nothing : fenceWhole(shown) + rest;
  return answerWithText(
    areas.map(({ repository }) => repository),
    text,
    {
      ...data,
      ...(places.length > 0 ? { sources: await sourcesIn(areas, places, text) } : {}),
      isCutOff: map.isCutOff,
    },
  );
}

/** What is not shown is not cited either. */
async function sourcesIn(areas: readonly SearchArea[], places: readonly CodeLocation[], text: string) {
  const shown = places.filter((one) => text.includes(locationText(one)));
  return await sourcesOf(
    areas.map(({ repository }) => repository),
    shown.map(({ repositoryId, path, startLine, endLine }) => ({ repositoryId, path, startLine, endLine })),
  );
}

/** Of a repository that is looked at on another branch, that branch calls. */
function callersIn(
  codebases: Awaited<ReturnType<typeof openCodebases>>,
  areas: Awaited<ReturnType<typeof openLocation>>,
): Awaited<ReturnType<typeof openCodebases>> {
  return codebases.map(
    (main) => areas.find(({ repository }) => repository.repositoryId === main.repositoryId)?.repository ?? main,
  );
}

function fits({ query }: { query?: string | undefined }, text: string): boolean {
  return query === undefined || text.toLowerCase().includes(query.toLowerCase());
}

function locationText({ repositorySlug, path, startLine }: CodeLocation): string {
  return `${repositorySlug}: ${path} line ${startLine}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
