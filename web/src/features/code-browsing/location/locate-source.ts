import type { RepositoryFile } from "@cairn/contract/code-browsing";
import type { Source } from "@cairn/contract/sources";

import { titleOfTopicPath } from "#web/features/external-context/external-context.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatDateTime } from "#web/lib/text/dates.ts";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { lineHash } from "#web/ui/code/line-range.ts";
import type { CitationTarget, Snippet } from "#web/ui/markdown/citation-target.ts";

import { shortenCommitId } from "./commit-id.ts";

const maxSnippetLines = 12;

/** Name and link of a source; without its repository there is no link. */
export function locateSource(
  project: ProjectKey,
  source: Source,
  repositorySlug: string | null,
): Omit<CitationTarget, "loadSnippet"> {
  const { path, startLine, endLine, commit } = source;
  return {
    ...nameSource(source, path),
    link: repositorySlug
      ? {
          href: href("repositoryFile", { ...project, repositorySlug, branchName: commit, _splat: path }),
          hash: lineHash({ start: startLine, end: endLine }),
        }
      : null,
  };
}

/** The same for lines of an external context topic, whose path contains the words of its title. */
export function locateTopic(project: ProjectKey, source: Source, topicId: string): Omit<CitationTarget, "loadSnippet"> {
  const { path, startLine, endLine } = source;
  return {
    ...nameSource(source, titleOfTopicPath(path)),
    link: {
      href: href("topic", { ...project, topicId }),
      hash: lineHash({ start: startLine, end: endLine }),
    },
  };
}

/** The same for lines of a task, which is called by its name. */
export function locateTask(project: ProjectKey, source: Source, name: string): Omit<CitationTarget, "loadSnippet"> {
  return {
    ...nameSource(source, name),
    version: formatDateTime(source.commit),
    link: { href: href("task", { ...project, taskId: source.repositoryId }), hash: "" },
  };
}

function nameSource({ repositoryId, path, startLine, endLine, commit }: Source, shownPath: string) {
  const name = shownPath.slice(shownPath.lastIndexOf("/") + 1);
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return {
    key: `${repositoryId}@${commit}:${path}:${startLine}-${endLine}`,
    label: `${name} ${lines}`,
    location: sourceLocation({ path: shownPath, startLine, endLine }),
    version: shortenCommitId(commit),
  };
}

/** "src/delay.ts:18-24". */
function sourceLocation({ path, startLine, endLine }: Pick<Source, "path" | "startLine" | "endLine">): string {
  return startLine === endLine ? `${path}:${startLine}` : `${path}:${startLine}-${endLine}`;
}

/** The first lines of a cited range. */
export function cutSnippet(
  file: Pick<RepositoryFile, "content" | "path" | "language">,
  { startLine, endLine }: Source,
): Snippet {
  const all = file.content.split(/\r?\n/).slice(startLine - 1, endLine);
  const lines = all.slice(0, maxSnippetLines);
  return {
    lines,
    startLine,
    language: fileLanguageKey(file.path, file.language),
    hiddenCount: all.length - lines.length,
  };
}
