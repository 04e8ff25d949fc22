import { TypedConfirmDialog } from "#web/ui/confirmation/typed-confirm-dialog.tsx";

import { nodeName } from "./model/service-node.ts";
import type { ServiceNode } from "./model/service-node.ts";

interface DeleteNodeDialogProps {
  /** A node that the server has; null shows nothing. */
  node: ServiceNode | null;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (serviceId: string) => void;
  /** What gets the focus once the node is gone. */
  findNext: () => HTMLElement | null;
}

/** Deleting a saved service takes its documents along, so that its name is to be typed. */
export function DeleteNodeDialog({ node, isBusy, onClose, onConfirm, findNext }: DeleteNodeDialogProps) {
  // The name that everybody knows, not one that is being typed.
  const name = node?.stored?.name ?? (node ? nodeName(node) : "");
  return (
    <TypedConfirmDialog
      isOpen={node !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${name}?`}
      description="Its documents are deleted too. This cannot be undone."
      expected={name}
      confirmLabel={`Delete ${name}`}
      isBusy={isBusy}
      finalFocus={findNext}
      onConfirm={() => node?.serviceId && onConfirm(node.serviceId)}
    />
  );
}
