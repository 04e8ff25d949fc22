import type { Template } from "@cairn/contract/templates";
import { useQuery } from "@tanstack/react-query";

import { Badge } from "#web/ui/display/badge.tsx";
import { outputOptions } from "#web/ui/form/section-outputs.ts";

import { templateQuery } from "./templates.api.ts";

/** The sections that a template creates, read-only. */
export function TemplatePreview({ organizationId, template }: { organizationId: string; template: Template }) {
  const { content } = template;
  const childId = content.type === "pages" ? content.templateId : undefined;
  const child = useQuery({ ...templateQuery(organizationId, childId ?? ""), enabled: childId !== undefined });
  if (content.type === "sections") return <Sections content={content} />;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-base wrap-anywhere text-ink-2">{content.instructions}</p>
      {child.data?.content.type === "sections" && (
        <div>
          <h2 className="mb-3 text-base font-semibold wrap-anywhere">Each page: {child.data.title}</h2>
          <Sections content={child.data.content} />
        </div>
      )}
    </div>
  );
}

function Sections({ content }: { content: Extract<Template["content"], { type: "sections" }> }) {
  return (
    <ol className="flex flex-col gap-2">
      {content.sections.map(({ title, instructions }) => (
        <li key={title} className="rounded-lg border border-line bg-surface-2 p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 text-base font-medium wrap-anywhere">{title}</p>
            {instructions.output !== "markdown" && (
              <Badge>{outputOptions.find(({ value }) => value === instructions.output)?.label}</Badge>
            )}
          </div>
          <p className="mt-1 text-sm wrap-anywhere text-ink-2">{instructions.prompt}</p>
        </li>
      ))}
    </ol>
  );
}
