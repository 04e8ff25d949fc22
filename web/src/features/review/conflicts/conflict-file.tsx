import type { ConflictedFile, ConflictSideName } from "@cairn/contract/conflict-resolution";
import { useId } from "react";

import { Badge } from "#web/ui/display/badge.tsx";

import { countDecisions, listHunks, type ConflictDraft, type HunkDecision } from "./conflict-draft.ts";
import { ConflictHunk } from "./conflict-hunk.tsx";

interface ConflictFileProps {
  file: ConflictedFile;
  baseBranch: string;
  draft: ConflictDraft;
  onDraft: (draft: ConflictDraft) => void;
}

/** Lines around a conflict that say where it is. */
const shownAround = 3;

/** One file that conflicts: its conflicts one by one, or a side as a whole. */
export function ConflictFile({ file, baseBranch, draft, onDraft }: ConflictFileProps) {
  const { path, reason, pieces } = file;
  const { made, total } = countDecisions(file, draft);
  const side = draft.sides[path];
  const setSide = (next: ConflictSideName | undefined) => {
    const { [path]: _former, ...others } = draft.sides;
    onDraft({ ...draft, sides: next === undefined ? others : { ...others, [path]: next } });
  };
  const setHunk = (key: string, decision: HunkDecision) =>
    onDraft({ ...draft, hunks: { ...draft.hunks, [key]: decision } });
  const linesAt = (at: number): string[] => {
    const piece = pieces?.[at];
    return piece?.kind === "same" ? piece.lines : [];
  };
  return (
    <article aria-label={`Conflicts in ${path}`} className="overflow-clip rounded-lg border border-line">
      <div className="flex flex-wrap items-center gap-2 bg-surface-2 px-3 py-2">
        <h3 className="min-w-0 font-mono text-xs wrap-anywhere">{path}</h3>
        <Badge tone={made === total ? "success" : "warning"}>
          {made === total ? "Decided" : `${made} of ${total} decided`}
        </Badge>
      </div>
      {pieces === null && <p className="px-3 pt-2 text-sm text-ink-2 wrap-anywhere">{reason}</p>}
      <WholeFile file={file} baseBranch={baseBranch} side={side} onSide={setSide} />
      {side === undefined &&
        listHunks(file).map(({ key, hunk, at }, index) => (
          <ConflictHunk
            key={key}
            path={path}
            number={index + 1}
            hunk={hunk}
            before={linesAt(at - 1).slice(-shownAround)}
            after={linesAt(at + 1).slice(0, shownAround)}
            baseBranch={baseBranch}
            decision={draft.hunks[key]}
            onDecision={(decision) => setHunk(key, decision)}
          />
        ))}
    </article>
  );
}

interface WholeFileProps {
  file: ConflictedFile;
  baseBranch: string;
  side: ConflictSideName | undefined;
  onSide: (side: ConflictSideName | undefined) => void;
}

/** Takes the file as a side has it; where its lines can be put together, that is one way among others. */
function WholeFile({ file: { path, sides, pieces }, baseBranch, side, onSide }: WholeFileProps) {
  const name = useId();
  const labels: Record<ConflictSideName, string> = {
    base: `as on ${baseBranch}`,
    change: "as in this change",
    former: "as before both",
  };
  const shown = (["base", "change", "former"] as const).filter((one) => one !== "former" || pieces === null);
  const options = [
    ...(pieces === null ? [] : [{ value: undefined, label: "Conflict by conflict" }]),
    ...shown.map((one) => ({
      value: one,
      label: sides.includes(one) ? `The file ${labels[one]}` : `No such file, ${labels[one]}`,
    })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-x-4 px-3 py-2 text-sm">
      <legend className="sr-only">{`What becomes of ${path}`}</legend>
      {options.map(({ value, label }) => (
        <label key={label} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            checked={side === value}
            onChange={() => onSide(value)}
            className="size-4 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
