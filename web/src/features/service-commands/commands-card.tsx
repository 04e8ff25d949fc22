import { commandKinds, type ServiceCommands } from "@cairn/contract/service-commands";
import { useQuery } from "@tanstack/react-query";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { CheckButton } from "./check-button.tsx";
import { CheckNote } from "./check-note.tsx";
import { CommandRow } from "./command-row.tsx";
import { NeededPrograms } from "./needed-programs.tsx";
import { serviceCommandsQuery, type ServiceKey } from "./service-commands.api.ts";

const title = "Commands";

/** What installs, builds, tests and lints a service: found in its code or chosen, tried on demand. */
export function CommandsCard({ service }: { service: ServiceKey }) {
  const { data, error, refetch } = useQuery(serviceCommandsQuery(service));
  if (!data) {
    return (
      <SettingsCard title={title}>
        {error ? (
          <InlineError message={errorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </SettingsCard>
    );
  }
  // The page says already that there is no code.
  if (data.repository === null) return null;
  return (
    <SettingsCard
      title={title}
      description={
        <>
          They run in{" "}
          {data.folder === "" ? (
            "the top folder of the repository"
          ) : (
            <span className="font-mono text-xs break-all">{data.folder}</span>
          )}
          , apart from everything else on this server. A check tries them on the main branch.
        </>
      }
      note={<CheckNote commands={data} />}
      action={<CheckButton service={service} commands={data} />}
    >
      <Findings commands={data} />
      <ul className="divide-y divide-line-subtle border-y border-line-subtle">
        {commandKinds.map((kind) => {
          const command = data.commands.find((one) => one.kind === kind);
          return command && <CommandRow key={kind} service={service} command={command} all={data} />;
        })}
      </ul>
      <NeededPrograms service={service} commands={data} />
    </SettingsCard>
  );
}

/** Why there is nothing yet, where that is so. */
function Findings({ commands }: { commands: ServiceCommands }) {
  if (commands.commit === null) {
    return (
      <p className="mb-4 text-sm text-ink-3">
        The code has not been searched for commands yet. That happens when it has been indexed.
      </p>
    );
  }
  if (commands.commands.some(({ found, command }) => found !== null || command !== null)) return null;
  return (
    <p className="mb-4 text-sm text-ink-3">
      Nothing in this folder says for certain how it is built or tested. Type what you run yourself.
    </p>
  );
}
