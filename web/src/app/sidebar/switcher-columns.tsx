import type { Organization } from "@cairn/contract/organizations";
import { can } from "@cairn/contract/roles";
import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { useAllPages } from "#web/lib/api/use-all-pages.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";

/** Delay before products load while the user moves through the organizations. */
const settleDelayMs = 150;

interface SwitcherColumnsProps {
  scope: CurrentScope;
  /** Whether columns are shown one at a time instead of side by side. */
  isStacked: boolean;
  onClose: () => void;
}

/** Organizations at the left, products of the highlighted one at the right; arrow keys move between the columns. */
export function SwitcherColumns({ scope, isStacked, onClose }: SwitcherColumnsProps) {
  const navigate = useNavigate();
  const productsRef = useRef<HTMLInputElement>(null);
  const organizationsRef = useRef<HTMLInputElement>(null);
  const { items: organizations, isComplete, failure } = useAllPages(organizationsQuery);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const [step, setStep] = useState<"organizations" | "products">("organizations");
  useFocusOnStep(step, step === "products" ? productsRef : organizationsRef);

  const find = (id: string | null | undefined) => organizations.find(({ organizationId }) => organizationId === id);
  const currentId = scope.organization?.organizationId;
  const active = find(markedId ?? currentId) ?? organizations[0];
  const settled = find(useDebounced(active?.organizationId, settleDelayMs)) ?? active;
  const shown = isStacked ? active : settled;

  const open = (address: string) => {
    onClose();
    void navigate({ to: address });
  };
  const openOrganization = (id: string) => {
    setMarkedId(id);
    if (isStacked) setStep("products");
    else open(href("projects", { organizationId: find(id) }));
  };

  const organizationColumn = (
    <SearchListbox
      label="Organizations"
      placeholder="Search Organizations..."
      emptyText={isComplete ? "No Organizations" : "Loading organizations"}
      failure={failure}
      inputRef={organizationsRef}
      items={organizations.map((item) => ({
        key: item.organizationId,
        label: item.name,
        icon: <Avatar name={item.name} shape="square" size="sm" />,
        isCurrent: item.organizationId === currentId,
        action: settingsAction(item.name, href("organizationSettings", { organizationId: item }), onClose),
      }))}
      activeKey={active?.organizationId ?? null}
      onActiveChange={setMarkedId}
      onOpen={openOrganization}
      onRight={isStacked ? undefined : () => productsRef.current?.focus()}
      footer={<CreateRow href={href("organizationCreate")} label="Create Organization" onSelect={onClose} />}
    />
  );
  const productColumn = shown && (
    <ProductColumn
      key={shown.organizationId}
      organization={shown}
      currentId={scope.project?.projectId}
      inputRef={productsRef}
      onLeft={() => (isStacked ? setStep("organizations") : organizationsRef.current?.focus())}
      onOpen={open}
      onClose={onClose}
    />
  );

  if (isStacked) {
    return (
      <div className="flex h-full flex-col">
        {step === "products" && (
          <button
            type="button"
            onClick={() => setStep("organizations")}
            className="flex h-11 shrink-0 items-center gap-2 px-4 text-left text-sm text-ink-2"
          >
            <ArrowLeftIcon aria-label="Back from" className="size-4 shrink-0" />
            <span className="truncate">{active?.name}</span>
          </button>
        )}
        {step === "products" ? productColumn : organizationColumn}
      </div>
    );
  }
  return (
    <div className="grid h-full min-h-0 grid-cols-2 divide-x divide-line">
      {organizationColumn}
      {productColumn ?? <p className="p-6 text-center text-sm text-ink-3">No Projects</p>}
    </div>
  );
}

/** The previous step's field had the focus and was removed. */
function useFocusOnStep(step: string, inputRef: RefObject<HTMLInputElement | null>): void {
  const shownStepRef = useRef(step);
  useEffect(() => {
    if (shownStepRef.current === step) return;
    shownStepRef.current = step;
    inputRef.current?.focus();
  }, [step, inputRef]);
}

interface ProductColumnProps {
  organization: Organization;
  currentId: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  onLeft: () => void;
  onOpen: (address: string) => void;
  onClose: () => void;
}

function ProductColumn({ organization, currentId, inputRef, onLeft, onOpen, onClose }: ProductColumnProps) {
  const organizationId = organization.slug || organization.organizationId;
  const { items: projects, isComplete, failure } = useAllPages((page) => projectsQuery(organizationId, page));
  const [markedId, setMarkedId] = useState<string | null>(null);
  const find = (id: string) => projects.find(({ projectId }) => projectId === id);
  return (
    <SearchListbox
      label="Products"
      placeholder="Search Products..."
      emptyText={isComplete ? "No Projects" : "Loading products"}
      failure={failure}
      inputRef={inputRef}
      items={projects.map((item) => ({
        key: item.projectId,
        label: item.name,
        icon: <Avatar name={item.name} shape="square" size="sm" />,
        isCurrent: item.projectId === currentId,
        action: settingsAction(item.name, href("projectSettings", { organizationId, projectId: item }), onClose),
      }))}
      activeKey={markedId ?? currentId ?? projects[0]?.projectId ?? null}
      onActiveChange={setMarkedId}
      onOpen={(id) => onOpen(href("project", { organizationId, projectId: find(id) }))}
      onLeft={onLeft}
      footer={
        can(organization.role, "project.create") && (
          <CreateRow href={href("projectCreate", { organizationId })} label="Create Product" onSelect={onClose} />
        )
      }
    />
  );
}

function settingsAction(name: string, href: string, onSelect: () => void) {
  return { label: `Settings of ${name}`, href, icon: <GearSixIcon className="size-4" />, onSelect };
}

/** The last row: a new one. */
function CreateRow({ href, label, onSelect }: { href: string; label: string; onSelect: () => void }) {
  return (
    <Link
      href={href}
      onClick={onSelect}
      className="flex h-9 items-center gap-2 rounded-md px-2 text-sm text-ink-2 hover:bg-surface-4 hover:text-ink pointer-coarse:h-11"
    >
      <span className="grid size-5 place-items-center">
        <PlusIcon className="size-4" />
      </span>
      {label}
    </Link>
  );
}
