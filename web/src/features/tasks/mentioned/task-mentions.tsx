import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskReference } from "@cairn/contract/tasks";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { taskMentionsQuery } from "./task-mentions.api.ts";

/** The tasks, pages and own chats that mention a task, and the tasks that it mentions; nothing where there are none. */
export function TaskMentions({ project, taskId }: { project: ProjectKey; taskId: string }) {
  const query = useQuery(taskMentionsQuery(project, taskId));
  if (query.isError && !query.data) {
    return <InlineError message={errorMessage(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return null;
  const { mentions, tasks, pages, chats } = query.data;
  const hidden = [tasks, pages, chats].reduce((sum, { content, total }) => sum + total - content.length, 0);
  return (
    <>
      {tasks.total + pages.total + chats.total > 0 && (
        <MentionList title="Mentioned in">
          {tasks.content.map((task) => (
            <TaskRow key={task.taskId} project={project} task={task} />
          ))}
          {pages.content.map(({ artifactId, title }) => (
            <MentionRow
              key={artifactId}
              icon={<FileTextIcon aria-hidden className="size-4 shrink-0 text-ink-3" />}
              kind="Page"
              href={href("artifact", { ...project, artifactId })}
            >
              {title}
            </MentionRow>
          ))}
          {chats.content.map(({ sessionId, title }) => (
            <MentionRow
              key={sessionId}
              icon={<ChatCircleTextIcon aria-hidden className="size-4 shrink-0 text-ink-3" />}
              kind="Your chat"
              href={href("chatSession", { ...project, sessionId })}
            >
              {title}
            </MentionRow>
          ))}
          {hidden > 0 && <li className="py-1.5 text-xs text-ink-3">and {hidden} more</li>}
        </MentionList>
      )}
      {mentions.length > 0 && (
        <MentionList title="Mentions">
          {mentions.map((task) => (
            <TaskRow key={task.taskId} project={project} task={task} />
          ))}
        </MentionList>
      )}
    </>
  );
}

function MentionList({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1 text-sm font-medium">
        {title}
      </h2>
      <ul aria-labelledby={headingId} className="flex flex-col">
        {children}
      </ul>
    </section>
  );
}

function TaskRow({ project, task }: { project: ProjectKey; task: TaskReference }) {
  const { taskId, name, title, state } = task;
  return (
    <MentionRow
      icon={<TaskStateIcon state={state} />}
      kind={taskStateNames[state]}
      href={href("task", { ...project, taskId })}
    >
      <span className="mr-2 text-sm text-ink-3 tabular-nums">{name}</span>
      {title}
    </MentionRow>
  );
}

interface MentionRowProps {
  icon: ReactNode;
  /** Said by screen readers in place of the icon. */
  kind: string;
  href: string;
  children: ReactNode;
}

function MentionRow({ icon, kind, href: address, children }: MentionRowProps) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 text-base pointer-coarse:min-h-11">
      {icon}
      <span className="sr-only">{kind}</span>
      <Link href={address} className="min-w-0 flex-1 rounded-sm wrap-anywhere hover:underline">
        {children}
      </Link>
    </li>
  );
}
