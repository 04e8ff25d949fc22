import { getFile, getRawFile, listBranches } from "@cairn/contract/code-browsing";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { commit, fileView, mainAddress, makeFile, openFile, openRepository } from "#web/testing/open-repository.ts";

const lines = Array.from({ length: 12 }, (_unused, index) => `const tide${index + 1} = ${index};`);
const file = makeFile({ content: `${lines.join("\n")}\n` });
const code = () => page.getByRole("region", { name: "charge.ts", exact: true });
/** The number of a line is at its left edge. */
const number = (line: number) => code().getByText(`const tide${line} =`, { exact: false }).first();
const press = (line: number, modifiers: "Shift"[] = []) =>
  number(line).click({ position: { x: 10, y: 10 }, modifiers });
const selection = () => location.hash;

describe("the lines of a file", () => {
  it("are selected by their numbers, up to another one with Shift, in either direction", async () => {
    await openFile(file);
    await press(4);
    await expect.poll(selection).toBe("#L4");
    await press(7, ["Shift"]);
    await expect.poll(selection).toBe("#L4-L7");
    await press(2, ["Shift"]);
    await expect.poll(selection).toBe("#L2-L4");
    await press(9);
    await expect.poll(selection).toBe("#L9");
  });

  it("are not selected by a press on the code itself", async () => {
    await openFile(file);
    await number(4).click();
    await press(9);
    await expect.poll(selection).toBe("#L9");
    await number(5).click();
    expect(selection()).toBe("#L9");
  });

  it("are selected by arrows, with Shift several, and by Escape none", async () => {
    await openFile(file, { rest: "#L11" });
    (code().element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.poll(selection).toBe("#L10");
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}");
    await expect.poll(selection).toBe("#L10-L12");
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(selection).toBe("#L12");
    await userEvent.keyboard("{Escape}");
    await expect.poll(selection).toBe("");
  });

  it("are extended from the line of the address", async () => {
    await openFile(file, { rest: "#L3-L5" });
    await press(8, ["Shift"]);
    await expect.poll(selection).toBe("#L3-L8");
  });

  it("are extended from the line that was gone to, not from one pressed before", async () => {
    await openFile(file);
    await press(9);
    await expect.poll(selection).toBe("#L9");
    await userEvent.keyboard("l");
    await page.getByRole("textbox", { name: "Line" }).fill("2");
    await userEvent.keyboard("{Enter}");
    await expect.poll(selection).toBe("#L2");
    await press(4, ["Shift"]);
    await expect.poll(selection).toBe("#L2-L4");
  });

  it("add nothing to the way back", async () => {
    await openRepository("", { file });
    await page.getByRole("list", { name: "Files" }).getByRole("link", { name: "charge.ts" }).click();
    await press(4);
    await press(7);
    await expect.poll(selection).toBe("#L7");
    history.back();
    await expect.poll(() => location.pathname).toBe(mainAddress);
  });

  it("are what a question is about", async () => {
    await openFile(file, { rest: "#L3-L5" });
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.element(page.getByRole("dialog", { name: /^Ask about charge\.ts .*3.*5/ })).toBeVisible();
  });
});

describe("the key Y", () => {
  const write = () => vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();

  it("puts the commit of the file into the address, and copies it with its lines", async () => {
    const copied = write();
    await openFile(file, { rest: "?view=code#L3-L5" });
    await userEvent.keyboard("y");
    await expect.element(page.getByText("Permalink copied")).toBeVisible();
    const path = `${mainAddress.replace("main", commit)}charge.ts`;
    expect(location.pathname + location.search + location.hash).toBe(`${path}?view=code#L3-L5`);
    expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}${path}?view=code#L3-L5`);
    await expect.element(page.getByRole("button", { name: "Commit: 4f2a9c1" })).toBeVisible();
  });

  it("takes the commit of the branch for a folder", async () => {
    const copied = write();
    await openRepository("src");
    await expect.element(page.getByRole("link", { name: "Parent folder" })).toBeVisible();
    await userEvent.keyboard("y");
    await expect.poll(() => location.pathname).toBe(`${mainAddress.replace("main", commit)}src`);
    await expect.poll(() => copied.mock.calls).toEqual([[location.href]]);
  });

  it("says why there is none", async () => {
    await openRepository("src", { api: (api) => api.refuse(listBranches, "internal", "The disk is full") });
    await expect.element(page.getByRole("link", { name: "Parent folder" })).toBeVisible();
    await userEvent.keyboard("y");
    await expect.element(page.getByText("Could not copy the permalink")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    expect(location.pathname).toBe(`${mainAddress}src`);
  });
});

describe("a file with a preview", () => {
  const views = () => page.getByRole("group", { name: "View" });

  it("keeps its view in the address", async () => {
    await openFile(makeFile({ path: "guide.md", content: "# Guide\n\nRead me.\n" }));
    await expect.element(views().getByRole("radio", { name: "Preview" })).toBeChecked();
    await views().getByText("Code").click();
    await expect.poll(() => location.search).toBe("?view=code");
    await expect.element(fileView().getByText("# Guide")).toBeVisible();
  });

  it("leads to files beside it, also to names with blanks and letters of any alphabet", async () => {
    const content = "[a](../src/refund.ts#L2) [b](my%20notes.md) [c](<Gezeiten Übersicht.md>) [d](a.md?plain=1)";
    const branches = { main: ["docs/guide.md", "docs/my notes.md"] };
    const api = await openFile(makeFile({ path: "docs/guide.md", content }), { branches });
    const link = (name: string) => fileView().getByRole("link", { name, exact: true });
    await expect.element(link("a")).toHaveAttribute("href", `${mainAddress}src/refund.ts#L2`);
    await expect.element(link("b")).toHaveAttribute("href", `${mainAddress}docs/my%20notes.md`);
    await expect.element(link("c")).toHaveAttribute("href", `${mainAddress}docs/Gezeiten%20%C3%9Cbersicht.md`);
    await expect.element(link("d")).toHaveAttribute("href", `${mainAddress}docs/a.md`);
    await link("b").click();
    await expect.poll(() => api.received(getFile).at(-1)).toMatchObject({ path: "docs/my notes.md" });
  });

  it("leads nowhere out of the repository", async () => {
    await openFile(makeFile({ path: "guide.md", content: "[up](../../secret.md) [web](https://example.com/tide)" }));
    await expect.element(fileView().getByRole("link", { name: /web/ })).toHaveAttribute("target", "_blank");
    await expect.element(fileView().getByText("up")).toBeVisible();
    await expect.element(fileView().getByRole("link", { name: "up" })).not.toBeInTheDocument();
  });

  it("that is a picture is drawn with its size in pixels", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
    const picture = makeFile({ path: "quay.svg", content: svg, language: null });
    await openFile(picture, { api: (api) => api.replyFile(getRawFile, new Blob([svg], { type: "image/svg+xml" })) });
    await expect.element(fileView().getByRole("img", { name: "quay.svg" })).toBeVisible();
    await expect.element(fileView().getByText("40 × 30 pixels")).toBeVisible();
    await expect.element(views().getByRole("radio", { name: "Code" })).toBeVisible();
  });

  it("that is a damaged picture says so", async () => {
    const picture = makeFile({ path: "quay.png", content: "", encoding: "none", size: 9 });
    await openFile(picture, { api: (api) => api.replyFile(getRawFile, new Blob(["no picture"])) });
    await expect.element(fileView().getByText("This picture is damaged", { exact: false })).toBeVisible();
  });
});

describe("a file that cannot be loaded", () => {
  it("says why, and Retry loads it", async () => {
    const api = await openRepository("charge.ts", {
      file,
      api: (fake) => fake.refuse(getFile, "internal", "The disk is full"),
    });
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    api.reply(getFile, file);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(fileView()).toBeVisible();
  });

  it("cannot be downloaded either, which is said", async () => {
    await openFile(file, { api: (fake) => fake.refuse(getRawFile, "internal", "The disk is full") });
    await page.getByRole("button", { name: "Raw" }).click();
    await expect.element(page.getByText("Could not download the file")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
  });
});
