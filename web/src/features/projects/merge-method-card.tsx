import type { MergeMethod } from "@cairn/contract/merge-methods";
import { mergeMethodNames, mergeMethods } from "@cairn/contract/merge-methods";

import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useUpdateMergeMethod, type ProjectKey } from "./projects.api.ts";

const descriptions: Record<MergeMethod, string> = {
  merge: "Keeps the commits of a change as they are, below one that joins them.",
  squash: "Makes one commit of a change, by whoever had it made.",
};

interface MergeMethodCardProps {
  project: ProjectKey;
  method: MergeMethod;
  /** Why it cannot be changed by this person. */
  blockedReason: string | undefined;
}

/** How reviewed changes come into the code. */
export function MergeMethodCard({ project, method, blockedReason }: MergeMethodCardProps) {
  const update = useUpdateMergeMethod(project);
  return (
    <SettingsCard title="Merging" description="How reviewed changes come into the code of this product.">
      {blockedReason === undefined ? (
        <RadioCards
          label="Changes are merged with"
          options={mergeMethods.map((value) => ({
            value,
            label: mergeMethodNames[value],
            description: descriptions[value],
          }))}
          value={update.variables !== undefined && update.isPending ? update.variables : method}
          onValueChange={(value) => update.mutate(value)}
        />
      ) : (
        <p className="text-sm text-ink-2">
          {mergeMethodNames[method]}. {blockedReason}.
        </p>
      )}
    </SettingsCard>
  );
}
