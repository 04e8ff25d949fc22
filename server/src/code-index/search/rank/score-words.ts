import type { Query, QueryTerm } from "./parse-query.ts";
import { chunkWeight, fileWeight, inverseFrequency } from "./postings.ts";
import type { Postings, TermPostings } from "./postings.ts";
import { scaled } from "./scaled.ts";

/**
 * What a file's own words and names say for it; one number a file and signal, the best file has 1 where not said
 * otherwise.
 */
export interface WordSignals {
  /** BM25F over path, symbols, comments, body and docs. */
  text: Float32Array;
  /** The same for the words of the first line. */
  leadText: Float32Array;
  /** BM25 of the code alone. */
  body: Float32Array;
  /** How much of the query's weight the file has anywhere, however often. */
  presence: Float32Array;
  bestChunk: Float32Array;
  /** The second and third best passages. */
  moreChunks: Float32Array;
  /** The best passage for the words of the first line. */
  leadChunk: Float32Array;
  /** How much of the query's weight the path covers, and its folders alone. */
  pathCover: Float32Array;
  folderCover: Float32Array;
  /** How much of the file's name the query says, 0 to 1. */
  nameShare: Float32Array;
  /** How much of a scope ("fix(router): ", "Mail: ") the path covers. */
  scope: Float32Array;
  /** Identifiers of the query that the file declares, and that its code has. */
  declared: Float32Array;
  mentioned: Float32Array;
}

const k1 = 1.2;
const chunkK1 = 1.6;
/** A declared identifier is one however often it is declared. */
const declaredK1 = 0.2;

/** Scores all files by their words; time grows with the postings of the query's words. */
export function scoreWords(query: Query, postings: Postings): { signals: WordSignals; chunkScores: Float32Array } {
  const files = postings.fileCount;
  const zeros = (): Float32Array => new Float32Array(files);
  const signals: WordSignals = {
    text: zeros(),
    leadText: zeros(),
    body: zeros(),
    presence: zeros(),
    bestChunk: zeros(),
    moreChunks: zeros(),
    leadChunk: zeros(),
    pathCover: zeros(),
    folderCover: zeros(),
    nameShare: zeros(),
    scope: zeros(),
    declared: zeros(),
    mentioned: zeros(),
  };
  const chunkScores = new Float32Array(postings.chunkNorms.length);
  const leadScores = new Float32Array(postings.chunkNorms.length);
  for (const requested of query.terms) {
    const term = postings.table.find(requested.hash);
    if (term < 0) continue;
    const idf = inverseFrequency(postings.files, term, files) * requested.weight;
    addFiles(postings, { requested, term, idf }, signals);
    addChunks(postings, { requested, term }, { chunkScores, leadScores });
    addPaths(postings, { requested, term, idf }, signals);
    if (requested.isCode) addDeclared(postings.symbols, term, idf, signals.declared);
  }
  keepBestChunks(postings, { chunkScores, leadScores }, signals);
  const { nameWeights } = postings;
  for (let file = 0; file < files; file += 1) {
    const whole = nameWeights[file] ?? 0;
    signals.nameShare[file] = whole > 0 ? (signals.nameShare[file] ?? 0) / whole : 0;
  }
  for (const [name, values] of Object.entries(signals)) if (name !== "nameShare") scaled(values as Float32Array);
  return { signals, chunkScores };
}

interface Met {
  requested: QueryTerm;
  /** By the postings' table. */
  term: number;
  idf: number;
}

function addFiles(postings: Postings, { requested, term, idf }: Met, signals: WordSignals): void {
  const { starts, units, counts } = postings.files;
  const { text, leadText, body, presence, mentioned } = signals;
  const end = starts[term + 1] ?? 0;
  for (let at = starts[term] ?? 0; at < end; at += 1) {
    const file = units[at] ?? 0;
    const weight = fileWeight(postings, at);
    const score = (idf * weight * (k1 + 1)) / (k1 + weight);
    text[file] = (text[file] ?? 0) + score;
    if (requested.isLead) leadText[file] = (leadText[file] ?? 0) + score;
    presence[file] = (presence[file] ?? 0) + idf;
    const inBody = counts[at * 5 + 2] ?? 0;
    if (inBody === 0) continue;
    const share = inBody / (postings.fileNorms[file * 4 + 2] ?? 1);
    const bodyScore = (idf * share * (k1 + 1)) / (k1 + share);
    body[file] = (body[file] ?? 0) + bodyScore;
    if (requested.isCode) mentioned[file] = (mentioned[file] ?? 0) + bodyScore;
  }
}

interface ChunkScores {
  chunkScores: Float32Array;
  leadScores: Float32Array;
}

function addChunks(postings: Postings, { requested, term }: Omit<Met, "idf">, scores: ChunkScores): void {
  const { starts, units } = postings.chunks;
  const { chunkScores, leadScores } = scores;
  const idf = inverseFrequency(postings.chunks, term, chunkScores.length) * requested.weight;
  const end = starts[term + 1] ?? 0;
  for (let at = starts[term] ?? 0; at < end; at += 1) {
    const chunk = units[at] ?? 0;
    const weight = chunkWeight(postings, at);
    const score = (idf * weight * (chunkK1 + 1)) / (chunkK1 + weight);
    chunkScores[chunk] = (chunkScores[chunk] ?? 0) + score;
    if (requested.isLead) leadScores[chunk] = (leadScores[chunk] ?? 0) + score;
  }
}

function addPaths(postings: Postings, { requested, term, idf }: Met, signals: WordSignals): void {
  const { starts, units, counts } = postings.paths;
  const { pathCover, folderCover, nameShare, scope } = signals;
  const rarity = inverseFrequency(postings.paths, term, postings.fileCount);
  const end = starts[term + 1] ?? 0;
  for (let at = starts[term] ?? 0; at < end; at += 1) {
    const file = units[at] ?? 0;
    // 2 means the file's own name, 1 a folder.
    const position = counts[at] ?? 0;
    const score = (idf * position) / 2;
    pathCover[file] = (pathCover[file] ?? 0) + score;
    if (position === 1) folderCover[file] = (folderCover[file] ?? 0) + idf;
    else nameShare[file] = (nameShare[file] ?? 0) + rarity;
    if (requested.isScope) scope[file] = (scope[file] ?? 0) + score;
  }
}

function addDeclared({ starts, units, counts }: TermPostings, term: number, idf: number, declared: Float32Array): void {
  const end = starts[term + 1] ?? 0;
  for (let at = starts[term] ?? 0; at < end; at += 1) {
    const file = units[at] ?? 0;
    const count = counts[at] ?? 0;
    declared[file] = (declared[file] ?? 0) + (idf * count * (declaredK1 + 1)) / (declaredK1 + count);
  }
}

function keepBestChunks(
  { measures: { firstChunks }, fileCount }: Postings,
  { chunkScores, leadScores }: ChunkScores,
  { bestChunk, moreChunks, leadChunk }: WordSignals,
): void {
  for (let file = 0; file < fileCount; file += 1) {
    let first = 0;
    let second = 0;
    let third = 0;
    let lead = 0;
    const end = firstChunks[file + 1] ?? 0;
    for (let chunk = firstChunks[file] ?? 0; chunk < end; chunk += 1) {
      const score = chunkScores[chunk] ?? 0;
      if (score > first) [first, second, third] = [score, first, second];
      else if (score > second) [second, third] = [score, second];
      else if (score > third) third = score;
      lead = Math.max(lead, leadScores[chunk] ?? 0);
    }
    bestChunk[file] = first;
    moreChunks[file] = second + third;
    leadChunk[file] = lead;
  }
}
