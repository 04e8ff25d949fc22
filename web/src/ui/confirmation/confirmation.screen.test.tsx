import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";

import { ConfirmDialog } from "./confirm-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { TypedConfirmDialog } from "./typed-confirm-dialog.tsx";
import { TypedDangerCard } from "./typed-danger-card.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const noop = () => {};

describe("a confirmation", () => {
  const renderConfirm = (isBusy: boolean, onConfirm: () => void, onOpenChange: (isOpen: boolean) => void = noop) =>
    renderPart(
      <ConfirmDialog
        isOpen
        onOpenChange={onOpenChange}
        title="Remove Ada Okafor?"
        description="She loses access at once."
        confirmLabel="Remove Ada Okafor"
        isBusy={isBusy}
        onConfirm={onConfirm}
      />,
    );

  it("does what its button says, and Cancel only closes it", async () => {
    const onConfirm = vi.fn();
    const onOpenChange = vi.fn<(isOpen: boolean) => void>();
    await renderConfirm(false, onConfirm, onOpenChange);
    await button("Cancel").click();
    expect(onOpenChange).toHaveBeenCalledWith(false);
    expect(onConfirm).not.toHaveBeenCalled();
    await button("Remove Ada Okafor").click();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("begins on Cancel, so that Enter destroys nothing", async () => {
    await renderConfirm(false, noop);
    await expect.element(button("Cancel")).toHaveFocus();
  });

  it("does not act twice while it works", async () => {
    const onConfirm = vi.fn();
    await renderConfirm(true, onConfirm);
    await expect.element(button("Remove Ada Okafor")).toHaveAttribute("aria-busy", "true");
    await button("Remove Ada Okafor").click({ force: true });
    button("Remove Ada Okafor").element().focus();
    await userEvent.keyboard("{Enter}");
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe("a confirmation that is typed", () => {
  interface Options {
    expected?: string;
    isBusy?: boolean;
    refusal?: string;
    onConfirm?: () => void;
  }

  function Deletion({ expected = "ferry-board", isBusy = false, refusal, onConfirm = noop }: Options) {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <TypedConfirmDialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          title="Delete product?"
          description="Its pages go with it."
          expected={expected}
          confirmLabel="Delete Product"
          isBusy={isBusy}
          refusal={refusal}
          onConfirm={onConfirm}
        />
      </>
    );
  }

  const field = () => dialog().getByRole("textbox");
  const confirm = () => button("Delete Product");

  it("has the focus in its field, and its button says what is missing", async () => {
    await renderPart(<Deletion />);
    await expect.element(page.getByLabelText("Type “ferry-board” to confirm")).toHaveFocus();
    await expect.element(confirm()).toHaveAttribute("aria-disabled", "true");
    await expect.element(confirm()).toHaveAccessibleDescription("Type ferry-board first");
  });

  it.each(["ferry-boar", "Ferry-board", "ferry-board2", "ferry - board", ""])("refuses “%s”", async (typed) => {
    const onConfirm = vi.fn();
    await renderPart(<Deletion onConfirm={onConfirm} />);
    await field().fill(typed);
    await userEvent.keyboard("{Enter}");
    await confirm().click({ force: true });
    await expect.element(confirm()).toHaveAttribute("aria-disabled", "true");
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it.each([
    ["ferry-board", "ferry-board"],
    ["ferry-board", "  ferry-board "],
    // What nobody can see or type is not asked for.
    ["Ferry\u00A0 Board ", "Ferry Board"],
    ["Ferry\uD800", "Ferry"],
  ])("named %j is confirmed by %j and Enter", async (expected, typed) => {
    const onConfirm = vi.fn();
    await renderPart(<Deletion expected={expected} onConfirm={onConfirm} />);
    await field().fill(typed);
    await expect.element(confirm()).not.toHaveAttribute("aria-disabled");
    await userEvent.keyboard("{Enter}");
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("sends nothing more while it works", async () => {
    const onConfirm = vi.fn();
    await renderPart(<Deletion isBusy onConfirm={onConfirm} />);
    await field().fill("ferry-board");
    await userEvent.keyboard("{Enter}");
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("is empty again when it opens the next time", async () => {
    await renderPart(<Deletion />);
    await field().fill("ferry-board");
    await button("Cancel").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await button("Open").click();
    await expect.element(field()).toHaveValue("");
    await expect.element(confirm()).toHaveAttribute("aria-disabled", "true");
  });

  it("says as an alert why the server refused", async () => {
    await renderPart(<Deletion refusal="It is being indexed." />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("It is being indexed.");
  });
});

describe("the card of a deletion", () => {
  async function renderCard(onConfirm: () => Promise<unknown>): Promise<void> {
    await renderPart(
      <TypedDangerCard
        title="Delete Product"
        description="Nothing of it stays."
        question="Delete Ferry Board?"
        warning="Its pages go with it."
        expected="ferry"
        confirmLabel="Delete Ferry Board"
        onConfirm={onConfirm}
      />,
    );
    await button("Delete Product").click();
    await dialog().getByRole("textbox").fill("ferry");
    await button("Delete Ferry Board").click();
  }

  it("is busy until it is done, and closes then", async () => {
    const work = Promise.withResolvers<void>();
    await renderCard(() => work.promise);
    await expect.element(button("Delete Ferry Board")).toHaveAttribute("aria-busy", "true");
    await expect.element(dialog()).toBeVisible();
    work.resolve();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it("stays open with what was typed when it fails, and can be tried again", async () => {
    const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("no")).mockResolvedValueOnce();
    await renderCard(onConfirm);
    await expect.element(button("Delete Ferry Board")).not.toHaveAttribute("aria-busy");
    await expect.element(dialog().getByRole("textbox")).toHaveValue("ferry");
    await button("Delete Ferry Board").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });
});

describe("the question before leaving", () => {
  const renderLeave = (isDraftStored: boolean, onStay = noop, onLeave = noop) =>
    renderPart(
      <LeaveDialog
        title="Leave the editor?"
        returnAction="edit this page"
        isDraftStored={isDraftStored}
        onStay={onStay}
        onLeave={onLeave}
      />,
    );

  it.each([
    [true, "Your changes stay in this browser and are offered to you when you come back to edit this page."],
    [false, "This browser does not keep your changes: they will be gone."],
  ])("says what becomes of the changes, stored: %s", async (isDraftStored, text) => {
    await renderLeave(isDraftStored);
    await expect.element(dialog()).toHaveAccessibleDescription(text);
  });

  it("takes Escape for staying", async () => {
    const onStay = vi.fn();
    const onLeave = vi.fn();
    await renderLeave(false, onStay, onLeave);
    await expect.element(button("Keep editing")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(onStay).toHaveBeenCalledOnce();
    expect(onLeave).not.toHaveBeenCalled();
    await button("Leave").click();
    expect(onLeave).toHaveBeenCalledOnce();
  });
});
