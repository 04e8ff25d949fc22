import type { ChatContext } from "@cairn/contract/chat";
import { mentionAddress } from "@cairn/contract/mentions";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { artifactQuery } from "#web/features/pages/api/artifacts.api.ts";
import { sectionAnchor } from "#web/features/pages/sections/section-anchor.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { useTaskMentions } from "#web/features/task-mentions/task-mentions.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { cx } from "#web/ui/cx.ts";

interface ChatSubjectProps {
  project: ProjectKey;
  /** What the chat is about. */
  context: ChatContext;
}

/** A link to the page, section, task, change or lines that a chat is about; nothing where it is about the whole product. */
export function ChatSubject({ project, context }: ChatSubjectProps) {
  const { artifactId, sectionId, taskId, implementationId, selection } = context;
  if (selection) return <CodeSubject project={project} selection={selection} />;
  if (taskId !== undefined) {
    return <TaskSubject project={project} taskId={taskId} implementationId={implementationId} />;
  }
  if (artifactId === undefined) return null;
  return <PageSubject project={project} artifactId={artifactId} sectionId={sectionId} />;
}

function CodeSubject({
  project,
  selection,
}: {
  project: ProjectKey;
  selection: NonNullable<ChatContext["selection"]>;
}) {
  const repositories = useQuery(repositoriesQuery(project)).data?.content;
  const { repositoryId, path, startLine: start, endLine: end } = selection;
  const repository = repositories?.find((one) => one.repositoryId === repositoryId);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const lines = start === end ? `line ${start}` : `lines ${start}–${end}`;
  const address =
    repository &&
    href("repositoryFile", {
      ...project,
      repositorySlug: repository.slug,
      branchName: repository.mainBranch,
      _splat: path,
    });
  return (
    <SubjectLine address={address} hash={lineHash({ start, end })} title={path}>
      {name} {lines}
    </SubjectLine>
  );
}

function PageSubject(props: { project: ProjectKey; artifactId: string; sectionId: string | undefined }) {
  const { project, artifactId, sectionId } = props;
  const page = useQuery(artifactQuery(project.organizationId, artifactId));
  if (page.isError && !page.data) return <SubjectLine>a page that is no longer there</SubjectLine>;
  const { title = "" } = page.data ?? {};
  const section = page.data?.sections.find((one) => one.sectionId === sectionId);
  return (
    <SubjectLine
      address={page.data && href("artifact", { ...project, artifactId })}
      hash={section && sectionAnchor(section)}
      title={section ? `${title} › ${section.title}` : title}
    >
      {title}
      {section && ` › ${section.title}`}
    </SubjectLine>
  );
}

interface TaskSubjectProps {
  project: ProjectKey;
  taskId: string;
  /** Absent where it is about the task and not about a change. */
  implementationId: string | undefined;
}

function TaskSubject({ project, taskId, implementationId }: TaskSubjectProps) {
  const target = useTaskMentions(project, [mentionAddress({ kind: "task", taskId })])(taskId);
  if (target.kind !== "link") return <SubjectLine>a task that is no longer there</SubjectLine>;
  const title = target.task && `${target.task.name} ${target.task.title}`;
  const ofChange = implementationId !== undefined;
  const address = ofChange ? href("review", { ...project, taskId }) : target.href;
  return (
    <SubjectLine address={title && address} search={ofChange ? { implementationId } : undefined} title={title}>
      {ofChange && "the change of "}
      {title}
    </SubjectLine>
  );
}

interface SubjectLineProps {
  /** Absent where there is nothing to link to, or it is not loaded yet. */
  address?: string;
  hash?: string;
  search?: Record<string, string>;
  /** The full text, for a line that is cut off. */
  title?: string;
  children: ReactNode;
}

/** Has its full height already while its text is loading. */
function SubjectLine({ address, hash, search, title, children }: SubjectLineProps) {
  return (
    <p className="-mb-3 ml-auto flex min-h-6 max-w-full min-w-0 items-center gap-1 text-xs text-ink-3">
      About
      {address === undefined ? (
        <span className="min-w-0 truncate">{children}</span>
      ) : (
        <Link
          href={address}
          hash={hash}
          search={search}
          title={title}
          className={cx(
            "min-w-0 truncate rounded-sm leading-6 font-medium text-ink-2 underline decoration-line underline-offset-3",
            "hover:text-ink hover:decoration-current pointer-coarse:leading-11",
          )}
        >
          {children}
        </Link>
      )}
    </p>
  );
}
