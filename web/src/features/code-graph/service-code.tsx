import type { CodeTrigger } from "@cairn/contract/code-graph";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";

import { serviceCodeMapQuery } from "./code-graph.api.ts";
import { EndpointRow } from "./endpoint-row.tsx";
import { ExpandableList } from "./expandable-list.tsx";
import { ModelRow } from "./model-row.tsx";
import { TriggerRow } from "./trigger-row.tsx";
import { UnresolvedRoutes } from "./unresolved-routes.tsx";

const lists: readonly { title: string; isShown: (trigger: CodeTrigger) => boolean }[] = [
  { title: "Jobs and messages", isShown: ({ kind }) => kind !== "command" },
  { title: "Commands it offers", isShown: ({ kind }) => kind === "command" },
];

/** The endpoints of a service with their callers, its jobs and commands, and its data models. */
export function ServiceCode({ project, serviceId }: { project: ProjectKey; serviceId: string }) {
  const { data, error, refetch } = useQuery(serviceCodeMapQuery(project, serviceId));
  if (error && !data) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line p-4 text-sm md:px-5"
      >
        <p className="min-w-0 wrap-anywhere text-ink-2">
          Could not read endpoints and data models: {errorMessage(error)}
        </p>
        <Button size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  // Many services have neither, so no space is reserved.
  if (!data) return null;
  return (
    <>
      <ExpandableList
        title="Endpoints"
        items={data.endpoints}
        keyOf={({ method, path, place: location }) => `${method} ${path} ${location.path}:${location.startLine}`}
        isCutOff={data.isCutOff}
      >
        {(endpoint) => <EndpointRow project={project} endpoint={endpoint} />}
      </ExpandableList>
      <UnresolvedRoutes project={project} routes={data.unresolvedRoutes} />
      {lists.map(({ title, isShown }) => (
        <ExpandableList
          key={title}
          title={title}
          items={data.triggers.filter(isShown)}
          keyOf={({ kind, name, topic, place: location }) =>
            `${kind} ${name} ${topic} ${location.path}:${location.startLine}`
          }
          isCutOff={data.isCutOff}
        >
          {(trigger) => <TriggerRow project={project} trigger={trigger} />}
        </ExpandableList>
      ))}
      <ExpandableList
        title="Data models"
        items={data.models}
        keyOf={({ name, place: location }) => `${name} ${location.path}:${location.startLine}`}
        isCutOff={data.isCutOff}
      >
        {(model) => <ModelRow project={project} model={model} />}
      </ExpandableList>
    </>
  );
}
