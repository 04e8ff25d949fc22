import type { Organization } from "@cairn/contract/organizations";
import { can } from "@cairn/contract/roles";
import type { Template } from "@cairn/contract/templates";
import { LayoutIcon } from "@phosphor-icons/react/dist/csr/Layout";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { serviceTypeLabel } from "#web/features/services/service-type.tsx";
import { describeContent, describeScope } from "#web/features/templates/template-values.ts";
import { builtInTemplatesQuery, templatesQuery } from "#web/features/templates/templates.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /o/:organizationId/templates */
export function TemplatesScreen() {
  usePageTitle("Templates");
  const organization = useOrganization();
  const templates = useQuery(templatesQuery(organization.organizationId, usePageNumber()));
  const builtIn = useQuery(builtInTemplatesQuery(organization.organizationId));
  const { data } = templates;
  const create = can(organization.role, "template.write") && (
    <ButtonLink
      href={href("templateCreate", { organizationId: organization })}
      variant="primary"
      icon={<PlusIcon className="size-4" />}
    >
      Create Template
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="Templates"
        description="The sections a page begins with, and what each is written from."
        actions={data && data.total > 0 && create}
      />
      {templates.isError && !data && (
        <ErrorState message={errorMessage(templates.error)} onRetry={() => void templates.refetch()} />
      )}
      {templates.isPending && (
        <Loading what="templates">
          <SkeletonRows className="h-14" />
        </Loading>
      )}
      {data?.total === 0 && (
        <EmptyState
          icon={<LayoutIcon className="size-5" />}
          title="No Templates yet"
          text="Create your first template to standardize documentation across your organization"
          action={create}
        />
      )}
      {data && data.total > 0 && (
        <>
          <List label="Templates">
            {data.content.map((template) => (
              <TemplateRow key={template.templateId} organization={organization} template={template} />
            ))}
          </List>
          <Pagination {...data} href={href("templates", { organizationId: organization })} />
        </>
      )}
      {data && builtIn.data && (
        <section aria-labelledby="built-in" className="mt-10">
          <h2 id="built-in" className="mb-3 text-base font-semibold">
            Come with the product
          </h2>
          <List label="Templates that come with the product">
            {builtIn.data.content.map((template) => (
              <TemplateRow key={template.templateId} organization={organization} template={template} />
            ))}
          </List>
        </section>
      )}
    </Page>
  );
}

function TemplateRow({ organization, template }: { organization: Organization; template: Template }) {
  const { templateId, title, scope, content, createdAt, isBuiltIn } = template;
  return (
    <ListRow
      href={href("template", { organizationId: organization, templateId })}
      icon={<LayoutIcon className="size-4" />}
      title={title}
      description={describeScope(scope, serviceTypeLabel)}
      isMetaLong
      meta={
        <>
          <span>{describeContent(content)}</span>
          {!isBuiltIn && (
            <time dateTime={createdAt} title={formatFullDate(createdAt)}>
              {formatDate(createdAt)}
            </time>
          )}
        </>
      }
    />
  );
}
