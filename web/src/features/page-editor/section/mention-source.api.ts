import { displayName } from "@cairn/contract/auth";
import { mentionAddress } from "@cairn/contract/mentions";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { taskStateNames } from "@cairn/contract/task-states";

import { membersQuery } from "#web/features/members/members.api.ts";
import { artifactsQuery, searchContextQuery } from "#web/features/pages/api/artifacts.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { fileSearchQuery, symbolSearchQuery } from "#web/features/search/search.api.ts";
import { taskSearchQuery } from "#web/features/task-mentions/task-mentions.api.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Mention, MentionSource } from "#web/ui/editor/menus/text-sources.ts";

const maxResultsPerKind = 5;
/** Longer queries are sentences, not names; they are cut. */
const maxQueryLength = 100;

/** Searches people, tasks, pages, files and symbols that a text can mention. A kind whose search fails is left out. */
export function createMentionSource(project: ProjectKey): MentionSource {
  return {
    search: async (query, signal) => {
      const text = query.trim().slice(0, maxQueryLength);
      const groups = await Promise.allSettled([
        findPeople(project, text),
        findTasks(project, text),
        findPages(project, text),
        text === "" ? [] : findFiles(project, text),
        text === "" ? [] : findSymbols(project, text),
      ]);
      signal.throwIfAborted();
      return groups.flatMap((group) => (group.status === "fulfilled" ? group.value : []));
    },
  };
}

async function findPeople({ organizationId }: ProjectKey, query: string): Promise<Mention[]> {
  const members = await queryClient.fetchQuery(membersQuery(organizationId, { page: 1, query }));
  return members.content.slice(0, maxResultsPerKind).map(({ user }) => ({
    kind: "person",
    href: mentionAddress({ kind: "person", userId: user.userId }),
    label: displayName(user),
    detail: user.email,
  }));
}

/** By number, name or words of the title. */
async function findTasks(project: ProjectKey, query: string): Promise<Mention[]> {
  const { content } = await queryClient.fetchQuery(taskSearchQuery(project, query));
  return content.map(({ taskId, name, title, state }) => ({
    kind: "task",
    href: mentionAddress({ kind: "task", taskId }),
    label: `${name} ${title}`,
    detail: taskStateNames[state],
  }));
}

/** Matches in titles first, then in texts. */
async function findPages({ organizationId }: ProjectKey, query: string): Promise<Mention[]> {
  const [pages, matches] = await Promise.all([
    queryClient.fetchQuery(artifactsQuery(organizationId)),
    query === "" ? null : queryClient.fetchQuery(searchContextQuery(organizationId, query)),
  ]);
  const byTitle = pages.content.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
  const byContent = (matches?.content ?? []).map(({ artifact }) => artifact);
  const all = new Map([...byTitle, ...byContent].map((page) => [page.artifactId, page]));
  return [...all.values()].slice(0, maxResultsPerKind).map((page) => toPageMention(page));
}

function toPageMention({ artifactId, title }: ArtifactSummary): Mention {
  return { kind: "page", href: mentionAddress({ kind: "page", artifactId }), label: title, detail: null };
}

async function findFiles(project: ProjectKey, query: string): Promise<Mention[]> {
  const { files } = await queryClient.fetchQuery(fileSearchQuery(project, query, maxResultsPerKind));
  return files.map(({ repositoryId, path }) => ({
    kind: "file",
    href: mentionAddress({ kind: "file", repositoryId, path, lines: null }),
    label: path.slice(path.lastIndexOf("/") + 1),
    detail: path,
  }));
}

async function findSymbols(project: ProjectKey, query: string): Promise<Mention[]> {
  const { symbols } = await queryClient.fetchQuery(symbolSearchQuery(project, query, maxResultsPerKind));
  return symbols.map(({ repositoryId, path, startLine, endLine, name, parent }) => ({
    kind: "symbol",
    href: mentionAddress({ kind: "file", repositoryId, path, lines: { start: startLine, end: endLine } }),
    label: parent === null ? name : `${parent}.${name}`,
    detail: `${path}:${startLine}`,
  }));
}
