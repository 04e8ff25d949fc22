import { useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";

import { useHitKeys } from "./use-hit-keys.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });

function File({ name, rows }: { name: string; rows: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <div data-hit-group>
      <button type="button" data-hit-head aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {name}
      </button>
      {isOpen &&
        rows.map((row) => (
          <button type="button" data-hit key={row}>
            {row}
          </button>
        ))}
    </div>
  );
}

interface FoundProps {
  onLeave?: () => void;
  onTop?: () => void;
  hasSingleKeys?: boolean;
}

/** Two files with two rows each, below a field. */
function Found({ onLeave = () => {}, onTop, hasSingleKeys }: FoundProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const onKeyDown = useHitKeys(listRef, { onLeave, onTop, hasSingleKeys });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons in it bubble here
    <div ref={listRef} onKeyDown={onKeyDown}>
      <input aria-label="Filter" />
      <File name="charge.ts" rows={["line 1", "line 2"]} />
      <File name="refund.ts" rows={["line 8", "line 9"]} />
    </div>
  );
}

async function renderFound(start: string, props: FoundProps = {}): Promise<void> {
  await renderPart(<Found {...props} />);
  await expect.element(button(start)).toBeVisible();
  button(start).element().focus();
}

it.each([
  ["{ArrowDown}", "{ArrowUp}"],
  ["j", "k"],
])("%s and %s move from row to row, past the heads of open files", async (down, up) => {
  await renderFound("line 1");
  await userEvent.keyboard(down);
  await expect.element(button("line 2")).toHaveFocus();
  await userEvent.keyboard(down);
  await expect.element(button("line 8")).toHaveFocus();
  await userEvent.keyboard(up);
  await expect.element(button("line 2")).toHaveFocus();
});

it("stays on the last row, and says when it leaves the first", async () => {
  const onTop = vi.fn();
  await renderFound("line 9", { onTop });
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(button("line 9")).toHaveFocus();
  expect(onTop).not.toHaveBeenCalled();
  button("line 1").element().focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(onTop).toHaveBeenCalledOnce();
  await expect.element(button("line 1")).toHaveFocus();
});

it("moves from file to file by the brackets, and stays in the last one", async () => {
  await renderFound("line 2");
  await userEvent.keyboard("]");
  await expect.element(button("line 8")).toHaveFocus();
  await userEvent.keyboard("]");
  await expect.element(button("line 8")).toHaveFocus();
  await userEvent.keyboard("[[");
  await expect.element(button("line 1")).toHaveFocus();
});

it("folds a file to its head by Left, which then is a stop, and unfolds it to its first row by Right", async () => {
  await renderFound("line 2");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(button("charge.ts")).toHaveFocus();
  await expect.element(button("charge.ts")).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(button("line 8")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(button("charge.ts")).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(button("line 1")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  await expect.element(button("line 1")).toHaveFocus();
  await expect.element(button("charge.ts")).toHaveAttribute("aria-expanded", "true");
});

it("leaves by Escape", async () => {
  const onLeave = vi.fn();
  await renderFound("line 1", { onLeave });
  await userEvent.keyboard("{Escape}");
  expect(onLeave).toHaveBeenCalledOnce();
});

it("leaves keys with Alt to others, and letters and sideways arrows to a field", async () => {
  await renderFound("line 1");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.element(button("line 1")).toHaveFocus();
  await page.getByLabelText("Filter").fill("ab");
  await userEvent.keyboard("{ArrowLeft}jk]");
  await expect.element(page.getByLabelText("Filter")).toHaveValue("ajk]b");
  await expect.element(page.getByLabelText("Filter")).toHaveFocus();
  await expect.element(button("charge.ts")).toHaveAttribute("aria-expanded", "true");
});

it("leaves single keys to another list that has them", async () => {
  await renderFound("line 1", { hasSingleKeys: false });
  await userEvent.keyboard("j]");
  await expect.element(button("line 1")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(button("line 2")).toHaveFocus();
});
