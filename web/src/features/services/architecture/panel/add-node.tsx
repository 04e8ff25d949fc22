import type { DrawnNodeKind } from "@cairn/contract/architecture";
import type { ServiceType } from "@cairn/contract/services";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";

import { TemplateList } from "#web/features/services/architecture/parts/template-list.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";

interface AddNodeProps {
  onAdd: (type: ServiceType) => void;
  onDraw: (kind: DrawnNodeKind) => void;
  importHref: string;
}

/** The templates of nodes, and the import. */
export function AddNode({ onAdd, onDraw, importHref }: AddNodeProps) {
  return (
    <div className="flex flex-col gap-4">
      <TemplateList onAdd={onAdd} onDraw={onDraw} />
      <div>
        <ButtonLink href={importHref} icon={<DownloadSimpleIcon aria-hidden className="size-4" />}>
          Import from repository
        </ButtonLink>
      </div>
    </div>
  );
}
