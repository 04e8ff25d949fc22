import type { Implementation, RunLogEntry } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { formatFullDate } from "#web/lib/text/dates.ts";

import { implementationLogQuery } from "./implementations.api.ts";
import { LoggedCall } from "./logged-call.tsx";

/** Drawn at most; the download of the log has all. */
const maxDrawn = 300;

/** What an agent said and did, the newest last; nothing where none works on it. */
export function AgentWork({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const headingId = useId();
  const log = useQuery(implementationLogQuery(project, implementation));
  const entries = (log.data ?? []).filter(({ kind }) => kind === "said" || kind === "call").slice(-maxDrawn);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h2 id={headingId} className="text-sm font-medium">
        What the agent did
      </h2>
      <ol className="flex flex-col gap-2 border-l border-line pl-4 text-sm">
        {entries.map((entry) => (
          <AgentEntry key={entry.sequence} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function AgentEntry({ entry: { kind, text, createdAt } }: { entry: RunLogEntry }) {
  return (
    <li title={formatFullDate(createdAt)} className={kind === "said" ? "text-ink" : "text-ink-2"}>
      {kind === "said" ? <p className="whitespace-pre-line wrap-anywhere">{text}</p> : <LoggedCall text={text} />}
    </li>
  );
}
