import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { Editing } from "#web/features/services/architecture/use-editing.ts";
import { FailedIndexes } from "#web/features/services/failed-indexes.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

interface EditorNoticesProps {
  project: ProjectKey;
  services: readonly Service[];
  loading: Editing["loading"];
}

/** Why what the code connects is not there, or is old; the services are there all the same. */
export function EditorNotices({ project, services, loading: { isError, error, refetch } }: EditorNoticesProps) {
  return (
    <>
      {isError && (
        <div className="shrink-0 border-b border-line-subtle px-4 py-2 md:px-6">
          <InlineError message={errorMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="flex max-h-60 shrink-0 flex-col gap-2 overflow-y-auto border-b border-line-subtle px-4 py-2 empty:hidden md:px-6">
        <FailedIndexes project={project} services={services} kept="Its connections are shown" />
      </div>
    </>
  );
}
