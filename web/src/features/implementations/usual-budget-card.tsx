import { tokenLimits } from "@cairn/contract/implementations";
import type { UsualRunBudget } from "@cairn/contract/run-budgets";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { SingleFieldCard } from "#web/ui/form/single-field-card.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { readLimit, sayCount } from "./describe-budget.ts";
import { useSetUsualRunBudget, usualRunBudgetQuery } from "./usual-budget.api.ts";

const problem = `Must be a number from ${sayCount(tokenLimits.min)} to ${sayCount(tokenLimits.max)}, or nothing`;

/** As it is typed: with or without signs between thousands, or nothing. */
const limitSchema = z.string().refine((text) => {
  const limit = readLimit(text);
  return text.trim() === "" || (limit !== null && limit >= tokenLimits.min && limit <= tokenLimits.max);
}, problem);

const title = "Tokens of an Implementation";

interface UsualBudgetCardProps {
  organizationId: string;
  /** Why it cannot be changed. */
  blockedReason?: string;
}

/** Chooses what new implementations may take of the model where nobody says otherwise. */
export function UsualBudgetCard({ organizationId, blockedReason }: UsualBudgetCardProps) {
  const budget = useQuery(usualRunBudgetQuery(organizationId));
  const save = useSetUsualRunBudget(organizationId);
  const { data } = budget;
  if (budget.isError) {
    return (
      <SettingsCard title={title}>
        <InlineError message={errorMessage(budget.error)} onRetry={() => void budget.refetch()} />
      </SettingsCard>
    );
  }
  if (data === undefined) return null;
  return (
    <SingleFieldCard
      title={title}
      description={`What its model calls may take, over all its runs. A run that reaches it pauses and asks. ${sayServers(data)}`}
      value={data.tokenLimit === null ? "" : sayCount(data.tokenLimit)}
      schema={limitSchema}
      blockedReason={blockedReason}
      onSave={(text) => save.mutateAsync(text.trim() === "" ? null : readLimit(text))}
    />
  );
}

function sayServers({ serverTokenLimit }: UsualRunBudget): string {
  return serverTokenLimit === null
    ? "Empty: nothing limits it on this server."
    : `Empty: this server's limit of ${sayCount(serverTokenLimit)}.`;
}
