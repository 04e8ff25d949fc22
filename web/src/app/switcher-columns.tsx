import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Ref } from "react";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Link } from "#web/ui/link.tsx";
import { SearchListbox } from "#web/ui/search-listbox.tsx";

import type { Place } from "./place.ts";

interface SwitcherColumnsProps {
  place: Place;
  /** One column after the other instead of side by side. */
  isStacked: boolean;
  onClose: () => void;
}

/** Organizations left, the products of the marked one right; arrow keys move between the columns. */
export function SwitcherColumns({ place, isStacked, onClose }: SwitcherColumnsProps) {
  const navigate = useNavigate();
  const productsRef = useRef<HTMLInputElement>(null);
  const organizationsRef = useRef<HTMLInputElement>(null);
  const organizations = useQuery(organizationsQuery()).data?.content ?? [];
  const [markedId, setMarkedId] = useState<string | null>(null);
  const [step, setStep] = useState<"organizations" | "products">("organizations");

  const currentId = place.organization?.organizationId;
  const organization =
    organizations.find(({ organizationId }) => organizationId === (markedId ?? currentId)) ?? organizations[0];

  const open = (address: string) => {
    onClose();
    void navigate({ to: address });
  };
  const openOrganization = (id: string) => {
    if (isStacked) {
      setMarkedId(id);
      setStep("products");
      return;
    }
    open(href("projects", { organizationId: organizations.find(({ organizationId }) => organizationId === id) }));
  };

  const organizationColumn = (
    <SearchListbox
      label="Organizations"
      placeholder="Search Organizations..."
      emptyText="No Organizations"
      inputRef={organizationsRef}
      items={organizations.map((item) => ({
        key: item.organizationId,
        label: item.name,
        icon: <Avatar name={item.name} shape="square" size="sm" />,
        isCurrent: item.organizationId === currentId,
        action: (
          <Gear name={item.name} onSelect={onClose} href={href("organizationSettings", { organizationId: item })} />
        ),
      }))}
      activeKey={organization?.organizationId ?? null}
      onActiveChange={setMarkedId}
      onOpen={openOrganization}
      onEdge={(side) => side === "right" && productsRef.current?.focus()}
      footer={<CreateRow href={href("organizationCreate")} label="Create Organization" onSelect={onClose} />}
    />
  );
  const productColumn = organization && (
    <ProductColumn
      key={organization.organizationId}
      organizationId={organization.slug || organization.organizationId}
      currentId={place.project?.projectId}
      inputRef={productsRef}
      onLeft={() => organizationsRef.current?.focus()}
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
            className="h-11 shrink-0 px-4 text-left text-sm text-ink-2"
          >
            ← {organization?.name}
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

interface ProductColumnProps {
  organizationId: string;
  currentId: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onLeft: () => void;
  onOpen: (address: string) => void;
  onClose: () => void;
}

function ProductColumn({ organizationId, currentId, inputRef, onLeft, onOpen, onClose }: ProductColumnProps) {
  const projects = useQuery(projectsQuery(organizationId)).data?.content ?? [];
  const [markedId, setMarkedId] = useState<string | null>(null);
  const find = (id: string) => projects.find(({ projectId }) => projectId === id);
  const activeId = markedId ?? currentId ?? projects[0]?.projectId ?? null;
  return (
    <SearchListbox
      label="Products"
      placeholder="Search Products..."
      emptyText="No Projects"
      inputRef={inputRef}
      items={projects.map((item) => ({
        key: item.projectId,
        label: item.name,
        icon: <Avatar name={item.name} shape="square" size="sm" />,
        isCurrent: item.projectId === currentId,
        action: (
          <Gear
            id={gearId(item.projectId)}
            name={item.name}
            onSelect={onClose}
            href={href("projectSettings", { organizationId, projectId: item })}
          />
        ),
      }))}
      activeKey={activeId}
      onActiveChange={setMarkedId}
      onOpen={(id) => onOpen(href("project", { organizationId, projectId: find(id) }))}
      onEdge={(side) => (side === "left" ? onLeft() : document.getElementById(gearId(activeId))?.focus())}
      footer={<CreateRow href={href("projectCreate", { organizationId })} label="Create Product" onSelect={onClose} />}
    />
  );
}

function gearId(key: string | null): string {
  return `settings-of-${key}`;
}

function Gear({ id, name, href, onSelect }: { id?: string; name: string; href: string; onSelect: () => void }) {
  return (
    <Link
      id={id}
      href={href}
      onClick={onSelect}
      aria-label={`Settings of ${name}`}
      className="grid size-6 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink"
    >
      <GearSixIcon className="size-4" />
    </Link>
  );
}

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
