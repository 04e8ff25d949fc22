import { useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";
import { Button } from "#web/ui/action/button.tsx";

import { Dialog } from "./dialog.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Sheet } from "./sheet.tsx";

const dialog = (name: string) => page.getByRole("dialog", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** A button with the dialog it opens, out of which a second dialog opens. */
function TwoDialogs() {
  const [isOpen, setIsOpen] = useState(false);
  const [isSecondOpen, setIsSecondOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Rename</Button>
      <Button>Behind</Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Rename the product"
        description="Its address stays."
        footer={<Button onClick={() => setIsSecondOpen(true)}>More</Button>}
      >
        <input aria-label="Name" />
      </Dialog>
      <Dialog isOpen={isSecondOpen} onOpenChange={setIsSecondOpen} title="More names">
        <input aria-label="Short name" />
      </Dialog>
    </>
  );
}

async function openFirst(): Promise<void> {
  await renderPart(<TwoDialogs />);
  await button("Rename").click();
  await expect.element(page.getByLabelText("Name", { exact: true })).toHaveFocus();
}

it("takes the focus to its first control and is described by its text", async () => {
  await openFirst();
  await expect.element(dialog("Rename the product")).toHaveAccessibleDescription("Its address stays.");
});

it("keeps Tab inside, in both directions", async () => {
  await openFirst();
  await userEvent.tab();
  await expect.element(button("More")).toHaveFocus();
  await userEvent.tab();
  await expect.element(button("Close")).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByLabelText("Name", { exact: true })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(button("Close")).toHaveFocus();
});

it("hides what is behind it from screen readers", async () => {
  await openFirst();
  await expect.element(button("Behind")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Behind")).toBeVisible();
});

it.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["its cross", () => button("Close").click()],
  ["a press beside it", () => document.elementFromPoint(5, 5)?.dispatchEvent(press()) ?? false],
])("closes by %s and gives the focus back to the button that opened it", async (_how, close) => {
  await openFirst();
  await close();
  await expect.element(dialog("Rename the product")).not.toBeInTheDocument();
  await expect.element(button("Rename")).toHaveFocus();
});

it("closes one of two dialogs by each Escape, and the focus goes back step by step", async () => {
  await openFirst();
  await button("More").click();
  await expect.element(page.getByLabelText("Short name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("More names")).not.toBeInTheDocument();
  await expect.element(dialog("Rename the product")).toBeVisible();
  await expect.element(button("More")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Rename the product")).not.toBeInTheDocument();
  await expect.element(button("Rename")).toHaveFocus();
});

it("gives the focus to the control it is told to", async () => {
  function WithSecondField() {
    const ref = useRef<HTMLInputElement>(null);
    return (
      <Dialog isOpen onOpenChange={() => {}} title="Invite" initialFocus={ref}>
        <input aria-label="First" />
        <input aria-label="Second" ref={ref} />
      </Dialog>
    );
  }
  await renderPart(<WithSecondField />);
  await expect.element(page.getByLabelText("Second")).toHaveFocus();
});

it("stays open when the screen refuses to close it", async () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>();
  await renderPart(<Dialog isOpen onOpenChange={onOpenChange} title="Working" />);
  await expect.element(dialog("Working")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onOpenChange.mock.calls[0]?.[0]).toBe(false);
  await expect.element(dialog("Working")).toBeVisible();
});

it("scrolls inside the window when it is taller, with its buttons in reach", async () => {
  const lines = Array.from({ length: 80 }, (_unused, line) => <p key={line}>Line {line}</p>);
  await renderPart(
    <Dialog isOpen onOpenChange={() => {}} title="Long" footer={<Button>Save</Button>}>
      {lines}
    </Dialog>,
    { viewport: { width: 375, height: 500 } },
  );
  await expect.element(button("Save")).toBeInTheDocument();
  const { top, bottom, right } = dialog("Long").element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(500);
  expect(right).toBeLessThanOrEqual(375);
  button("Save").element().scrollIntoView();
  await expect.element(button("Save")).toBeInViewport();
});

it("opens from a menu, and the focus comes back to the button of the menu", async () => {
  function FromMenu() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <Menu trigger={<Button>Actions</Button>}>
          <MenuItem onSelect={() => setIsOpen(true)}>Delete…</MenuItem>
        </Menu>
        <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Delete it?" footer={<Button>Delete</Button>} />
      </>
    );
  }
  await renderPart(<FromMenu />);
  await button("Actions").click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect.element(dialog("Delete it?")).toBeVisible();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Delete it?")).not.toBeInTheDocument();
  await expect.element(button("Actions")).toHaveFocus();
});

it("closes a sheet by its named cross and returns the focus", async () => {
  function WithSheet() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setIsOpen(true)}>Show sources</Button>
        <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="Sources" isTitleHidden side="bottom">
          <a href="#one">One</a>
        </Sheet>
      </>
    );
  }
  await renderPart(<WithSheet />);
  await button("Show sources").click();
  await expect.element(dialog("Sources")).toBeVisible();
  await expect.element(button("Close Sources")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog("Sources")).not.toBeInTheDocument();
  await expect.element(button("Show sources")).toHaveFocus();
});

/** A press at the corner of the window, where only the backdrop is. */
function press(): MouseEvent {
  return new MouseEvent("click", { bubbles: true, clientX: 5, clientY: 5 });
}
