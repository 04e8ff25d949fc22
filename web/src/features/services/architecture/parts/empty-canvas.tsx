import type { DrawnNodeKind } from "@cairn/contract/architecture";
import type { ServiceType } from "@cairn/contract/services";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";

import { TemplateList } from "#web/features/services/architecture/parts/template-list.tsx";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";

interface EmptyCanvasProps {
  importHref: string;
  /** Takes texts of other tools. */
  onImport: () => void;
  onAdd: (type: ServiceType) => void;
  onDraw: (kind: DrawnNodeKind) => void;
}

/** Nothing is there yet: from the code, or by hand. */
export function EmptyCanvas({ importHref, onImport, onAdd, onDraw }: EmptyCanvasProps) {
  return (
    <div className="grid size-full place-items-center overflow-y-auto p-4 md:p-6">
      <div className="flex w-full max-w-140 flex-col items-center text-center">
        <h2 className="text-lg font-semibold">What is this product made of?</h2>
        <p className="mt-1 max-w-100 text-base text-ink-3">
          A service is one part of it: a web app, an API, a library, a database. The code can tell most of them.
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <ButtonLink href={importHref} variant="primary" icon={<DownloadSimpleIcon aria-hidden className="size-4" />}>
            Import from repository
          </ButtonLink>
          <Button onClick={onImport}>Import a compose file or Structurizr DSL</Button>
        </div>
        <h3 className="mt-8 mb-3 text-sm font-medium text-ink">Add Node</h3>
        <div className="w-full text-left">
          <TemplateList onAdd={onAdd} onDraw={onDraw} isWide />
        </div>
      </div>
    </div>
  );
}
