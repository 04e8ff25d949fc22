import { addWishedPage } from "@cairn/contract/page-outline";
import type { Project } from "@cairn/contract/projects";
import { useState } from "react";

import { useAddWishedPage } from "#web/features/pages/api/outline.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const productKey = "product";

interface PageRequestDialogProps {
  organizationId: string;
  product: Project;
  onClose: () => void;
}

/** Adds a page to the outline from what it should answer. A failure is shown by a toast, and the wish stays. */
export function PageRequestDialog({ organizationId, product, onClose }: PageRequestDialogProps) {
  const [wish, setWish] = useState("");
  const [owner, setOwner] = useState(productKey);
  const [error, setError] = useState<string>();
  const add = useAddWishedPage(organizationId);
  const submit = () => {
    const { projectId } = product;
    const body = { projectId, serviceId: owner === productKey ? null : owner, wish: wish.trim() };
    const problem = addWishedPage.body.safeParse(body).error?.issues[0]?.message;
    setError(problem);
    if (problem === undefined && !add.isPending) add.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Ask for a page"
      description="It is written from your code, and stays in the outline. What the code says nothing about is left out."
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextArea
          label="What should it answer?"
          hint="A question, or a list of what it should say."
          placeholder="How is a booking cancelled, and who is told?"
          value={wish}
          error={error}
          onValueChange={(text) => {
            setWish(text);
            setError(undefined);
          }}
        />
        {product.services.length > 0 && (
          <Select
            label="Belongs to"
            options={[
              { value: productKey, label: product.name },
              ...product.services.map(({ serviceId, name }) => ({ value: serviceId, label: `Service ${name}` })),
            ]}
            value={owner}
            onValueChange={setOwner}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={add.isPending}>
            Add page
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
