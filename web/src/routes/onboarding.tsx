import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

import { ConnectForm } from "#web/features/connecting/connect-form.tsx";
import { demoQuery } from "#web/features/demo/demo.api.ts";
import { ExploreDemo } from "#web/features/demo/explore-demo.tsx";
import { OrganizationForm } from "#web/features/organizations/organization-form.tsx";
import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { ProjectForm } from "#web/features/projects/project-form.tsx";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Logo } from "#web/ui/display/logo.tsx";
import { MainLandmark } from "#web/ui/overlay/overlay-container.tsx";

const WhyConnectDialog = lazy(() =>
  import("#web/features/users/why-connect-dialog.tsx").then((module) => ({ default: module.WhyConnectDialog })),
);

const steps = ["Organization", "Product", "Repository"];

/**
 * /onboarding: from a new account to a connected repository. The progress is in the address, so that a reload keeps it.
 */
export function OnboardingScreen() {
  const { organization, project } = useSearchParams();
  const navigate = useNavigate();
  const goTo = (search: Record<string, string>) => void navigate({ to: href("onboarding"), search });

  if (!organization) {
    return (
      <Step
        number={1}
        title="Name your organization"
        text="Usually your company or team. You can change it later."
        skip={<SkipLink href={href("home")} />}
      >
        <OrganizationForm onCreated={({ slug }) => goTo({ organization: slug })} />
      </Step>
    );
  }
  if (!project) {
    return (
      <Step
        number={2}
        title="Name your first product"
        text="A product is what you build, with all its services."
        skip={<SkipLink href={href("projects", { organizationId: organization })} />}
      >
        <ProjectForm organizationId={organization} onCreated={({ slug }) => goTo({ organization, project: slug })} />
      </Step>
    );
  }
  const key = { organizationId: organization, projectId: project };
  return (
    <Step
      number={3}
      title="Connect a repository"
      text="Its code is read and indexed on this server. Documents and answers are made from it."
      hasCopyOffer={false}
      skip={
        <>
          <WhyConnectButton />
          <SkipLink href={href("project", key)} />
        </>
      }
    >
      <ConnectForm project={key} isPageFocus onConnected={() => void navigate({ to: href("setupImport", key) })} />
    </Step>
  );
}

function SkipLink({ href: address }: { href: string }) {
  return (
    <ButtonLink href={address} variant="ghost">
      Do this later
    </ButtonLink>
  );
}

/** To look before anything is connected: the demo itself for its members, a copy of their own for everybody else. */
function DemoOffer({ hasCopyOffer }: { hasCopyOffer: boolean }) {
  const copy = useQuery(demoQuery).data?.copy;
  const demo = useQuery(organizationsQuery()).data?.content.find(({ isDemo }) => isDemo);
  const products = useQuery({ ...projectsQuery(demo?.slug ?? ""), enabled: demo !== undefined });
  const [product] = products.data?.content ?? [];
  if (copy || !demo || !product) return hasCopyOffer && <ExploreDemo />;
  return (
    <div className="flex justify-center">
      <ButtonLink href={href("project", { organizationId: demo, projectId: product })} variant="ghost">
        Open the demo product
      </ButtonLink>
    </div>
  );
}

/** The explanation is loaded when it is opened. */
function WhyConnectButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        Why connect a repository?
      </Button>
      {isOpen && (
        <Suspense>
          <WhyConnectDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  children: ReactNode;
  skip?: ReactNode;
  /** False where the step itself offers the code of the demo. */
  hasCopyOffer?: boolean;
}

function Step({ number, title, text, children, skip, hasCopyOffer = true }: StepProps) {
  usePageTitle(title);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownNumberRef = useRef(number);
  // The previous step had the focus and was removed.
  useEffect(() => {
    if (shownNumberRef.current === number) return;
    shownNumberRef.current = number;
    const field = document.querySelector<HTMLElement>("main [data-page-focus]");
    (field ?? headingRef.current)?.focus();
  }, [number]);
  return (
    <MainLandmark className="flex min-h-dvh flex-col items-center bg-surface-0 px-4 py-10 outline-none md:py-16">
      <div className="w-full max-w-140">
        <div className="mb-8 flex items-center justify-between gap-4">
          <Logo className="size-8" />
          <ol className="flex items-center gap-4 text-sm" aria-label="Steps">
            {steps.map((step, index) => (
              <li
                key={step}
                aria-current={index + 1 === number ? "step" : undefined}
                className={cx(
                  "flex items-center gap-1.5",
                  index + 1 === number ? "font-medium text-ink" : "text-ink-3",
                )}
              >
                <span
                  className={cx(
                    "grid size-5 place-items-center rounded-full border text-xs tabular-nums",
                    index + 1 < number && "border-success-line bg-success-subtle text-success-text",
                    index + 1 === number && "border-primary bg-primary text-on-primary",
                    index + 1 > number && "border-line",
                  )}
                >
                  {index + 1 < number ? <CheckIcon aria-label="done" weight="bold" className="size-3" /> : index + 1}
                </span>
                <span className={cx(index + 1 !== number && "max-sm:sr-only")}>{step}</span>
              </li>
            ))}
          </ol>
        </div>
        <div className="rounded-xl border border-line bg-surface-1 p-6 md:p-8">
          <div className="mb-6 flex items-start justify-between gap-4">
            <div>
              <h1 ref={headingRef} tabIndex={-1} className="text-xl font-semibold">
                {title}
              </h1>
              <p className="mt-1 text-base text-ink-2">{text}</p>
            </div>
          </div>
          {children}
        </div>
        {skip && <div className="mt-4 flex flex-wrap justify-center gap-2">{skip}</div>}
        <div className="mt-6 empty:hidden">
          <DemoOffer hasCopyOffer={hasCopyOffer} />
        </div>
      </div>
    </MainLandmark>
  );
}
