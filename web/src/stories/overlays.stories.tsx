import { Button } from "#web/ui/action/button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { TypedConfirmDialog } from "#web/ui/confirmation/typed-confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

import type { Story } from "./story.ts";

const noop = () => {};
const longTitle = `Delete ${"payments-".repeat(20)}`;

function WideDialog() {
  return (
    <Dialog
      isOpen
      onOpenChange={noop}
      title={longTitle}
      description="It cannot be undone."
      footer={<Button>Close</Button>}
    >
      <p>{"A paragraph of some length. ".repeat(40)}</p>
    </Dialog>
  );
}

function Confirm() {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={noop}
      title="Delete this rule?"
      description="Agents no longer get it."
      confirmLabel="Delete Rule"
      isBusy={false}
      onConfirm={noop}
    />
  );
}

function TypedConfirm() {
  return (
    <TypedConfirmDialog
      isOpen
      onOpenChange={noop}
      title="Delete product?"
      description="Its pages and tasks go with it."
      expected="ferry-board"
      confirmLabel="Delete Product"
      isBusy={false}
      onConfirm={noop}
    />
  );
}

function OpenMenu() {
  return (
    <Menu trigger={<Button>Actions</Button>} isInitiallyOpen>
      <MenuItem onSelect={noop}>Rename</MenuItem>
      <MenuCheckItem isChecked onCheckedChange={noop}>
        Pinned
      </MenuCheckItem>
      <MenuSeparator />
      <MenuItem isDestructive onSelect={noop}>
        Delete
      </MenuItem>
    </Menu>
  );
}

function OpenPopover() {
  return (
    <Popover title="Clone" trigger={<Button>Clone</Button>} isOpen onOpenChange={noop}>
      <p className="text-sm break-all">{"https://cairn.example.com/git/".repeat(6)}</p>
    </Popover>
  );
}

function OpenSheet() {
  return (
    <Sheet isOpen onOpenChange={noop} title={longTitle}>
      <p>Content of the sheet</p>
    </Sheet>
  );
}

export const stories: Story[] = [
  { name: "Dialog", Part: WideDialog },
  { name: "Confirmation", Part: Confirm },
  { name: "Confirmation that is typed", Part: TypedConfirm },
  { name: "Menu", Part: OpenMenu },
  { name: "Popover", Part: OpenPopover },
  { name: "Sheet", Part: OpenSheet },
];
