import type { CommitPostings } from "./commit-postings.ts";
import { orderByScore } from "./order-by-score.ts";
import type { Query, QueryTerm } from "./parse-query.ts";
import { inverseFrequency } from "./postings.ts";
import { scaled } from "./scaled.ts";

/** What commits of the past say for each file; the best file has 1. */
export interface HistorySignals {
  /** Votes of the commits whose messages are most like the query. */
  votes: Float32Array;
  leadVotes: Float32Array;
  /** The messages of all a file's commits, read as one text. */
  messages: Float32Array;
  leadMessages: Float32Array;
  /** 1 where a commit that names a ticket of the query changed the file. */
  ticket: Float32Array;
}

const bestCommits = 90;
const bestLeadCommits = 60;
/** A ticket that more commits name is no ticket, or all that the project does. */
const maxTicketCommits = 8;

/** Scores all files by their commits; `best` are the most telling commits, best first. */
export function scoreHistory(
  query: Query,
  history: CommitPostings,
  files: number,
): { signals: HistorySignals; best: number[] } {
  const sums: HistorySums = {
    commits: new Float32Array(history.commitCount),
    leadCommits: new Float32Array(history.commitCount),
    messages: new Float32Array(files),
    leadMessages: new Float32Array(files),
    met: [],
    mentions: new Float32Array(files),
  };
  for (const term of query.terms) addTerm(term, history, sums);
  const { met: matched, commits, leadCommits } = sums;
  for (const commit of matched) commits[commit] = (commits[commit] ?? 0) * (0.6 + 0.4 * (history.newness[commit] ?? 0));
  const leading = matched.filter((commit) => (leadCommits[commit] ?? 0) > 0);
  const best = orderByScore(matched, commits).slice(0, bestCommits);
  const bestLeading = orderByScore(leading, leadCommits).slice(0, bestLeadCommits);
  const tickets = ticketCommits(query, history);
  const ticket = new Float32Array(files);
  for (const commit of tickets) for (const file of filesOf(history, commit)) ticket[file] = 1;
  const signals = {
    votes: countVotes(best, commits, history, files),
    leadVotes: countVotes(bestLeading, leadCommits, history, files),
    messages: scaled(sums.messages),
    leadMessages: scaled(sums.leadMessages),
    ticket,
  };
  return { signals, best: [...new Set([...tickets, ...best])] };
}

interface HistorySums {
  /** By commit. */
  commits: Float32Array;
  leadCommits: Float32Array;
  /** By file. */
  messages: Float32Array;
  leadMessages: Float32Array;
  /** Commits that match any term. */
  met: number[];
  /** How often the messages about a file say the term at hand; all 0 between two terms. */
  mentions: Float32Array;
}

function addTerm({ hash, weight, isLead }: QueryTerm, history: CommitPostings, sums: HistorySums): void {
  const { commits, leadCommits, messages, leadMessages, met: matched, mentions } = sums;
  const term = history.table.find(hash);
  const start = history.starts[term] ?? 0;
  const end = history.starts[term + 1] ?? 0;
  if (term < 0 || end <= start) return;
  const idf = inverseFrequency(history, term, history.commitCount) * weight;
  const mentioned: number[] = [];
  for (let at = start; at < end; at += 1) {
    const commit = history.commits[at] ?? 0;
    const score = idf / (0.4 + (0.6 * (history.lengths[commit] ?? 1)) / history.averageLength);
    if (commits[commit] === 0) matched.push(commit);
    commits[commit] = (commits[commit] ?? 0) + score;
    if (isLead) leadCommits[commit] = (leadCommits[commit] ?? 0) + score;
    const share = history.shares[commit] ?? 0;
    const last = history.fileStarts[commit + 1] ?? 0;
    for (let position = history.fileStarts[commit] ?? 0; position < last; position += 1) {
      const file = history.files[position] ?? 0;
      if (mentions[file] === 0) mentioned.push(file);
      mentions[file] = (mentions[file] ?? 0) + share;
    }
  }
  const rarity = Math.log(1 + (history.changedFiles - mentioned.length + 0.5) / (mentioned.length + 0.5)) * weight;
  for (const file of mentioned) {
    const count = (mentions[file] ?? 0) / (history.messageNorms[file] ?? 1);
    const score = (rarity * count * 2) / (1 + count);
    messages[file] = (messages[file] ?? 0) + score;
    if (isLead) leadMessages[file] = (leadMessages[file] ?? 0) + score;
    mentions[file] = 0;
  }
}

function filesOf({ fileStarts, files }: CommitPostings, commit: number): Uint32Array {
  return files.subarray(fileStarts[commit], fileStarts[commit + 1]);
}

/** Each commit votes for the files it changed, the fewer the more. */
function countVotes(
  commits: readonly number[],
  scores: Float32Array,
  { fileStarts, files: changed }: CommitPostings,
  files: number,
): Float32Array {
  const votes = new Float32Array(files);
  for (const commit of commits) {
    const start = fileStarts[commit] ?? 0;
    const end = fileStarts[commit + 1] ?? 0;
    const vote = (scores[commit] ?? 0) ** 2 / Math.sqrt(Math.max(1, end - start));
    for (let at = start; at < end; at += 1) {
      const file = changed[at] ?? 0;
      votes[file] = (votes[file] ?? 0) + vote;
    }
  }
  for (let file = 0; file < files; file += 1) votes[file] = Math.sqrt(votes[file] ?? 0);
  return scaled(votes);
}

/** Commits that name a ticket ("#123") which the query names too. */
function ticketCommits({ tickets }: Query, history: CommitPostings): number[] {
  return tickets.flatMap((hash) => {
    const term = history.table.find(hash);
    const start = history.starts[term] ?? 0;
    const end = history.starts[term + 1] ?? 0;
    return term < 0 || end <= start || end - start > maxTicketCommits ? [] : [...history.commits.subarray(start, end)];
  });
}
