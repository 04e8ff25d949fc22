import type { DrawnNodeKind } from "@cairn/contract/architecture";
import type { ServiceType } from "@cairn/contract/services";
import { useId } from "react";
import type { ReactNode } from "react";

import { drawnTemplates } from "#web/features/services/architecture/model/drawn-node.ts";
import { templates } from "#web/features/services/architecture/model/service-node.ts";
import { ServiceTypeIcon } from "#web/features/services/service-type.tsx";
import { cx } from "#web/ui/cx.ts";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { FormIcon } from "./form-icon.tsx";

const roles: Record<ServiceType | DrawnNodeKind, string> = {
  frontend: "What people see: a web app or a mobile app",
  api: "Answers other parts: an API, a worker, a job",
  fullstack: "Both in one",
  library: "Code that others import",
  database: "Tables and their migrations",
  store: "A database, a cache or files without code here",
  queue: "Messages from one part to another",
  outside: "What others run, such as a payment provider",
};

interface TemplateListProps {
  onAdd: (type: ServiceType) => void;
  onDraw: (kind: DrawnNodeKind) => void;
  /** Two in a row where there is space, each with what it is for; else small, so that what is below can be seen too. */
  isWide?: boolean;
}

/** One button for each template of a node: services, and below them what is none. */
export function TemplateList({ onAdd, onDraw, isWide = false }: TemplateListProps) {
  const headingId = useId();
  const list = cx("grid gap-2", isWide ? "sm:grid-cols-2" : "grid-cols-2");
  return (
    <>
      <ul aria-label="Templates" className={list}>
        {templates.map(({ type, label }) => (
          <Template
            key={type}
            icon={<ServiceTypeIcon type={type} className="mt-0.5 shrink-0" />}
            label={label}
            role={roles[type]}
            isSmall={!isWide}
            onAdd={() => onAdd(type)}
          />
        ))}
      </ul>
      <h3 id={headingId} className={cx("text-sm font-medium text-ink-2", isWide && "mt-4 mb-2")}>
        Drawn by hand, no services
      </h3>
      <ul aria-labelledby={headingId} className={list}>
        {drawnTemplates.map(({ kind, label }) => (
          <Template
            key={kind}
            icon={
              <span className="mt-0.5 shrink-0">
                <FormIcon form={kind} />
              </span>
            }
            label={label}
            role={roles[kind]}
            isSmall={!isWide}
            onAdd={() => onDraw(kind)}
          />
        ))}
      </ul>
    </>
  );
}

interface TemplateProps {
  icon: ReactNode;
  label: string;
  role: string;
  /** What it is for is told on demand. */
  isSmall: boolean;
  onAdd: () => void;
}

function Template({ icon, label, role, isSmall, onAdd }: TemplateProps) {
  return (
    <li className="min-w-0">
      <button
        type="button"
        data-template
        onClick={onAdd}
        {...(isSmall ? tooltip(role) : {})}
        className={cx(
          "flex size-full items-start rounded-lg border border-line bg-surface-2 text-left",
          "transition-colors duration-[80ms] hover:bg-surface-3",
          isSmall ? "min-h-10 gap-2 px-2 py-2" : "gap-3 px-3 py-2.5",
        )}
      >
        {icon}
        <span className="min-w-0">
          <span className="block text-sm font-medium text-ink">{label}</span>
          <span className={isSmall ? "sr-only" : "block text-xs text-ink-3"}>{role}</span>
        </span>
      </button>
    </li>
  );
}
