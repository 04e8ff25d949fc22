import type { Service } from "@cairn/contract/services";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

import { architectureQuery } from "./architecture.api.ts";
import { listCanvasEdges } from "./model/canvas-edge.ts";
import type { CanvasEdge } from "./model/canvas-edge.ts";
import { listCanvasNodes } from "./model/canvas-node.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import { beginDraft } from "./model/draft.ts";
import { edgeDash, endAt } from "./model/draw-svg.ts";
import { nodeHeightPx, nodeWidthPx } from "./model/layout.ts";
import { drawLine } from "./model/line-path.ts";
import { chooseSides } from "./model/line-sides.ts";
import { fitName } from "./model/name-text.ts";
import { choosePictureNodes } from "./model/picture-nodes.ts";

interface ArchitecturePictureProps {
  project: ProjectKey;
  services: readonly Service[];
}

/** Space around the nodes, in px of the canvas. */
const marginPx = 24;
/** Rows stand closer than on the canvas, so that names can be read. */
const squeeze = 0.65;
/** What of a name goes into a node at the size in which the picture is read. */
const maxNameLength = 15;

/** The architecture as a small picture, which opens it. */
export function ArchitecturePicture({ project, services }: ArchitecturePictureProps) {
  const loading = useQuery(architectureQuery(project));
  const architecture = loading.data;
  const places = (architecture?.nodes ?? []).flatMap(({ nodeId, position }) => (position ? [[nodeId, position]] : []));
  const nodes = listCanvasNodes(
    beginDraft(services, Object.fromEntries(places)).present,
    services,
    architecture?.nodes,
  );
  const edges = listCanvasEdges(architecture, nodes);
  const shown = choosePictureNodes(nodes, edges);
  const drift = edges.filter(({ edge }) => edge.drift !== null).length;
  return (
    <section aria-labelledby="architecture-heading">
      <h2 id="architecture-heading" className="mb-3 flex h-8 items-center text-base font-semibold">
        Architecture
      </h2>
      {loading.isError && !architecture && (
        <ErrorState message={errorMessage(loading.error)} onRetry={() => void loading.refetch()} />
      )}
      {loading.isPending && (
        <Loading what="architecture">
          <Skeleton className="h-60" />
        </Loading>
      )}
      {architecture && nodes.length === 0 && (
        <EmptyState
          title="No Services yet"
          text="What your code is made of is found in it, for you to add."
          action={<ButtonLink href={href("setupImport", { ...project })}>See what was found</ButtonLink>}
        />
      )}
      {architecture && nodes.length > 0 && (
        <Link
          href={href("setupArchitecture", { ...project })}
          className="block rounded-lg border border-line bg-surface-1 p-3 transition-colors duration-[80ms] hover:bg-surface-2"
        >
          <span className="sr-only">Open the architecture: </span>
          <Picture nodes={shown} edges={edges} />
          <span className="mt-2 block text-sm text-ink-3">
            {count(nodes.length, "node")}, {count(edges.length, "connection")}
            {drift > 0 && `, ${drift} to look at`}
            {shown.length < nodes.length && `; ${shown.length} nodes shown`}
          </span>
        </Link>
      )}
    </section>
  );
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? "" : "s"}`;
}

function Picture({ nodes, edges }: { nodes: readonly CanvasNode[]; edges: readonly CanvasEdge[] }) {
  const left = Math.min(...nodes.map(({ place }) => place.x)) - marginPx;
  const top = Math.min(...nodes.map(({ place }) => place.y * squeeze)) - marginPx;
  const width = Math.max(...nodes.map(({ place }) => place.x + nodeWidthPx)) + marginPx - left;
  const height = Math.max(...nodes.map(({ place }) => place.y * squeeze + nodeHeightPx)) + marginPx - top;
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return (
    <svg aria-hidden viewBox={`${left} ${top} ${width} ${height}`} className="h-60 w-full">
      <defs>
        <marker
          id="picture-arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="18"
          markerHeight="18"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0 1 9 5 0 9z" fill="context-stroke" />
        </marker>
      </defs>
      {edges.map(({ edgeId, sourceId, targetId, look }) => {
        const [source, target] = [byId.get(sourceId), byId.get(targetId)];
        if (!source || !target) return null;
        const sides = chooseSides(source, target);
        const { path } = drawLine(endAt(squeezed(source), sides.source), endAt(squeezed(target), sides.target));
        return (
          <path
            key={edgeId}
            d={path}
            fill="none"
            stroke={look === "forbidden" ? "var(--danger-text)" : "var(--text-3)"}
            strokeWidth={look === "forbidden" ? 5 : 3}
            strokeDasharray={edgeDash(look)}
            markerEnd="url(#picture-arrow)"
          />
        );
      })}
      {nodes.map(({ nodeId, name, place }) => (
        <g key={nodeId} transform={`translate(${place.x} ${place.y * squeeze})`}>
          <rect
            width={nodeWidthPx}
            height={nodeHeightPx}
            rx="12"
            fill="var(--bg-2)"
            stroke="var(--border-control)"
            strokeWidth="2"
          />
          <text
            x={nodeWidthPx / 2}
            y={nodeHeightPx / 2}
            dominantBaseline="central"
            textAnchor="middle"
            fontSize="30"
            fill="var(--text-1)"
          >
            {fitName(name, maxNameLength)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function squeezed({ place: { x, y } }: CanvasNode): CanvasNode["place"] {
  return { x, y: y * squeeze };
}
