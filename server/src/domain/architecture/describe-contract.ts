import { derivedEdgeTexts, driftTexts, type Architecture, type ArchitectureEdge } from "@cairn/contract/architecture";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { answerWithText, fenceWhole, onOneLine } from "#server/domain/search/code-answer.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { joinArchitecture } from "./join-architecture.ts";
import { gatherArchitecture } from "./load-architecture.ts";

const maxLines = 300;
const maxLineLength = 300;

/** Services and what connects them, what people allow and forbid, and where the code differs, for an agent. */
export async function describeContract(ctx: Ctx, scope: ToolScope): Promise<ToolResult> {
  const project = await requireProject(ctx, scope, "project.read");
  const gathered = await gatherArchitecture(ctx, project);
  const architecture = joinArchitecture(gathered);
  const lines = [...nodeLines(architecture), ...edgeLines(architecture)];
  const shown = lines.slice(0, maxLines).map((line) => onOneLine(line).slice(0, maxLineLength));
  const rest = lines.length > shown.length ? `\n${lines.length - shown.length} more lines are not shown.` : "";
  const text = lines.length === 0 ? "The product has no services yet." : fenceWhole(shown) + rest;
  return answerWithText(gathered.repositories, `${introduce(architecture)}\n\n${text}`, { ...architecture });
}

function introduce({ hasContract, index }: Architecture): string {
  const contract = hasContract
    ? "People said which connections are allowed and which are forbidden. Code you write must add no forbidden one, and none without a line unless the task says so."
    : "Nobody has said yet which connections are allowed, so nothing is drift.";
  return index.isFresh
    ? contract
    : `${contract} An index is old or missing: what is not found may be there all the same.`;
}

function nodeLines({ nodes }: Architecture): string[] {
  return nodes.map(({ kind, type, name, technology }) => {
    const made = technology === null || technology === name ? "" : ` (${technology})`;
    return `${kind === "service" ? `service, ${type}` : kind}: ${name}${made}`;
  });
}

/** Drift first: it is what matters to who writes code. */
function edgeLines({ nodes, edges }: Architecture): string[] {
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]));
  const nameOf = (nodeId: string) => names.get(nodeId) ?? nodeId;
  return edges
    .toSorted((a, b) => Number(a.drift === null) - Number(b.drift === null))
    .map((edge) => {
      const ends = [nameOf(edge.sourceId), nameOf(edge.targetId)] as const;
      return `${describeEdge(edge, ends)}: ${describeStance(edge)}${describePlaces(edge)}`;
    });
}

function describeEdge({ derived }: ArchitectureEdge, [source, target]: readonly [string, string]): string {
  const told = derived?.kinds.map((kind) => derivedEdgeTexts[kind]) ?? ["may use"];
  return `${source} ${told.join(" and ")} ${target}`;
}

function describeStance({ stance, drift, broughtBy }: ArchitectureEdge): string {
  const said = stance ?? "nothing said";
  const since = broughtBy === null ? "" : `, since commit ${broughtBy.commit.slice(0, 12)}`;
  return drift === null ? said : `${said}. ${driftTexts[drift]}${since}`;
}

function describePlaces({ derived }: ArchitectureEdge): string {
  const places = derived?.evidence
    .slice(0, 2)
    .map(({ place }) => `${place.repositorySlug}: ${place.path} line ${place.startLine}`);
  return places === undefined || places.length === 0 ? "" : `, as at ${places.join(" and ")}`;
}
