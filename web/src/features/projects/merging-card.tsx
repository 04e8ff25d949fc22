import type { MergeMethod, MergePath } from "@cairn/contract/merge-methods";
import { mergeMethodNames, mergeMethods, mergePathNames, mergePaths } from "@cairn/contract/merge-methods";

import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { useUpdateMerging, type ProjectKey } from "./projects.api.ts";

const methodDescriptions: Record<MergeMethod, string> = {
  merge: "Keeps the commits of a change as they are, below one that joins them.",
  squash: "Makes one commit of a change, by whoever had it made.",
};

const pathDescriptions: Record<MergePath, string> = {
  direct: "As soon as somebody presses Merge.",
  queue: "Each change is built and tested on top of those before it in line, so that the branch stays green.",
  "pull-request":
    "Merge opens a pull request, and the change is merged here once it is merged there. Code that is hosted here is merged at once.",
};

interface MergingCardProps {
  project: ProjectKey;
  method: MergeMethod;
  through: MergePath;
  /** Why it cannot be changed by this person. */
  blockedReason: string | undefined;
}

/** How reviewed changes come into the code. */
export function MergingCard({ project, method, through, blockedReason }: MergingCardProps) {
  const update = useUpdateMerging(project);
  // What was chosen shows before the server has it.
  const chosen = update.isPending ? update.variables : {};
  return (
    <SettingsCard title="Merging" description="How reviewed changes come into the code of this product.">
      {blockedReason === undefined ? (
        <div className="flex flex-col gap-4">
          <RadioCards
            label="Changes are merged with"
            options={mergeMethods.map((value) => ({
              value,
              label: mergeMethodNames[value],
              description: methodDescriptions[value],
            }))}
            value={chosen.mergeMethod ?? method}
            onValueChange={(mergeMethod) => update.mutate({ mergeMethod })}
          />
          <RadioCards
            label="Changes are merged"
            options={mergePaths.map((value) => ({
              value,
              label: mergePathNames[value],
              description: pathDescriptions[value],
            }))}
            value={chosen.mergePath ?? through}
            onValueChange={(mergePath) => update.mutate({ mergePath })}
          />
        </div>
      ) : (
        <p className="text-sm text-ink-2">
          {mergeMethodNames[method]}, {mergePathNames[through].toLowerCase()}. {blockedReason}.
        </p>
      )}
    </SettingsCard>
  );
}
