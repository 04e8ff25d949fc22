import { tokenLimits } from "@cairn/contract/implementations";
import type { UsualRunBudget } from "@cairn/contract/run-budgets";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";

import { SingleFieldCard } from "#web/ui/form/single-field-card.tsx";

import { readLimit, sayCount } from "./describe-budget.ts";
import { useSetUsualRunBudget, usualRunBudgetQuery } from "./usual-budget.api.ts";

const problem = `Must be a number from ${sayCount(tokenLimits.min)} to ${sayCount(tokenLimits.max)}, or nothing`;

/** As it is typed: with or without signs between thousands, or nothing. */
const limitSchema = z.string().refine((text) => {
  const limit = readLimit(text);
  return text.trim() === "" || (limit !== null && limit >= tokenLimits.min && limit <= tokenLimits.max);
}, problem);

interface UsualBudgetCardProps {
  organizationId: string;
  /** Why it cannot be changed. */
  blockedReason?: string;
}

/** Chooses what new implementations may take of the model where nobody says otherwise. */
export function UsualBudgetCard({ organizationId, blockedReason }: UsualBudgetCardProps) {
  const { data } = useQuery(usualRunBudgetQuery(organizationId));
  const save = useSetUsualRunBudget(organizationId);
  if (data === undefined) return null;
  return (
    <SingleFieldCard
      title="Tokens of an Implementation"
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
