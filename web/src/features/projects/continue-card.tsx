import { AppError } from "@cairn/contract/errors";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { FilesIcon } from "@phosphor-icons/react/dist/csr/Files";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactNode } from "react";

import type { LastProject } from "#web/lib/browser/storage.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatRelativeDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { indexingStatsQuery, projectQuery } from "./projects.api.ts";

interface ContinueCardProps {
  lastProject: LastProject;
  /** Called when it was deleted or is no longer accessible. */
  onGone: () => void;
  /** More ways into it, once it is set up. */
  more?: ReactNode;
}

/** The product opened last on this device; nothing if it is gone. */
export function ContinueCard({ lastProject, onGone, more }: ContinueCardProps) {
  const key = { organizationId: lastProject.organization, projectId: lastProject.project };
  const project = useQuery(projectQuery(key));
  const lastIndexedAt = useQuery(indexingStatsQuery(key)).data?.lastIndexedAt;
  const isGone = project.error instanceof AppError && project.error.code === "not_found";
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);

  if (project.isError && !project.data) return null;
  return (
    <Card className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 p-4 md:px-5">
      {project.data && (
        <>
          <Avatar name={project.data.name} shape="square" size="lg" />
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="truncate text-base font-semibold">{project.data.name}</h2>
            <p className="truncate text-sm text-ink-3">
              {project.data.organization.name}
              {lastIndexedAt && ` · indexed ${formatRelativeDate(lastIndexedAt)}`}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {project.data.setupComplete && (
              <>
                <ButtonLink href={href("chat", key)} icon={<ChatCircleTextIcon className="size-4" />}>
                  Ask
                </ButtonLink>
                <ButtonLink href={href("context", key)} icon={<FilesIcon className="size-4" />}>
                  Documents
                </ButtonLink>
                {more}
              </>
            )}
            <ButtonLink href={href("project", key)} variant="primary">
              Open product
            </ButtonLink>
          </div>
        </>
      )}
    </Card>
  );
}
