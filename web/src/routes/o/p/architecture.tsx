import { useProject } from "#web/features/projects/project-context.ts";
import { ArchitectureEditor } from "#web/features/services/architecture/architecture-editor.tsx";
import { useUser } from "#web/features/users/users.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";

/** /o/:organizationId/p/:projectId/setup/architecture: what a product is made of, in its setup and ever after. */
export function ArchitectureScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const user = useUser();
  usePageTitle("Architecture", product.name);
  return (
    user && (
      <ArchitectureEditor
        // Another product is another draft.
        key={product.projectId}
        userId={user.userId}
        projectId={product.projectId}
        project={{ organizationId, projectId }}
        services={product.services}
      />
    )
  );
}
