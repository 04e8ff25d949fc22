import type {
  ConflictedFile,
  ConflictPiece,
  ConflictResolution,
  ConflictSideName,
} from "@cairn/contract/conflict-resolution";

import { loadConflictDraft, saveConflictDraft } from "#web/lib/browser/storage.ts";

type ConflictHunkPiece = Extract<ConflictPiece, { kind: "conflict" }>;

/** What becomes of the lines of one conflict. */
export type HunkDecision = { take: "base" | "change" | "base-first" | "change-first" } | { take: "text"; text: string };

/** Decisions by what they are about, so that each outlives a change of everything else. */
export interface ConflictDraft {
  hunks: Readonly<Record<string, HunkDecision>>;
  /** Of files whose lines cannot be put together, or shall not be. */
  sides: Readonly<Record<string, ConflictSideName>>;
}

export const emptyDraft: ConflictDraft = { hunks: {}, sides: {} };

/** What was decided in this tab before and not saved; what cannot be read counts as nothing. */
export function loadDraft(implementationId: string): ConflictDraft {
  try {
    return { ...emptyDraft, ...(JSON.parse(loadConflictDraft(implementationId) ?? "{}") as Partial<ConflictDraft>) };
  } catch {
    return emptyDraft;
  }
}

/** Null forgets it. */
export function saveDraft(implementationId: string, draft: ConflictDraft | null): void {
  saveConflictDraft(implementationId, draft === null ? null : JSON.stringify(draft));
}

export function isEmpty({ hunks, sides }: ConflictDraft): boolean {
  return Object.keys(hunks).length === 0 && Object.keys(sides).length === 0;
}

/** The conflicts of a file in order, each with a key that only the same conflict has. */
export function listHunks({ path, pieces }: ConflictedFile): { key: string; hunk: ConflictHunkPiece; at: number }[] {
  const seen = new Map<string, number>();
  return (pieces ?? []).flatMap((piece, at) => {
    if (piece.kind === "same") return [];
    const text = JSON.stringify([path, piece.base, piece.change, piece.former]);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return [{ key: `${text}#${count}`, hunk: piece, at }];
  });
}

/** The lines that a decision comes to. */
export function resultOf(hunk: ConflictHunkPiece, decision: HunkDecision): string[] {
  switch (decision.take) {
    case "base":
      return hunk.base;
    case "change":
      return hunk.change;
    case "base-first":
      return [...hunk.base, ...hunk.change];
    case "change-first":
      return [...hunk.change, ...hunk.base];
    case "text":
      return decision.text === "" ? [] : decision.text.split("\n");
  }
}

/** How many decisions a file takes, and how many are made. */
export function countDecisions(file: ConflictedFile, draft: ConflictDraft): { made: number; total: number } {
  if (file.pieces === null || draft.sides[file.path] !== undefined) {
    return { made: draft.sides[file.path] === undefined ? 0 : 1, total: 1 };
  }
  const hunks = listHunks(file);
  return { made: hunks.filter(({ key }) => draft.hunks[key] !== undefined).length, total: hunks.length };
}

/** What becomes of a file; null while something of it is not decided. */
export function resolveFile(file: ConflictedFile, draft: ConflictDraft): ConflictResolution | null {
  const { path, pieces } = file;
  const side = draft.sides[path];
  if (side !== undefined) return { kind: "side", path, side };
  if (pieces === null) return null;
  const byPiece = new Map(listHunks(file).map(({ at, key }) => [at, draft.hunks[key]]));
  const lines: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === "same") lines.push(...piece.lines);
    else {
      const decision = byPiece.get(at);
      if (decision === undefined) return null;
      lines.push(...resultOf(piece, decision));
    }
  }
  return { kind: "text", path, text: lines.join("\n") };
}
