import { useRef, useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";

import { DataCell, DataRow, DataTable } from "./data-table.tsx";
import { keepRowFocus, List, ListRow } from "./list.tsx";
import { Pagination } from "./pagination.tsx";
import { SearchListbox } from "./search-listbox.tsx";

const link = (name: string) => page.getByRole("link", { name });

describe("a list", () => {
  async function renderList(): Promise<void> {
    await renderPart(
      <>
        <FilterField label="Filter rules" value="" onValueChange={() => {}} />
        <List label="Rules">
          {["Tides", "Fees", "Berths"].map((title) => (
            <ListRow key={title} href={`/${title}`} title={title} description={`About ${title}`} />
          ))}
        </List>
      </>,
    );
    await expect.element(link("Tides")).toBeVisible();
  }

  it("is walked through by J and K, and stops at its ends", async () => {
    await renderList();
    await userEvent.keyboard("j");
    await expect.element(link("Tides")).toHaveFocus();
    await userEvent.keyboard("jjj");
    await expect.element(link("Berths")).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(link("Fees")).toHaveFocus();
    await userEvent.keyboard("kk");
    await expect.element(link("Tides")).toHaveFocus();
  });

  it("takes J as a letter while its filter is typed into", async () => {
    await renderList();
    await userEvent.keyboard("/j");
    await expect.element(page.getByRole("searchbox")).toHaveFocus();
  });

  it.each([
    ["the first of two", 0, "Fees"],
    ["the last", 1, "Tides"],
  ])("moves the focus to the neighbour when %s is removed", async (_name, removed, focused) => {
    function Rows() {
      const [titles, setTitles] = useState(["Tides", "Fees"]);
      const remove = (title: string, button: Element) => {
        const restoreFocus = keepRowFocus(button);
        setTitles(titles.filter((one) => one !== title));
        restoreFocus();
      };
      return (
        <List label="Rules">
          {titles.map((title) => (
            <ListRow
              key={title}
              title={title}
              actions={<Button onClick={(event) => remove(title, event.currentTarget)}>{`Delete ${title}`}</Button>}
            />
          ))}
        </List>
      );
    }
    await renderPart(<Rows />);
    await page.getByRole("button").nth(removed).click();
    await expect.element(page.getByRole("button")).toHaveFocus();
    await expect.element(page.getByRole("button")).toMatchTextContent(focused);
  });
});

describe("a table", () => {
  const rows = ["Tides", "Fees"];
  const table = (
    <DataTable label="Keys" columns={[{ title: "Name" }, { title: "Actions", isHidden: true }]}>
      {rows.map((name) => (
        <DataRow key={name}>
          <DataCell>{name}</DataCell>
          <DataCell>
            <Button>{`Delete ${name}`}</Button>
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );

  it("names its columns, also one without a visible title, and is walked through by J", async () => {
    await renderPart(table);
    await expect.element(page.getByRole("columnheader", { name: "Actions" })).toBeInTheDocument();
    await userEvent.keyboard("jj");
    await expect.element(page.getByRole("button", { name: "Delete Fees" })).toHaveFocus();
  });

  it("shows each row as a card on a phone, one cell below the other in one column", async () => {
    await renderPart(table, { viewport: { width: 375, height: 700 } });
    await expect.element(page.getByRole("button", { name: "Delete Fees" })).toBeVisible();
    const [first, second] = page
      .getByRole("row")
      .elements()
      .slice(1)
      .map((one) => one.getBoundingClientRect());
    expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Infinity);
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("pages of a list", () => {
  it("lead to the one before and after, with the filter", async () => {
    await renderPart(<Pagination page={2} limit={20} total={41} href="/rules" search={{ service: "board" }} />);
    await expect.element(page.getByText("Page 2 of 3")).toHaveAttribute("aria-current", "page");
    await expect.element(link("Previous page")).toHaveAttribute("href", "/rules?service=board&page=1");
    await expect.element(link("Next page")).toHaveAttribute("href", "/rules?service=board&page=3");
  });

  it.each([
    [1, ["Next page"]],
    [3, ["Previous page"]],
  ])("from page %i of 3 lead only where there is one", async (number, names) => {
    await renderPart(<Pagination page={number} limit={20} total={41} href="/rules" />);
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    expect(
      page
        .getByRole("link")
        .elements()
        .map((one) => one.ariaLabel),
    ).toEqual(names);
  });

  it("are not shown for one page alone", async () => {
    await renderPart(
      <>
        <p>Rules</p>
        <Pagination page={1} limit={20} total={20} href="/rules" />
      </>,
    );
    await expect.element(page.getByText("Rules")).toBeVisible();
    await expect.element(page.getByRole("navigation")).not.toBeInTheDocument();
  });

  it("lead back from a page after the last one", async () => {
    await renderPart(<Pagination page={9} limit={20} total={41} href="/rules" search={{ service: "board" }} />);
    await expect.element(page.getByRole("heading", { name: "Nothing on this page" })).toBeVisible();
    await expect.element(link("First page")).toHaveAttribute("href", "/rules?service=board");
  });
});

describe("a list with a search", () => {
  let opened: string[] = [];

  function Branches() {
    const [active, setActive] = useState<string | null>("b");
    const inputRef = useRef<HTMLInputElement>(null);
    return (
      <SearchListbox
        label="Branches"
        placeholder="Search branches..."
        emptyText="No such branch"
        inputRef={inputRef}
        items={["a", "b", "c"].map((key) => ({
          key,
          label: `branch ${key}`,
          isCurrent: key === "b",
          action: { label: `Settings of ${key}`, href: `/${key}`, icon: null, onSelect: () => {} },
        }))}
        activeKey={active}
        onActiveChange={setActive}
        onOpen={(key) => (opened = [...opened, key])}
        footer={<Button>New branch</Button>}
      />
    );
  }

  const search = () => page.getByRole("combobox", { name: "Branches" });
  const activeText = () =>
    document.getElementById(search().element().getAttribute("aria-activedescendant") ?? "")?.textContent;

  it("begins at the current one, and opens what the arrows mark", async () => {
    opened = [];
    await renderPart(<Branches />);
    await search().click();
    expect(activeText()).toContain("branch b");
    await userEvent.keyboard("{ArrowDown}{Enter}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}");
    expect(opened).toEqual(["c", "a"]);
  });

  it("opens the first that is left by typing, and nothing where none is", async () => {
    opened = [];
    await renderPart(<Branches />);
    await search().fill("H A");
    await userEvent.keyboard("{Enter}");
    await search().fill("zzz");
    await expect.element(page.getByText("No such branch")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(opened).toEqual(["a"]);
  });

  it("leads from its text to the action of the marked row, and back", async () => {
    await renderPart(<Branches />);
    await search().click();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(link("Settings of b")).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(search()).toHaveFocus();
  });
});
