import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";
import { Button } from "#web/ui/action/button.tsx";

import { ChoiceMenu } from "./choice-menu.tsx";
import { Menu, MenuCheckItem, MenuItem, MenuLink, MenuSeparator } from "./menu.tsx";
import { Popover } from "./popover.tsx";

const button = (name: string) => page.getByRole("button", { name });
const item = (name: string) => page.getByRole("menuitem", { name });

/** What was chosen, for tests to read. */
let chosen = vi.fn<(what: string) => void>();

async function renderMenu(): Promise<void> {
  chosen = vi.fn<(what: string) => void>();
  await renderPart(
    <Menu trigger={<Button>Actions</Button>}>
      <MenuItem onSelect={() => chosen("rename")}>Rename</MenuItem>
      <MenuItem onSelect={() => chosen("copy")}>Copy link</MenuItem>
      <MenuLink href="/rules">Rules</MenuLink>
      <MenuSeparator />
      <MenuItem isDestructive onSelect={() => chosen("delete")}>
        Delete
      </MenuItem>
    </Menu>,
  );
  await expect.element(button("Actions")).toBeVisible();
  button("Actions").element().focus();
}

describe("a menu", () => {
  it.each([
    ["{Enter}", "Rename"],
    ["{ArrowDown}", "Rename"],
    ["{ArrowUp}", "Delete"],
  ])("opened by %s has its focus on %s", async (key, name) => {
    await renderMenu();
    await expect.element(button("Actions")).toHaveAttribute("aria-haspopup", "menu");
    await userEvent.keyboard(key);
    await expect.element(item(name)).toHaveFocus();
    await expect.element(page.getByRole("menu")).toHaveAccessibleName("Actions");
  });

  it("moves by arrows around its ends, and by Home and End", async () => {
    await renderMenu();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rename")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(item("Delete")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rename")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(item("Delete")).toHaveFocus();
    await userEvent.keyboard("{Home}");
    await expect.element(item("Rename")).toHaveFocus();
  });

  it("goes to the item that begins with the typed letters", async () => {
    await renderMenu();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rename")).toHaveFocus();
    await userEvent.keyboard("de");
    await expect.element(item("Delete")).toHaveFocus();
  });

  it("does once what was chosen by Enter, closes, and gives the focus back", async () => {
    await renderMenu();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rename")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    expect(chosen.mock.calls).toEqual([["copy"]]);
    await expect.element(button("Actions")).toHaveFocus();
  });

  it.each(["{Escape}", "{Tab}"])("closes by %s and does nothing", async (key) => {
    await renderMenu();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rename")).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    expect(chosen).not.toHaveBeenCalled();
  });

  it("has links that lead to an address", async () => {
    await renderMenu();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rules")).toHaveAttribute("href", "/rules");
  });

  it("stays closed when Alt is held with the arrow, which moves what its button belongs to", async () => {
    await renderMenu();
    await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Rename")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  });

  it("says which of its items are checked, and stays open while they change", async () => {
    function Checked() {
      const [isOn, setIsOn] = useState(false);
      return (
        <Menu trigger={<Button>View</Button>}>
          <MenuCheckItem isChecked={isOn} onCheckedChange={setIsOn}>
            Hidden files
          </MenuCheckItem>
        </Menu>
      );
    }
    await renderPart(<Checked />);
    await button("View").click();
    const hidden = page.getByRole("menuitemcheckbox", { name: "Hidden files" });
    await expect.element(hidden).toHaveAttribute("aria-checked", "false");
    await hidden.click();
    await expect.element(hidden).toHaveAttribute("aria-checked", "true");
  });
});

describe("a menu of choices", () => {
  const roles = [
    { value: "admin", label: "Admin", description: "Changes everything" },
    { value: "editor", label: "Editor", description: "Writes pages" },
    { value: "owner", label: "Owner", description: "Has it all", disabledReason: "There is an owner already" },
    { value: "viewer", label: "Viewer", description: "Reads" },
  ] as const;
  const choice = (name: string) => page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) });

  async function renderRoles(onApply: (value: string) => void): Promise<void> {
    await renderPart(<ChoiceMenu label="Role of Ada" options={roles} value="editor" onApply={onApply} />);
    await button("Role of Ada: Editor").click();
    await expect.element(choice("Editor")).toHaveAttribute("aria-checked", "true");
  }

  it("applies the choice only when it closes", async () => {
    const onApply = vi.fn<(value: string) => void>();
    await renderRoles(onApply);
    await choice("Admin").click();
    await choice("Viewer").click();
    await expect.element(choice("Viewer")).toHaveAttribute("aria-checked", "true");
    expect(onApply).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => onApply.mock.calls).toEqual([["viewer"]]);
  });

  it("applies nothing when it closes as it opened", async () => {
    const onApply = vi.fn<(value: string) => void>();
    await renderRoles(onApply);
    await choice("Admin").click();
    await choice("Editor").click();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    expect(onApply).not.toHaveBeenCalled();
  });

  it("says why a choice cannot be made, and does not make it", async () => {
    const onApply = vi.fn<(value: string) => void>();
    await renderRoles(onApply);
    await expect.element(choice("Owner")).toHaveAttribute("aria-disabled", "true");
    await expect.element(page.getByText("There is an owner already")).toBeVisible();
    await expect.element(page.getByText("Has it all")).not.toBeInTheDocument();
    await choice("Owner").click({ force: true });
    await expect.element(choice("Owner")).toHaveAttribute("aria-checked", "false");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    expect(onApply).not.toHaveBeenCalled();
  });
});

describe("a popover", () => {
  async function renderPopover(): Promise<void> {
    function Clone() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <Popover title="Clone" trigger={<Button>Get the code</Button>} isOpen={isOpen} onOpenChange={setIsOpen}>
          <input aria-label="Address" defaultValue="https://cairn.example.com/git/harbour.git" />
        </Popover>
      );
    }
    await renderPart(<Clone />);
    await button("Get the code").click();
    await expect.element(page.getByRole("dialog", { name: "Clone" })).toBeVisible();
  }

  it("takes the focus, and gives it back on Escape", async () => {
    await renderPopover();
    await expect.element(page.getByLabelText("Address")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(button("Get the code")).toHaveFocus();
  });

  it("can be closed by a button that only screen readers see", async () => {
    await renderPopover();
    button("Close").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});
