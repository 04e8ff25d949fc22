import { useState } from "react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";

import { CheckboxGroup } from "./checkbox-group.tsx";
import { ChipField } from "./chip-field.tsx";
import { FilterField } from "./filter-field.tsx";
import { RadioCards } from "./radio-cards.tsx";
import { SearchSelect } from "./search-select.tsx";
import { SegmentedControl } from "./segmented-control.tsx";
import { Select } from "./select.tsx";
import { Switch } from "./switch.tsx";
import { TextArea, TextField } from "./text-field.tsx";

/** Draws a field that holds what is chosen; the result reads it. */
async function renderField<T>(initial: T, draw: (value: T, change: (next: T) => void) => ReactNode) {
  const onChange = vi.fn<(value: T) => void>();
  function Held() {
    const [value, setValue] = useState(initial);
    return draw(value, (next) => {
      onChange(next);
      setValue(next);
    });
  }
  await renderPart(<Held />);
  return () => (onChange.mock.lastCall ? onChange.mock.lastCall[0] : initial);
}

describe("a text field", () => {
  it("is described by its hint, and by its error in place of the hint", async () => {
    await renderField("", (value, change) => (
      <TextField
        label="Name"
        hint="As people call it"
        error={value === "bad" ? "This name is taken" : undefined}
        value={value}
        onValueChange={change}
      />
    ));
    const field = page.getByRole("textbox", { name: "Name" });
    await expect.element(field).toHaveAccessibleDescription("As people call it");
    await expect.element(field).not.toHaveAttribute("aria-invalid");
    await field.fill("bad");
    await expect.element(field).toHaveAccessibleDescription("This name is taken");
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await expect.element(page.getByText("As people call it")).not.toBeInTheDocument();
  });

  it("counts characters, and announces the count near the limit alone", async () => {
    await renderField("", (value, change) => (
      <TextField label="Name" maxCount={20} value={value} onValueChange={change} />
    ));
    const field = page.getByRole("textbox", { name: "Name" });
    await field.fill("Ferry board");
    await expect.element(page.getByText("11/20")).toBeVisible();
    expect(page.getByText("11 of 20 characters").elements()).toEqual([]);
    await field.fill("Ferry board of the quay");
    await expect.element(page.getByText("23/20")).toBeVisible();
    await expect.element(page.getByText("23 of 20 characters")).toBeInTheDocument();
  });

  it.each([
    ["one line", <TextField key="one" label="Text" value="" />],
    ["several lines", <TextArea key="many" label="Text" value="" />],
  ])("of %s submits its form by Ctrl and Enter", async (_name, field) => {
    let submitted = 0;
    await renderPart(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted += 1;
        }}
      >
        {field}
      </form>,
    );
    await page.getByRole("textbox", { name: "Text" }).click();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(submitted).toBe(1);
  });
});

describe("a field of chips", () => {
  const split = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== "");
  const check = (value: string) => (value.includes("@") ? undefined : "is no address");
  const input = () => page.getByRole("textbox", { name: "People" });
  const chips = () =>
    page
      .getByRole("list", { name: "People, added" })
      .getByRole("button", { name: /^Edit/ })
      .elements()
      .map((one) => one.ariaLabel);

  function People({ values, onChange }: { values: string[]; onChange: (values: string[]) => void }) {
    const [text, setText] = useState("");
    return (
      <ChipField
        label="People"
        values={values}
        text={text}
        onValuesChange={onChange}
        onTextChange={setText}
        split={split}
        check={check}
      />
    );
  }

  const renderChips = () => renderField<string[]>([], (values, change) => <People values={values} onChange={change} />);

  it("completes a chip by Enter, comma, semicolon and space", async () => {
    const value = await renderChips();
    await input().click();
    await userEvent.keyboard("a@x.org{Enter}b@x.org,c@x.org;d@x.org ");
    await expect.poll(() => value()).toEqual(["a@x.org", "b@x.org", "c@x.org", "d@x.org"]);
    await expect.element(input()).toHaveValue("");
  });

  it("says what is wrong with a chip, and lets it be edited", async () => {
    const value = await renderChips();
    await input().click();
    await userEvent.keyboard("ada{Enter}");
    await expect.poll(chips).toEqual(["Edit ada: is no address"]);
    await page.getByRole("button", { name: "Edit ada: is no address" }).click();
    await expect.element(input()).toHaveFocus();
    await userEvent.keyboard("@x.org{Enter}");
    await expect.poll(chips).toEqual(["Edit ada@x.org"]);
    expect(value()).toEqual(["ada@x.org"]);
  });

  it("removes a chip by its cross, and the last one by Backspace, and announces it", async () => {
    const value = await renderChips();
    await input().click();
    await userEvent.keyboard("a@x.org,b@x.org,c@x.org,");
    await page.getByRole("button", { name: "Remove a@x.org" }).click();
    await expect.element(page.getByText("Removed a@x.org")).toBeInTheDocument();
    await expect.element(input()).toHaveFocus();
    await userEvent.keyboard("{Backspace}");
    await expect.poll(() => value()).toEqual(["b@x.org"]);
  });
});

describe("choices", () => {
  const options = [
    { value: "web", label: "Web", description: "A page in a browser" },
    { value: "job", label: "Job", description: "Runs at night" },
    { value: "library", label: "Library", description: "Used by others" },
  ];

  it("in one row are a group of radio buttons that arrows move through", async () => {
    const value = await renderField("web", (one, change) => (
      <SegmentedControl label="Type" options={options} value={one} onValueChange={change} />
    ));
    await expect.element(page.getByRole("group", { name: "Type" })).toBeVisible();
    await page.getByRole("radio", { name: "Web" }).click({ force: true });
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(value).toBe("job");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await expect.poll(value).toBe("library");
  });

  it("with descriptions are chosen by any of their text", async () => {
    const value = await renderField("web", (one, change) => (
      <RadioCards label="Type" options={options} value={one} onValueChange={change} />
    ));
    await page.getByText("Runs at night").click();
    await expect.poll(value).toBe("job");
    await expect.element(page.getByRole("radio", { name: "Job Runs at night" })).toBeChecked();
  });

  it("of several are added and taken away one by one", async () => {
    const value = await renderField<string[]>(["web"], (values, change) => (
      <CheckboxGroup
        label="Types"
        options={options}
        values={values}
        onValuesChange={change}
        error={values.length === 0 ? "Choose one at least" : undefined}
      />
    ));
    await page.getByRole("checkbox", { name: "Job" }).click();
    await expect.poll(value).toEqual(["web", "job"]);
    await page.getByRole("checkbox", { name: "Web" }).click();
    await page.getByRole("checkbox", { name: "Job" }).click();
    await expect.poll(value).toEqual([]);
    await expect.element(page.getByRole("group", { name: "Types" })).toHaveAccessibleDescription("Choose one at least");
    await expect.element(page.getByRole("checkbox", { name: "Web" })).toHaveAttribute("aria-invalid", "true");
  });

  it("of a list open by the keyboard, and Escape chooses nothing", async () => {
    const value = await renderField<string | null>(null, (one, change) => (
      <Select label="Type" options={options} value={one} onValueChange={change} placeholder="Choose…" />
    ));
    const select = page.getByRole("combobox", { name: "Type" });
    await expect.element(select).toMatchTextContent("Choose…");
    select.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("option", { name: "Job" })).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Escape}");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
    expect(value()).toBeNull();
    await userEvent.keyboard("{Enter}");
    await page.getByRole("option", { name: "Library" }).click();
    await expect.poll(value).toBe("library");
    await expect.element(select).toMatchTextContent("Library");
  });

  it("of a long list are found by typing", async () => {
    const items = Array.from({ length: 60 }, (_unused, at) => ({ key: `b${at}`, label: `release/${at}` }));
    const value = await renderField<string | null>(null, (one, change) => (
      <SearchSelect
        label="Branch"
        items={items}
        value={one}
        onValueChange={change}
        searchPlaceholder="Search branches..."
        emptyText="No such branch"
      />
    ));
    await page.getByRole("button", { name: "Branch: Select…" }).click();
    await expect.element(page.getByRole("combobox", { name: "Branch" })).toHaveFocus();
    await userEvent.keyboard("nothing");
    await expect.element(page.getByText("No such branch")).toBeVisible();
    await page.getByRole("combobox", { name: "Branch" }).fill("release/4");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.poll(value).toBe("b40");
    await expect.element(page.getByRole("button", { name: "Branch: release/40" })).toHaveFocus();
  });
});

it("a switch says what it does, and changes by Space", async () => {
  const value = await renderField(false, (is, change) => (
    <Switch label="Open to all" hint="Everybody may read" isChecked={is} onCheckedChange={change} />
  ));
  const one = page.getByRole("switch", { name: "Open to all" });
  await expect.element(one).toHaveAccessibleDescription("Everybody may read");
  one.element().focus();
  await userEvent.keyboard(" ");
  await expect.poll(value).toBe(true);
  await expect.element(one).toHaveAttribute("aria-checked", "true");
});

it("a filter gets the focus by /, and Escape empties it before it leaves it", async () => {
  const value = await renderField("", (text, change) => (
    <FilterField label="Filter rules" value={text} onValueChange={change} />
  ));
  await expect.element(page.getByRole("searchbox", { name: "Filter rules" })).toBeVisible();
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
  await userEvent.keyboard("tide");
  await expect.poll(value).toBe("tide");
  await userEvent.keyboard("{Escape}");
  await expect.poll(value).toBe("");
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("searchbox")).not.toHaveFocus();
});
