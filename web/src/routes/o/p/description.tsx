import { can } from "@cairn/contract/roles";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { DescriptionCanvas } from "#web/routes/o/p/setup/description-canvas.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

/** /o/:organizationId/p/:projectId/description and …/description/:sessionId: what the product is, written with help. */
export function DescriptionScreen() {
  const product = useProject();
  const { role } = useOrganization();
  const user = useUser();
  usePageTitle("Product Description", product.name);
  if (!can(role, "project.describe")) return <ReadOnly text={product.description ?? ""} />;
  return (
    <div className="flex h-[calc(100dvh-3rem)] min-h-0 flex-col max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]">
      <h1 tabIndex={-1} className="sr-only">
        Product Description
      </h1>
      {user && <DescriptionCanvas key={product.projectId} userId={user.userId} screen="description" />}
    </div>
  );
}

/** For users without the right to change it. */
function ReadOnly({ text }: { text: string }) {
  return (
    <Page width="narrow">
      <PageHeader title="Product Description" description="Your role cannot change it." />
      {text === "" ? (
        <p className="text-base text-ink-3">No description yet</p>
      ) : (
        <LazyMarkdown text={text} topHeading={2} />
      )}
    </Page>
  );
}
