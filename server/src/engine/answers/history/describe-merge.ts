import type { CommitSummary } from "#server/engine/history/code-history.ts";

/** What hosts write over a merge whose title is that of the pull request. */
const hostSubject =
  /^(?:Merge pull request #(?<github>\d+) (?:from|in)\b|Merge branch '[^']*' into |Merged in \S+ \(pull request #(?<bitbucket>\d+)\))/;
const hostTrailer = /^See merge request \S+!(?<gitlab>\d+)\s*$/m;

/**
 * A merge as its pull request: with its title as subject and its text as reason. A merge with a written
 * message is returned unchanged; null for one that only says that it is a merge.
 */
export function describeMerge(merge: CommitSummary): CommitSummary | null {
  const { subject, body } = merge;
  if (!/^merge/i.test(subject)) return merge;
  const host = hostSubject.exec(subject);
  const lines = body.split(/\r?\n/);
  const at = lines.findIndex((line) => line.trim() !== "");
  const title = lines[at]?.trim() ?? "";
  if (!host || title === "" || /^(?:#|[-*]\s|conflicts:|\w+(?:-\w+)*-by:|see merge request )/i.test(title)) return null;
  const { gitlab } = hostTrailer.exec(body)?.groups ?? {};
  const number = host.groups?.["github"] ?? host.groups?.["bitbucket"] ?? gitlab;
  const isNumbered = number === undefined || /\(#\d+\)$/.test(title);
  const rest = lines.slice(at + 1).join("\n");
  return {
    ...merge,
    subject: isNumbered ? title : `${title} (#${number})`,
    body: rest.replace(hostTrailer, "").trim(),
  };
}
