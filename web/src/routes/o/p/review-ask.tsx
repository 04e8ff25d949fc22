import type { Implementation } from "@cairn/contract/implementations";
import { lazy, Suspense, useState } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";

const AskDialog = lazy(() =>
  import("#web/features/chat/ask/ask-dialog.tsx").then((module) => ({ default: module.AskDialog })),
);

interface AskAboutChangeProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Starts a chat about a change, with its lines, checks and comments at hand. Absent while nothing is written. */
export function AskAboutChange({ project, implementation }: AskAboutChangeProps) {
  const { projectId } = useProject();
  const [isOpen, setIsOpen] = useState(false);
  const { implementationId, head, task } = implementation;
  if (head === null) return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setIsOpen(true)}>
        Ask
      </Button>
      {isOpen && (
        <Suspense>
          <AskDialog
            project={project}
            context={{ projectId, taskId: task.taskId, implementationId, lens: "technical" }}
            title="Ask about this change"
            subject={`${task.name} ${task.title}`}
            placeholder="What should I look at twice?"
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
