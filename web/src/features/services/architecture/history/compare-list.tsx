import { derivedEdgeTexts } from "@cairn/contract/architecture";
import type { CodeLocation } from "@cairn/contract/code-graph";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { edgeIdOf } from "#web/features/services/architecture/model/canvas-edge.ts";
import type {
  ComparedArchitecture,
  ComparedEdge,
} from "#web/features/services/architecture/model/compare-architectures.ts";
import type { Difference } from "#web/features/services/architecture/model/difference.ts";
import { inSentence } from "#web/features/services/architecture/model/name-text.ts";
import { EvidenceList } from "#web/features/services/architecture/panel/evidence-list.tsx";
import { DifferenceMark } from "#web/features/services/architecture/parts/difference-mark.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";

interface CompareListProps {
  project: ProjectKey;
  compared: ComparedArchitecture;
  /** Two commits are, so that only what differs is listed. */
  isCompared: boolean;
  isCutOff: boolean;
  /** A node or a line of the canvas, which alone is listed then. */
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}

interface Entry {
  id: string;
  /** What is chosen on the canvas to show it. */
  ends: readonly string[];
  difference: Difference | null;
  text: string;
  evidence: readonly CodeLocation[];
}

const shownCount = 60;

/** What differs between two commits in words, or all connections of one, each with its lines. */
export function CompareList({ project, compared, isCompared, isCutOff, selectedId, onSelect }: CompareListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const all = listEntries(compared).filter(({ difference }) => !isCompared || difference !== null);
  const chosen =
    selectedId === null ? all : all.filter(({ id, ends }) => id === selectedId || ends.includes(selectedId));
  const shown = isWhole ? chosen : chosen.slice(0, shownCount);
  const title = isCompared ? "What differs" : "Connections";
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="flex items-baseline gap-2 text-sm font-medium text-ink">
        {title}
        <span className="font-normal text-ink-3 tabular-nums">{all.length}</span>
      </h2>
      {isCutOff && (
        <p className="text-sm text-ink-2">
          Not everything was looked through: what is missing here may have been there all the same.
        </p>
      )}
      {all.length === 0 && (
        <p className="text-sm text-ink-2">
          {isCompared ? "The code connects the same at both commits." : "The code connected nothing at this commit."}
        </p>
      )}
      {all.length > 0 && chosen.length === 0 && (
        <p className="text-sm text-ink-2">Nothing of what is chosen differs.</p>
      )}
      {shown.length > 0 && (
        <ul aria-label={title} className="flex flex-col gap-1">
          {shown.map((entry) => (
            <li key={entry.id}>
              <EntryOfList
                project={project}
                entry={entry}
                isSelected={entry.id === selectedId}
                onSelect={() => onSelect(entry.id === selectedId ? null : entry.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen.length > shown.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setIsWhole(true)}>
          Show all {chosen.length}
        </Button>
      )}
      {selectedId !== null && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onSelect(null)}>
          Choose nothing
        </Button>
      )}
    </section>
  );
}

interface EntryProps {
  project: ProjectKey;
  entry: Entry;
  isSelected: boolean;
  onSelect: () => void;
}

function EntryOfList({ project, entry: { difference, text, evidence }, isSelected, onSelect }: EntryProps) {
  return (
    <div className={cx("rounded-md px-2 py-1.5 text-sm", isSelected && "bg-surface-3")}>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className="flex min-h-6 w-full items-start gap-2 rounded-sm text-left text-ink hover:underline"
      >
        {difference && <DifferenceMark difference={difference} className="h-5 text-ink-2" />}
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </button>
      <EvidenceList project={project} label={`Lines: ${text}`} places={evidence} />
    </div>
  );
}

function listEntries({ nodes, edges }: ComparedArchitecture): Entry[] {
  const names = new Map(nodes.map(({ node }) => [node.nodeId, node.name]));
  const nameOf = (nodeId: string) => inSentence(names.get(nodeId) ?? nodeId);
  const differing = nodes.filter(({ difference }) => difference !== null);
  return [
    ...differing.map(({ node, difference }): Entry => ({
      id: node.nodeId,
      ends: [],
      difference,
      text: difference === "changed" && node.technology ? `${node.name}: now ${node.technology}` : node.name,
      evidence: node.evidence,
    })),
    ...edges.map((edge): Entry => ({
      id: edgeIdOf(edge),
      ends: [edge.sourceId, edge.targetId],
      difference: edge.difference,
      text: describeEdge(edge, nameOf(edge.sourceId), nameOf(edge.targetId)),
      evidence: edge.evidence,
    })),
  ];
}

/** "web calls api"; of one that changed, what is new and what is gone: "web now imports code of api, no longer calls it". */
function describeEdge(
  { derived, difference, newKinds, goneKinds }: ComparedEdge,
  source: string,
  target: string,
): string {
  const say = (kinds: ComparedEdge["newKinds"]) => kinds.map((kind) => derivedEdgeTexts[kind]).join(", ");
  if (difference !== "changed") return `${source} ${say(derived.kinds)} ${target}`;
  const now = newKinds.length > 0 ? `${source} now also ${say(newKinds)} ${target}` : null;
  const gone = goneKinds.length > 0 ? `${source} no longer ${say(goneKinds)} ${target}` : null;
  return [now, gone].filter((text) => text !== null).join("; ");
}
