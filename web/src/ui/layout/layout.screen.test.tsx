import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";
import { Button } from "#web/ui/action/button.tsx";

import { Breadcrumbs } from "./breadcrumbs.tsx";
import { Collapsible } from "./collapsible.tsx";
import { SidePanel } from "./side-panel.tsx";

const button = (name: string) => page.getByRole("button", { name });

describe("long content", () => {
  const renderLines = (count: number) =>
    renderPart(
      <Collapsible maxHeightPx={100} moreLabel="Show all" lessLabel="Show less">
        {Array.from({ length: count }, (_unused, line) => (
          <p key={line} style={{ height: 20 }}>{`Line ${line}`}</p>
        ))}
      </Collapsible>,
    );

  it("is cut, with a button to see all of it and one to cut it again", async () => {
    await renderLines(20);
    await button("Show all").click();
    await expect.element(button("Show less")).toHaveAttribute("aria-expanded", "true");
    const last = page.getByText("Line 19").element();
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
    expect(last.closest<HTMLElement>(".overflow-hidden")?.offsetHeight).toBe(400);
    await button("Show less").click();
    expect(last.closest<HTMLElement>(".overflow-hidden")?.offsetHeight).toBe(100);
  });

  it("that fits is not cut", async () => {
    await renderLines(4);
    await expect.element(page.getByText("Line 3")).toBeVisible();
    await expect.element(button("Show all")).not.toBeInTheDocument();
  });
});

describe("a side panel", () => {
  const separator = () => page.getByRole("separator", { name: "Resize files" });
  const panelWidth = () => page.getByRole("complementary", { name: "files" }).element().getBoundingClientRect().width;

  async function renderPanel(edge: "left" | "right" = "left"): Promise<void> {
    await renderPart(
      <SidePanel name="files" separatorLabel="Resize files" edge={edge} side={<p>Tree</p>}>
        <p>Content</p>
      </SidePanel>,
    );
    await expect.element(separator()).toBeVisible();
    await separator().dblClick();
    separator().element().focus();
  }

  it("is resized by the arrow keys, between its smallest and its largest width", async () => {
    await renderPanel();
    expect(panelWidth()).toBe(272);
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
    await expect.element(separator()).toHaveAttribute("aria-valuenow", "288");
    expect(panelWidth()).toBe(288);
    await userEvent.keyboard("{End}{ArrowRight}");
    await expect.element(separator()).toHaveAttribute("aria-valuenow", "560");
    await userEvent.keyboard("{Home}{ArrowLeft}");
    await expect.element(separator()).toHaveAttribute("aria-valuenow", "180");
  });

  it("at the right grows to the left", async () => {
    await renderPanel("right");
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(separator()).toHaveAttribute("aria-valuenow", "288");
  });

  it("keeps its width on the next visit, until a double click", async () => {
    function Visits() {
      const [visit, setVisit] = useState(1);
      return (
        <SidePanel key={visit} name="files" separatorLabel="Resize files" side={<p>Tree</p>}>
          <Button onClick={() => setVisit(visit + 1)}>{`Visit ${visit}`}</Button>
        </SidePanel>
      );
    }
    await renderPart(<Visits />);
    await separator().dblClick();
    separator().element().focus();
    await userEvent.keyboard("{ArrowRight}");
    await button("Visit 1").click();
    await expect.element(button("Visit 2")).toBeVisible();
    await expect.element(separator()).toHaveAttribute("aria-valuenow", "288");
    await separator().dblClick();
    await expect.element(separator()).toHaveAttribute("aria-valuenow", "272");
  });

  it("that is closed leaves its content where it is", async () => {
    await renderPart(
      <SidePanel name="files" separatorLabel="Resize files" side={null}>
        <p>Content</p>
      </SidePanel>,
    );
    await expect.element(page.getByText("Content")).toBeVisible();
    await expect.element(separator()).not.toBeInTheDocument();
  });
});

describe("the breadcrumbs", () => {
  const items = [
    { label: "Harbour", href: "/o/harbour" },
    { label: "Ferry board", href: "/o/harbour/p/board" },
    { label: "Repositories", href: "/o/harbour/p/board/repositories" },
    { label: "charge.ts", href: "/o/harbour/p/board/repositories/board/b/main/charge.ts" },
  ];

  it("lead to each level, and mark the one that is open", async () => {
    await renderPart(<Breadcrumbs items={[{ label: null, href: "/o/quay" }, ...items]} isNarrow={false} />);
    await expect.element(page.getByRole("link", { name: "charge.ts" })).toHaveAttribute("aria-current", "page");
    const links = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").elements();
    expect(links.map((one) => one.getAttribute("href"))).toEqual(items.map(({ href }) => href));
  });

  it("fold their middle into a menu on a phone", async () => {
    await renderPart(<Breadcrumbs items={items} isNarrow />, { viewport: { width: 375, height: 700 } });
    await button("More levels").click();
    await expect
      .element(page.getByRole("menuitem", { name: "Repositories" }))
      .toHaveAttribute("href", "/o/harbour/p/board/repositories");
    await expect.element(page.getByRole("link", { name: "Ferry board" })).not.toBeInTheDocument();
  });
});
