import type { ServiceType } from "@cairn/contract/services";
import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { BrowserIcon } from "@phosphor-icons/react/dist/csr/Browser";
import { DatabaseIcon } from "@phosphor-icons/react/dist/csr/Database";
import { HardDrivesIcon } from "@phosphor-icons/react/dist/csr/HardDrives";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";

import { cx } from "#web/ui/cx.ts";

const typeStyles: Record<ServiceType, { label: string; icon: typeof StackIcon; color: string }> = {
  frontend: { label: "Frontend", icon: BrowserIcon, color: "text-node-frontend" },
  api: { label: "Api", icon: HardDrivesIcon, color: "text-node-api" },
  fullstack: { label: "Fullstack", icon: StackIcon, color: "text-node-fullstack" },
  library: { label: "Library", icon: BooksIcon, color: "text-node-library" },
  database: { label: "Database", icon: DatabaseIcon, color: "text-node-database" },
};

export const serviceTypeOptions = Object.entries(typeStyles).map(([value, { label }]) => ({
  value: value as ServiceType,
  label,
}));

/** What a type of service is called. */
export function serviceTypeLabel(type: ServiceType): string {
  return typeStyles[type].label;
}

/** The type as a coloured icon; its name is shown beside it. */
export function ServiceTypeIcon({ type, className }: { type: ServiceType; className?: string }) {
  const { icon: Icon, color } = typeStyles[type];
  return <Icon aria-hidden weight="fill" className={cx("size-4", color, className)} />;
}
