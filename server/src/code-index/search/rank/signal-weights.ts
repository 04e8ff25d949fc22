import type { FileMaterial } from "./file-kinds.ts";
import type { Query } from "./parse-query.ts";
import type { HistorySignals } from "./score-history.ts";
import type { NeighbourSignals } from "./score-neighbours.ts";
import type { WordSignals } from "./score-words.ts";

interface OtherSignals {
  /** How well the test does that is named after the file. */
  test: Float32Array;
  /** Its path or name is written out in the query: 1 for whole paths, less for a bare file name. */
  written: Float32Array;
  /** See `FileDescriptions`. */
  size: Float32Array;
}

/** One number a file and signal. */
export type FileSignals = WordSignals & HistorySignals & NeighbourSignals & OtherSignals;
export type SignalName = keyof FileSignals;

/**
 * The weight of each signal. Learnt by `scripts/tune-ranking.ts` from some four
 * thousand commits of seventeen public repositories in seven languages, so that the changed files come first for their
 * messages and subjects. Fixed, and the same for every repository.
 */
export const signalWeights: Record<SignalName, number> = {
  text: 0.45,
  leadText: 0.28,
  body: 0.84,
  presence: 0.9,
  bestChunk: 1.36,
  moreChunks: 0.56,
  leadChunk: 0.24,
  pathCover: 0.65,
  folderCover: 0.91,
  nameShare: 0.9,
  scope: 1.05,
  declared: 1.11,
  mentioned: 0.52,
  votes: 0.97,
  leadVotes: 0.58,
  messages: 0.27,
  leadMessages: 0.7,
  ticket: 1.83,
  alike: 0.64,
  together: 0.33,
  folder: 0.72,
  test: 0.72,
  written: 2.5,
  size: 0.87,
};

/**
 * What side material has beside source. Chosen, not learnt: commits ask for source alone, and learning from them would
 * never show a test or a page again.
 */
const materialWeights: Record<FileMaterial, number> = {
  source: 0,
  types: -0.6,
  test: -4,
  docs: -4.4,
  config: -4.5,
  other: -4.5,
};
/** The same for the kinds of material that a query asks for. */
const requestedWeights = { tests: -1.25, docs: 0.5, config: -1 };

/** What each sort of material has for a query. */
export function weighMaterials({ tests, docs, config }: Query["asksFor"]): Record<FileMaterial, number> {
  return {
    ...materialWeights,
    ...(tests && { test: requestedWeights.tests }),
    ...(docs && { docs: requestedWeights.docs }),
    ...(config && { config: requestedWeights.config }),
  };
}
