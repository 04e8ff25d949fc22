import { CloudIcon } from "@phosphor-icons/react/dist/csr/Cloud";
import { CylinderIcon } from "@phosphor-icons/react/dist/csr/Cylinder";
import { QueueIcon } from "@phosphor-icons/react/dist/csr/Queue";

import type { NodeForm } from "#web/features/services/architecture/model/layout.ts";
import { ServiceTypeIcon } from "#web/features/services/service-type.tsx";

const others = { store: CylinderIcon, queue: QueueIcon, outside: CloudIcon };

/** A form of node as an icon; its name is shown beside it. */
export function FormIcon({ form }: { form: NodeForm }) {
  if (form !== "store" && form !== "queue" && form !== "outside") return <ServiceTypeIcon type={form} />;
  const Icon = others[form];
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />;
}
