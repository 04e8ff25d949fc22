import type { CodeTrigger } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Badge } from "#web/ui/display/badge.tsx";

import { CodeLink } from "./code-link.tsx";
import { DisclosureRow } from "./disclosure-row.tsx";

const kindNames: Readonly<Record<CodeTrigger["kind"], string>> = {
  schedule: "schedule",
  consumer: "message",
  job: "job",
  "event-listener": "event",
  command: "command",
};

/** A job, consumer or command; expands to what it runs and its code location. */
export function TriggerRow({ project, trigger }: { project: ProjectKey; trigger: CodeTrigger }) {
  const { kind, name, schedule, topic, handler, framework, certainty, place: location } = trigger;
  return (
    <DisclosureRow
      head={
        <>
          <Badge>{kindNames[kind]}</Badge>
          <span className="min-w-0 font-mono text-xs font-medium wrap-anywhere text-ink">{name}</span>
          {topic !== null && topic !== name && (
            <span className="min-w-0 font-mono text-xs wrap-anywhere text-ink-3">{topic}</span>
          )}
        </>
      }
      meta={schedule ?? framework}
    >
      <CodeLink project={project} location={location} />
      <p className="mt-1 text-xs text-ink-3">
        {framework}
        {handler !== null && handler !== name && (
          <>
            , runs <span className="font-mono wrap-anywhere text-ink-2">{handler}</span>
          </>
        )}
        {certainty === "partly" && ". A part is only known while it runs."}
      </p>
    </DisclosureRow>
  );
}
