import type { Template } from "@cairn/contract/templates";
import { GlobeSimpleIcon } from "@phosphor-icons/react/dist/csr/GlobeSimple";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

import { startChat } from "#web/features/chat/session/chat.api.ts";
import { DraftList } from "#web/features/page-creation/draft-list.tsx";
import { useCreateFromUrl } from "#web/features/page-creation/page-creation.api.ts";
import { PromptCard } from "#web/features/page-creation/prompt-card.tsx";
import { TemplateChoices } from "#web/features/page-creation/template-choices.tsx";
import { UrlDialog } from "#web/features/page-creation/url-dialog.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { builtInTemplatesQuery } from "#web/features/templates/templates.api.ts";
import { UseTemplateDialog } from "#web/features/templates/use-template-dialog.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/create: ways to start a page, and existing drafts. */
export function CreateScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  const navigate = useNavigate();
  const createFromUrl = useCreateFromUrl(organizationId);
  const [isUrlOpen, setIsUrlOpen] = useState(false);
  const [template, setTemplate] = useState<Template | null>(null);
  useRequestedTemplate(organizationId, setTemplate);
  const [handSessionId] = useState(() => crypto.randomUUID());
  usePageTitle("Create", product.name);

  const open = (artifactId: string) => void navigate({ to: href("artifact", { ...project, artifactId }) });
  const generate = (question: string) => {
    const context = { projectId: product.projectId, lens: "technical" as const };
    const sessionId = startChat({ organizationId, question, context, assistant: "artifact-data-assistant" });
    void navigate({ to: href("createSession", { ...project, sessionId }) });
  };
  return (
    <Page>
      <PageHeader title="Create" description={`A new page for ${product.name}.`} />
      <PromptCard onStart={generate} />
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Way
          icon={<PencilSimpleIcon aria-hidden className="size-4" />}
          title="Write by hand"
          text="Sections of your own words, and sections that are written from the code by your instructions."
          action={
            <ButtonLink href={href("createEditor", { ...project, sessionId: handSessionId })}>Open editor</ButtonLink>
          }
        />
        <Way
          icon={<GlobeSimpleIcon aria-hidden className="size-4" />}
          title="From url"
          text="The text of a page of the web, fetched from its address."
          action={<Button onClick={() => setIsUrlOpen(true)}>Enter address</Button>}
        />
      </div>
      <DraftList project={project} />
      <section aria-labelledby="from-template" className="mt-8">
        <h2 id="from-template" className="mb-3 text-base font-semibold">
          From template
        </h2>
        <TemplateChoices organizationId={organizationId} onChoose={setTemplate} />
      </section>
      <UrlDialog
        isOpen={isUrlOpen}
        onClose={() => setIsUrlOpen(false)}
        onCreate={(page) =>
          createFromUrl({ ...page, projectId: product.projectId }).then(({ artifactId }) => open(artifactId))
        }
      />
      {template && (
        <UseTemplateDialog
          organizationId={organizationId}
          template={template}
          projects={[product]}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setTemplate(null)}
          onApplied={({ artifactId }) => open(artifactId)}
        />
      )}
    </Page>
  );
}

/** `?template=<title>` opens the dialog of a built-in template; only once, because it can be closed. */
function useRequestedTemplate(organizationId: string, onRequested: (template: Template) => void): void {
  const title = useSearchParams().template;
  const templates = useQuery({ ...builtInTemplatesQuery(organizationId), enabled: title !== undefined }).data?.content;
  const isDone = useRef(false);
  useEffect(() => {
    const requested = templates?.find((template) => template.title === title);
    if (!requested || isDone.current) return;
    isDone.current = true;
    onRequested(requested);
  }, [templates, title, onRequested]);
}

interface WayProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}

function Way({ icon, title, text, action }: WayProps) {
  return (
    <Card className="flex items-start gap-4 p-4 md:p-5">
      <div className="min-w-0 flex-1">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          {icon}
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-3">{text}</p>
      </div>
      {action}
    </Card>
  );
}
