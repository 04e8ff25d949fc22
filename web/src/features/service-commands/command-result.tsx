import { commandKindNames, type CheckedCommand, type CommandCheck } from "@cairn/contract/service-commands";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { formatDuration } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { StateIcon, type StateKind } from "#web/ui/feedback/state-icon.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { commandOutputQuery, isUnderWay, type ServiceKey } from "./service-commands.api.ts";

interface CommandResultProps {
  service: ServiceKey;
  checked: CheckedCommand;
  check: CommandCheck;
  /** What would run now; null where nothing would. */
  current: string | null;
}

/** How the last check of a command went, with what it wrote: its last lines while it runs, all of it on demand. */
export function CommandResult({ service, checked, check, current }: CommandResultProps) {
  const [isOpen, setIsOpen] = useState(false);
  const state = describe(checked, check);
  const isRunning = checked.startedAt !== null && checked.outcome === null && isUnderWay(check);
  const hasOutput = checked.outcome !== null && checked.lastLines.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <StateIcon kind={state.kind} label={state.label} className="text-xs" />
        {hasOutput && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Hide" : "Show"} output of ${commandKindNames[checked.kind]}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide output" : "Show output"}
          </Button>
        )}
      </div>
      {current !== checked.command && (
        <p className="text-xs wrap-anywhere text-ink-3">
          Checked was <code className="font-mono">{checked.command}</code>
        </p>
      )}
      {isRunning && checked.lastLines.length > 0 && <Lines label={checked.kind} text={checked.lastLines.join("\n")} />}
      {isOpen && hasOutput && <Output service={service} checked={checked} check={check} />}
    </div>
  );
}

function Output({ service, checked, check }: Omit<CommandResultProps, "current">) {
  const { data, error, refetch } = useQuery(commandOutputQuery(service, checked.kind, check.checkId));
  if (error && !data) return <InlineError message={errorMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <>
      {data.isCut && <p className="text-xs text-ink-3">The beginning is left out.</p>}
      <Lines label={checked.kind} text={data.output} />
    </>
  );
}

/** Reachable by keyboard, since it scrolls. */
function Lines({ label, text }: { label: CheckedCommand["kind"]; text: string }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`Output of ${commandKindNames[label]}`}
      className="max-h-80 overflow-auto rounded-md border border-line-subtle bg-surface-1 p-3"
    >
      <pre className="font-mono text-xs leading-5 text-ink-2">{text}</pre>
    </section>
  );
}

function describe(
  { outcome, message, durationMs, startedAt }: CheckedCommand,
  check: CommandCheck,
): { kind: StateKind; label: string } {
  const time = durationMs === null ? "" : ` after ${formatDuration(durationMs)}`;
  switch (outcome) {
    case "passed":
      return { kind: "done", label: durationMs === null ? "Passed" : `Passed in ${formatDuration(durationMs)}` };
    case "failed":
      return { kind: "failed", label: `Failed${time}. ${message ?? ""}` };
    case "limit":
      return { kind: "failed", label: `Ended${time}. ${message ?? ""}` };
    case "stopped":
      return { kind: "attention", label: `Stopped${time}` };
    case "not-run":
      return { kind: "attention", label: message ?? "Not run" };
    case null:
      if (!isUnderWay(check)) return { kind: "idle", label: "Not run" };
      return startedAt === null ? { kind: "idle", label: "Waits" } : { kind: "running", label: "Running" };
  }
}
