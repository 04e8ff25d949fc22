import type { Rule } from "@cairn/contract/rules";
import { GavelIcon } from "@phosphor-icons/react/dist/csr/Gavel";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import { rulesQuery } from "#web/features/rules/rules.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const everything = "all";

/** /o/:organizationId/p/:projectId/rules, narrowed by ?service= */
export function RulesScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Rules", project.name);
  const { service: requestedService } = useSearchParams();
  // An unknown service does not filter.
  const service = project.services.find(({ serviceId }) => serviceId === requestedService)?.serviceId;
  const page = usePageNumber();
  const rules = useQuery(rulesQuery(key, { page, serviceId: service }));
  const navigate = useNavigate();
  const create = (
    <ButtonLink href={href("ruleCreate", key)} variant="primary" icon={<PlusIcon className="size-4" />}>
      Create Rule
    </ButtonLink>
  );
  const choices = [
    { value: everything, label: "All rules" },
    ...project.services.map(({ serviceId, name }) => ({ value: serviceId, label: `Rules for ${name}` })),
  ];
  const isShown = rules.data !== undefined && (rules.data.total > 0 || service !== undefined);
  return (
    <Page>
      <PageHeader
        title="Rules"
        description="What connected agents are told before they change this product's code."
        actions={isShown && create}
      />
      {isShown && project.services.length > 0 && (
        <div className="mb-4 w-56 max-w-full">
          <Suspense>
            <Select
              label="Show"
              isLabelHidden
              options={choices}
              value={service ?? everything}
              onValueChange={(next) =>
                void navigate({ to: href("rules", key), search: next === everything ? {} : { service: next } })
              }
            />
          </Suspense>
        </div>
      )}
      {rules.isError && <ErrorState message={errorMessage(rules.error)} onRetry={() => void rules.refetch()} />}
      {rules.isPending && (
        <Loading what="rules">
          <SkeletonRows className="h-16" />
        </Loading>
      )}
      {rules.data?.total === 0 &&
        (service === undefined ? (
          <EmptyState
            icon={<GavelIcon className="size-5" />}
            title="No Rules yet"
            text="Start by creating your first rule"
            action={create}
          />
        ) : (
          <EmptyState
            icon={<GavelIcon className="size-5" />}
            title="No rule holds for this service"
            text="Rules of the whole product would show here too."
            action={<ButtonLink href={href("rules", key)}>All rules</ButtonLink>}
          />
        ))}
      {rules.data && rules.data.total > 0 && (
        <>
          <List label="Rules">
            {rules.data.content.map((rule) => (
              <RuleRow key={rule.ruleId} rule={rule} href={href("rule", { ...key, ruleId: rule.ruleId })} />
            ))}
          </List>
          <Pagination {...rules.data} href={href("rules", key)} search={service ? { service } : undefined} />
        </>
      )}
    </Page>
  );
}

function RuleRow({ rule, href: target }: { rule: Rule; href: string }) {
  return (
    <ListRow
      href={target}
      icon={<GavelIcon className="size-4" />}
      title={
        <>
          <span className="font-normal text-ink-3">If </span>
          {rule.condition}
        </>
      }
      description={`Then ${rule.instruction}`}
      isMetaLong
      meta={
        <>
          {rule.check !== null && <Badge>{rule.isRequired ? "Required" : "Checked"}</Badge>}
          {rule.service && (
            <Badge className="min-w-0 shrink! sm:max-w-48">
              <span className="truncate">{rule.service.name}</span>
            </Badge>
          )}
          <time className="shrink-0" dateTime={rule.updatedAt} title={formatFullDate(rule.updatedAt)}>
            {formatDate(rule.updatedAt)}
          </time>
        </>
      }
    />
  );
}
