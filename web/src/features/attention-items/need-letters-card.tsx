import type { NeedLetters } from "@cairn/contract/attention-items";
import { useQuery } from "@tanstack/react-query";

import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { needLettersQuery, useUpdateNeedLetters } from "./attention-items.api.ts";

const options: { value: NeedLetters["frequency"]; label: string }[] = [
  { value: "off", label: "Never" },
  { value: "hourly", label: "Once an hour" },
  { value: "daily", label: "Once a day" },
];

/** How often the user gets an email about what waits for them; absent until that is known. */
export function NeedLettersCard() {
  const { data: letters } = useQuery(needLettersQuery);
  const update = useUpdateNeedLetters();
  if (!letters) return null;
  const chosen = update.isPending ? update.variables : letters.frequency;
  return (
    <SettingsCard
      title="Email"
      description={
        letters.isMailSet
          ? "What has come to wait for you, at most this often: tasks to review, what failed, products to set up. No news, no email."
          : "This server sends no email, so nothing arrives until an operator sets a mail server."
      }
    >
      <SegmentedControl
        label="Email about what waits for you"
        options={options}
        value={chosen}
        onValueChange={update.mutate}
      />
    </SettingsCard>
  );
}
