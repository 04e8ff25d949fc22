import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { TypedConfirmDialog } from "#web/ui/confirmation/typed-confirm-dialog.tsx";
import { keepRowFocus } from "#web/ui/list/list.tsx";

interface DeleteKeyProps {
  /** What is typed to confirm. */
  name: string;
  title: string;
  /** What stops working. */
  description: string;
  isBusy: boolean;
  onDelete: () => Promise<unknown>;
}

/** The delete button of a key's row; afterwards an adjacent row gets the focus. */
export function DeleteKey({ name, isBusy, onDelete, ...dialog }: DeleteKeyProps) {
  const [row, setRow] = useState<Element | null>(null);
  return (
    <>
      <IconButton
        label={`Delete ${name}`}
        icon={<TrashIcon className="size-4" />}
        onClick={(event) => setRow(event.currentTarget.closest("[data-row]"))}
      />
      {row && (
        <TypedConfirmDialog
          isOpen
          onOpenChange={() => setRow(null)}
          expected={name}
          confirmLabel={`Delete ${name}`}
          isBusy={isBusy}
          onConfirm={() => void onDelete().then(keepRowFocus(row), () => {})}
          {...dialog}
        />
      )}
    </>
  );
}
