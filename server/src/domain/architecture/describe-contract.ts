import {
  derivedEdgeTexts,
  driftTexts,
  type Architecture,
  type ArchitectureEdge,
  type ArchitectureNode,
} from "@cairn/contract/architecture";
import { displayName } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { answerWithText, fenceWhole, onOneLine } from "#server/domain/search/code-answer.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";

import { joinArchitecture } from "./join-architecture.ts";
import { gatherArchitecture } from "./load-architecture.ts";

const maxLines = 300;
const maxLineLength = 300;
/** Of a connection. */
const maxPlaces = 2;

/** Services and what connects them, what people allow and forbid, and where the code differs, for an agent. */
export async function describeContract(ctx: Ctx, scope: ToolScope): Promise<ToolResult> {
  const project = await requireProject(ctx, scope, "project.read");
  const gathered = await gatherArchitecture(ctx, project);
  const architecture = joinArchitecture(gathered);
  const facts = [...architecture.nodes.map(describeNode), ...describeEdges(architecture)];
  const shown = facts.slice(0, maxLines);
  const lines = shown.map(({ line }) => onOneLine(line).slice(0, maxLineLength));
  const rest = facts.length > shown.length ? `\n${facts.length - shown.length} more lines are not shown.` : "";
  const text = facts.length === 0 ? "The product has no services yet." : fenceWhole(lines) + rest;
  const { hasContract, index, isCutOff } = architecture;
  return answerWithText(gathered.repositories, `${introduce(architecture)}\n\n${text}`, {
    hasContract,
    isCutOff: isCutOff || facts.length > shown.length,
    index: { isFresh: index.isFresh },
    nodes: shown.flatMap(({ node }) => node ?? []),
    edges: shown.flatMap(({ edge }) => edge ?? []),
  });
}

function introduce({ hasContract, index, isCutOff }: Architecture): string {
  const contract = hasContract
    ? "People said which connections are allowed and which are forbidden. Code you write must add no forbidden one, and none without a line unless the task says so."
    : "Nobody has said yet which connections are allowed, so nothing is drift.";
  const gaps = [
    ...(index.isFresh ? [] : ["An index is old or missing"]),
    ...(isCutOff ? ["Not all of the code was looked at"] : []),
  ].map((gap) => ` ${gap}: what is not found may be there all the same.`);
  return contract + gaps.join("");
}

/** A line of the text, and the same as data. */
interface DescribedFact {
  line: string;
  node?: Record<string, unknown>;
  edge?: Record<string, unknown>;
}

function describeNode({ kind, type, name, technology }: ArchitectureNode): DescribedFact {
  const made = technology === null || technology === name ? "" : ` (${technology})`;
  const line = `${kind === "service" ? `service, ${type}` : kind}: ${name}${made}`;
  return { line, node: { kind, type, name, technology } };
}

/** Drift first: it is what matters to who writes code. */
function describeEdges({ nodes, edges }: Architecture): DescribedFact[] {
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]));
  const nameOf = (nodeId: string) => names.get(nodeId) ?? nodeId;
  return edges
    .toSorted((a, b) => Number(a.drift === null) - Number(b.drift === null))
    .map((edge) => {
      const [source, target] = [nameOf(edge.sourceId), nameOf(edge.targetId)];
      const { stance, said, drift, derived } = edge;
      const kinds = derived?.kinds ?? [];
      const places = placesOf(edge);
      const since = edge.broughtBy?.commit.slice(0, shownCommit) ?? null;
      const told = derived === null ? ["may use"] : kinds.map((kind) => derivedEdgeTexts[kind]);
      const shown = places.map(({ repository, path, line }) => `${repository}: ${path} line ${line}`);
      const as = shown.length === 0 ? "" : `, as at ${shown.join(" and ")}`;
      const line = `${source} ${told.join(" and ")} ${target}: ${describeStance(edge)}${as}`;
      const says = said ? { by: said.by && displayName(said.by), at: said.at } : null;
      return { line, edge: { source, target, kinds, stance, said: says, drift, since, places } };
    });
}

const shownCommit = 12;

function describeStance({ stance, said: saidBy, drift, broughtBy }: ArchitectureEdge): string {
  const who = saidBy?.by ? ` by ${displayName(saidBy.by)}` : "";
  const said = stance === null ? "nothing said" : `${stance}${who}${saidBy ? ` on ${saidBy.at.slice(0, 10)}` : ""}`;
  const since = broughtBy === null ? "" : `, since commit ${broughtBy.commit.slice(0, shownCommit)}`;
  return drift === null ? said : `${said}. ${driftTexts[drift]}${since}`;
}

function placesOf({ derived }: ArchitectureEdge): { repository: string; path: string; line: number }[] {
  const first = (derived?.evidence ?? []).slice(0, maxPlaces);
  return first.map(({ place }) => ({ repository: place.repositorySlug, path: place.path, line: place.startLine }));
}
