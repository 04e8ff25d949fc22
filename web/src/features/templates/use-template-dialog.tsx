import type { Project } from "@cairn/contract/projects";
import type { Template } from "@cairn/contract/templates";
import { useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useApplyTemplate } from "./templates.api.ts";

interface UseTemplateDialogProps {
  organizationId: string;
  template: Template;
  /** Products of the organization with their services. */
  projects: readonly Project[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called with the first created page and the product in which to open it. */
  onApplied: (created: { artifactId: string; project: Project }) => void;
}

/** Asks for the product, and where needed the service, in which to create the pages of a template. */
export function UseTemplateDialog({
  organizationId,
  template,
  projects,
  isOpen,
  onOpenChange,
  onApplied,
}: UseTemplateDialogProps) {
  const apply = useApplyTemplate(organizationId);
  const { scope } = template;
  const [chosenProject, setChosenProject] = useState<string | null>(null);
  const [chosenService, setChosenService] = useState<string | null>(null);
  const project =
    projects.find(({ projectId }) => projectId === chosenProject) ?? (projects.length === 1 ? projects[0] : undefined);
  const services =
    project?.services.filter(({ type }) => scope.type === "service" && scope.serviceTypes.includes(type)) ?? [];
  const service =
    services.find(({ serviceId }) => serviceId === chosenService) ?? (services.length === 1 ? services[0] : undefined);
  const reason = missingChoiceText(template, {
    project,
    hasServices: services.length > 0,
    hasService: service !== undefined,
  });
  const confirm = () => {
    if (!project) return;
    const target = {
      ...(scope.type === "organization" ? {} : { projectId: project.projectId }),
      ...(scope.type === "service" && service ? { serviceId: service.serviceId } : {}),
    };
    apply.mutate(
      { templateId: template.templateId, ...target },
      {
        onSuccess: ({ artifacts: [first] }) => first && onApplied({ artifactId: first.artifactId, project }),
      },
    );
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Use “${template.title}”`}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" isBusy={apply.isPending} disabledReason={reason} onClick={confirm}>
            {template.content.type === "pages" ? "Make pages" : "Make page"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={scope.type === "organization" ? "Open in product" : "Product"}
          options={projects.map(({ projectId, name }) => ({ value: projectId, label: name }))}
          value={project?.projectId ?? null}
          onValueChange={setChosenProject}
        />
        {scope.type === "service" && project && services.length > 0 && (
          <Select
            label="Service"
            options={services.map(({ serviceId, name }) => ({ value: serviceId, label: name }))}
            value={service?.serviceId ?? null}
            onValueChange={setChosenService}
          />
        )}
        {scope.type === "service" && project && services.length === 0 && (
          <p className="text-base wrap-anywhere text-ink-2">
            “{project.name}” has no service of a type this template is for.
          </p>
        )}
        <p className="text-sm text-ink-3">
          Its sections are written from the code right away. You can change everything afterwards.
        </p>
      </div>
    </Dialog>
  );
}

function missingChoiceText(
  { scope }: Template,
  { project, hasServices, hasService }: { project: Project | undefined; hasServices: boolean; hasService: boolean },
): string | undefined {
  if (!project) return "Select a product first";
  if (scope.type !== "service" || hasService) return undefined;
  return hasServices ? "Select a service first" : "No service of this product fits";
}
