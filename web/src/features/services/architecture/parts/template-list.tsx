import type { ServiceType } from "@cairn/contract/services";

import { templates } from "#web/features/services/architecture/model/service-node.ts";
import { ServiceTypeIcon } from "#web/features/services/service-type.tsx";
import { cx } from "#web/ui/cx.ts";

const roles: Record<ServiceType, string> = {
  frontend: "What people see: a web app or a mobile app",
  api: "Answers other parts: an API, a worker, a job",
  fullstack: "Both in one",
  library: "Code that others import",
  database: "Tables and their migrations",
};

interface TemplateListProps {
  onAdd: (type: ServiceType) => void;
  /** Two in a row where there is space. */
  isWide?: boolean;
}

/** One button for each template of a node. */
export function TemplateList({ onAdd, isWide = false }: TemplateListProps) {
  return (
    <ul aria-label="Templates" className={cx("grid gap-2", isWide && "sm:grid-cols-2")}>
      {templates.map(({ type, label }) => (
        <li key={type}>
          <button
            type="button"
            data-template
            onClick={() => onAdd(type)}
            className={
              "flex w-full items-start gap-3 rounded-lg border border-line bg-surface-2 px-3 py-2.5 text-left " +
              "transition-colors duration-[80ms] hover:bg-surface-3"
            }
          >
            <ServiceTypeIcon type={type} className="mt-0.5 shrink-0" />
            <span className="min-w-0">
              <span className="block text-sm font-medium text-ink">{label}</span>
              <span className="block text-xs text-ink-3">{roles[type]}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
