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
import { edgeDash } from "./model/draw-svg.ts";
import { choosePictureNodes } from "./model/picture-nodes.ts";
import { pictureRoom } from "./model/picture-room.ts";
import { drawSmallPicture, largestScale, smallLetter, smallNode } from "./model/small-picture.ts";
import type { SmallPicture } from "./model/small-picture.ts";

interface ArchitecturePictureProps {
  project: ProjectKey;
  services: readonly Service[];
}

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
  const picture = useSmallPicture(shown, edges);
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
          <Skeleton className={pictureRoom(services.length)} />
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
          {picture ? <Picture {...picture} /> : <Skeleton className={pictureRoom(services.length)} />}
          <span className="mt-2 block text-sm text-ink-3">
            {shown.length < nodes.length && `${shown.length} of `}
            {count(nodes.length, "node")}, {count(edges.length, "connection")}
            {drift > 0 && `, ${drift} to look at`}
          </span>
        </Link>
      )}
    </section>
  );
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? "" : "s"}`;
}

/** Placed once what places it is there; where that could not be loaded, there is no picture but the words. */
function useSmallPicture(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): SmallPicture | undefined {
  const ids = nodes.map(({ nodeId, name }) => `${nodeId} ${name}`);
  const lines = edges.map(({ edgeId, look }) => `${edgeId} ${look}`);
  const drawn = useQuery({
    queryKey: ["small architecture picture", ids, lines],
    queryFn: async () => await drawSmallPicture(nodes, edges),
    enabled: nodes.length > 0,
    staleTime: Infinity,
    placeholderData: (former: SmallPicture | undefined) => former,
  });
  return drawn.data;
}

function Picture({ left, top, width, height, nodes, lines }: SmallPicture) {
  return (
    <svg
      aria-hidden
      viewBox={`${left} ${top} ${width} ${height}`}
      className="mx-auto w-full"
      style={{ maxWidth: width * largestScale, aspectRatio: `${width} / ${height}` }}
    >
      <defs>
        <marker
          id="picture-arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="12"
          markerHeight="12"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0 1 9 5 0 9z" fill="context-stroke" />
        </marker>
      </defs>
      {lines.map(({ edgeId, look, isSide, path }) => (
        <path
          key={edgeId}
          d={path}
          fill="none"
          stroke={look === "forbidden" ? "var(--danger-text)" : isSide ? "var(--border-control)" : "var(--text-3)"}
          strokeWidth={look === "forbidden" ? 3 : isSide ? 1 : 1.5}
          strokeDasharray={edgeDash(look)}
          markerEnd="url(#picture-arrow)"
        />
      ))}
      {nodes.map(({ nodeId, name, place }) => (
        <g key={nodeId} transform={`translate(${place.x} ${place.y})`}>
          <rect
            width={smallNode.width}
            height={smallNode.height}
            rx="8"
            fill="var(--bg-2)"
            stroke="var(--border-control)"
          />
          {name.map((line, at) => (
            <text
              key={at === 0 ? "first" : "second"}
              x={smallNode.width / 2}
              y={smallNode.height / 2 + (at - (name.length - 1) / 2) * smallLetter.line}
              dominantBaseline="central"
              textAnchor="middle"
              fontSize={smallLetter.size}
              fill="var(--text-1)"
            >
              {line}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}
