import type { OfferedEngine } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Select } from "#web/ui/form/select.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { engineKey, nameEngine } from "./engine-words.ts";
import { implementationEnginesQuery, useSetDefaultEngine } from "./implementations.api.ts";

const none = "none";

interface DefaultEngineCardProps {
  project: ProjectKey;
  /** Why it cannot be changed. */
  blockedReason?: string;
}

/** Chooses what "Implement" begins in a product, and says why some engines cannot be had on this server. */
export function DefaultEngineCard({ project, blockedReason }: DefaultEngineCardProps) {
  const { data } = useQuery(implementationEnginesQuery(project));
  const save = useSetDefaultEngine(project);
  const engines = data?.engines ?? [];
  const chosen = engines.find(({ isDefault }) => isDefault);
  const open = engines.filter((one) => one.obstacle === null || one.isDefault);
  const missing = engines.filter((one) => one.obstacle !== null);
  const options = [
    { value: none, label: "The diff where a task holds one, or ask" },
    ...open.map((one) => ({ value: engineKey(one), label: nameEngine(one) })),
  ];
  const choose = (value: string) => save.mutate(engines.find((one) => engineKey(one) === value) ?? null);
  return (
    <SettingsCard
      title="Implementing tasks"
      description="What “Implement” begins where nobody chooses another way."
      note={blockedReason}
    >
      {blockedReason === undefined ? (
        <Select
          label="Implementing tasks"
          isLabelHidden
          options={options}
          value={data === undefined ? null : chosen === undefined ? none : engineKey(chosen)}
          onValueChange={choose}
        />
      ) : (
        <p className="text-sm wrap-anywhere text-ink-2">
          {chosen === undefined ? options[0]?.label : nameEngine(chosen)}
        </p>
      )}
      {missing.length > 0 && <MissingEngines engines={missing} />}
    </SettingsCard>
  );
}

function MissingEngines({ engines }: { engines: readonly OfferedEngine[] }) {
  return (
    <dl aria-label="Not to be had on this server" className="mt-4 flex flex-col gap-2 text-sm">
      {engines.map((one) => (
        <div key={engineKey(one)}>
          <dt className="wrap-anywhere text-ink-2">{nameEngine(one)}</dt>
          <dd className="wrap-anywhere text-ink-3">{one.obstacle?.message}</dd>
        </div>
      ))}
    </dl>
  );
}
