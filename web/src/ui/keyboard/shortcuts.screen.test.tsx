import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

import { useSingleKey } from "./shortcuts.ts";

function Fields({ onKey }: { onKey: () => void }) {
  useSingleKey("n", onKey);
  const views = [{ value: "changes", label: "Changes" }] as const;
  return (
    <>
      <SegmentedControl label="Shown" options={views} value="changes" onValueChange={() => {}} />
      <label>
        Whole words <input type="checkbox" />
      </label>
      <input aria-label="Filter" />
      <textarea aria-label="Message" />
      <select aria-label="State">
        <option>new</option>
      </select>
    </>
  );
}

it("takes keys of one letter where nobody types, as on the tab that was chosen last", async () => {
  const onKey = vi.fn<() => void>();
  await renderPart(<Fields onKey={onKey} />);
  for (const choice of [page.getByRole("radio"), page.getByRole("checkbox")]) {
    await expect.element(choice).toBeInTheDocument();
    (choice.element() as HTMLElement).focus();
    await userEvent.keyboard("n");
  }
  expect(onKey).toHaveBeenCalledTimes(2);
});

it.each(["Filter", "Message", "State"])("leaves letters to the field %s", async (name) => {
  const onKey = vi.fn<() => void>();
  await renderPart(<Fields onKey={onKey} />);
  await expect.element(page.getByLabelText(name)).toBeVisible();
  (page.getByLabelText(name).element() as HTMLElement).focus();
  await userEvent.keyboard("n");
  expect(onKey).not.toHaveBeenCalled();
});
