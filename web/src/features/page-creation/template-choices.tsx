import type { Template } from "@cairn/contract/templates";
import { useQuery } from "@tanstack/react-query";

import { builtInTemplatesQuery, templatesQuery } from "#web/features/templates/templates.api.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

interface TemplateChoicesProps {
  organizationId: string;
  onChoose: (template: Template) => void;
}

/** The templates of the organization and the built-in ones. */
export function TemplateChoices({ organizationId, onChoose }: TemplateChoicesProps) {
  const own = useQuery(templatesQuery(organizationId));
  const builtIn = useQuery(builtInTemplatesQuery(organizationId));
  const failed = [own, builtIn].find(({ isError, data }) => isError && !data);
  if (failed?.error) {
    return <ErrorState message={errorMessage(failed.error)} onRetry={retryFailedQueries} />;
  }
  if (!own.data || !builtIn.data) {
    return (
      <Loading what="templates">
        <SkeletonRows count={5} />
      </Loading>
    );
  }
  // A child template is only used by another template.
  const templates = [...own.data.content, ...builtIn.data.content].filter(
    ({ scope }) => scope.type !== "child-template",
  );
  return (
    <List label="Templates">
      {templates.map((template) => (
        <ListRow
          key={template.templateId}
          title={template.title}
          description={contentInWords(template)}
          meta={
            <>
              {!template.isBuiltIn && <Badge tone="accent">Yours</Badge>}
              <Badge>{scopeInWords(template)}</Badge>
            </>
          }
          actions={
            <Button size="sm" aria-label={`Use ${template.title}`} onClick={() => onChoose(template)}>
              Use
            </Button>
          }
        />
      ))}
    </List>
  );
}

function contentInWords({ content }: Template): string {
  return content.type === "sections" ? content.sections.map(({ title }) => title).join(" · ") : content.instructions;
}

function scopeInWords({ scope }: Template): string {
  if (scope.type === "organization") return "Organization";
  return scope.type === "service" ? "Service" : "Product";
}
