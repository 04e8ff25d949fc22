import { displayName } from "@cairn/contract/auth";
import { ruleConfirmation } from "@cairn/contract/rules";
import type { Rule } from "@cairn/contract/rules";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { RuleForm } from "#web/features/rules/rule-form.tsx";
import { ruleQuery, ruleScoreboardQuery, useDeleteRule, useUpdateRule } from "#web/features/rules/rules.api.ts";
import { ScoreboardView } from "#web/features/rules/scoreboard-view.tsx";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { formatDateInSentence } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { TypedDangerCard } from "#web/ui/confirmation/typed-danger-card.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/rules/:ruleId */
export function RuleScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", ruleId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Rule", project.name);
  const rule = useQuery(ruleQuery(key, ruleId));
  return (
    <Page width="narrow">
      <PageHeader title="Rule" description={rule.data && historyText(rule.data)} />
      {rule.isError &&
        !rule.data &&
        (isDenied(rule.error) ? (
          <EmptyState
            title="Rule not found"
            text="It may have been deleted."
            action={<ButtonLink href={href("rules", key)}>All rules</ButtonLink>}
          />
        ) : (
          <ErrorState message={errorMessage(rule.error)} onRetry={() => void rule.refetch()} />
        ))}
      {rule.isPending && (
        <Loading what="the rule">
          <Skeleton className="h-96" />
        </Loading>
      )}
      {rule.data && <RuleCards key={rule.data.ruleId} project={key} rule={rule.data} />}
    </Page>
  );
}

function RuleCards({ project, rule }: { project: ProjectKey; rule: Rule }) {
  const { services } = useProject();
  const update = useUpdateRule(project, rule.ruleId);
  const remove = useDeleteRule(project, rule.ruleId);
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-4">
      <SettingsCard title="If and Then">
        <RuleForm
          project={project}
          rule={rule}
          services={services}
          submitLabel="Save"
          onSave={(input) => update.mutateAsync(input)}
        />
      </SettingsCard>
      {rule.check !== null && <ScoreboardCard project={project} ruleId={rule.ruleId} />}
      <TypedDangerCard
        title="Delete Rule"
        description="Agents no longer get it."
        question="Delete this rule?"
        warning="Agents that are connected no longer get it. This cannot be undone."
        expected={ruleConfirmation(rule)}
        confirmLabel="Delete Rule"
        onConfirm={async () => {
          await remove.mutateAsync();
          void navigate({ to: href("rules", { ...project }) });
        }}
      />
    </div>
  );
}

function ScoreboardCard({ project, ruleId }: { project: ProjectKey; ruleId: string }) {
  const scoreboard = useQuery(ruleScoreboardQuery(project, ruleId));
  return (
    <SettingsCard title="How changes kept to it">
      {scoreboard.isError && (
        <InlineError message={errorMessage(scoreboard.error)} onRetry={() => void scoreboard.refetch()} />
      )}
      {scoreboard.isPending && (
        <Loading what="how changes kept to it">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {scoreboard.data && <ScoreboardView scoreboard={scoreboard.data} isSaved />}
    </SettingsCard>
  );
}

function historyText({ creator, createdAt, updatedAt }: Rule): string {
  const author = creator === null ? "" : ` by ${displayName(creator)}`;
  const changed = updatedAt === createdAt ? "" : ` · changed ${formatDateInSentence(updatedAt)}`;
  return `Written${author} ${formatDateInSentence(createdAt)}${changed}`;
}
