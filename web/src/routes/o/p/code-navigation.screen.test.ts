import { getDefinitions, getOutline, listReferences } from "@cairn/contract/code-graph";
import type { Definition, Outline, References } from "@cairn/contract/code-graph";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { commit, mainAddress, makeFile, openFile } from "#web/testing/open-repository.ts";
import { sampleId } from "#web/testing/sample.ts";

const file = makeFile({ content: "import { delay } from './delay';\n\nexport const late = delay(plan);\n" });
const branches = { main: ["charge.ts", "src/delay.ts", "src/board.ts"] };
const place = { repositoryId: sampleId(), repositorySlug: "payments", branch: "main", commit, path: "src/delay.ts" };
const definition: Definition = {
  ...place,
  startLine: 4,
  endLine: 9,
  symbol: { name: "delay", kind: "function", signature: "delay(plan)" },
  confidence: "certain",
  excerpt: "export function delay(plan) {\n",
};
const known = { name: "delay", definitions: [definition], externalPackage: null };
const reference = (line: number) => ({
  line,
  range: [0, 5] as [number, number],
  text: `delay(${line});`,
  kind: "call" as const,
  confidence: "certain" as const,
});
const references: References = {
  name: "delay",
  definition,
  files: [
    { path: "src/board.ts", references: [reference(7), reference(8)] },
    { path: "src/delay.ts", references: [reference(20)] },
  ],
  total: 3,
  commit,
  isCutOff: false,
};

const code = () => page.getByRole("region", { name: "charge.ts", exact: true });
const card = () => page.getByRole("region", { name: "About delay" });
const panel = () => page.getByRole("complementary", { name: "References and outline" });

/** Opens the file with line 3 selected and the focus in the code. */
async function openCode(setUp?: (fake: FakeApi) => void, width = 1280): Promise<FakeApi> {
  const api = await openFile(file, {
    branches,
    rest: "#L3",
    viewport: { width, height: 800 },
    api: (fake) => {
      fake.reply(getDefinitions, known);
      fake.reply(listReferences, references);
      setUp?.(fake);
    },
  });
  await expect.element(code()).toBeVisible();
  (code().element() as HTMLElement).focus();
  return api;
}

/** Chooses `delay` in line 3, its fourth name. */
const chooseDelay = () => userEvent.keyboard("{ArrowRight}".repeat(4));

describe("a name in the code", () => {
  it("that is chosen by arrows shows its declaration, until Escape", async () => {
    const api = await openCode();
    await chooseDelay();
    await expect.element(card()).toMatchTextContent(/function.*src\/delay\.ts:4.*export function delay\(plan\)/);
    expect(api.received(getDefinitions).at(-1)).toMatchObject({ path: "charge.ts", line: 3, column: 21 });
    await expect.element(card().getByRole("link")).toHaveAttribute("href", `${mainAddress}src/delay.ts#L4-L9`);
    await userEvent.keyboard("{Escape}");
    await expect.element(card()).not.toBeInTheDocument();
  });

  it("keeps its card while something scrolls, until it leaves the window", async () => {
    await openCode();
    await chooseDelay();
    await expect.element(card()).toBeVisible();
    page.getByRole("tree", { name: "Files" }).element().dispatchEvent(new Event("scroll"));
    await userEvent.keyboard("{Shift}");
    await expect.element(card()).toBeVisible();
    document.body.style.paddingBottom = "4000px";
    const before = card().element().getBoundingClientRect().top;
    window.scrollBy(0, 40);
    await expect.poll(() => card().element().getBoundingClientRect().top).toBe(before - 40);
    window.scrollBy(0, 2000);
    await expect.element(card()).not.toBeInTheDocument();
    document.body.style.paddingBottom = "";
  });

  it("leads by F12 to its declaration", async () => {
    await openCode();
    await chooseDelay();
    await userEvent.keyboard("{F12}");
    await expect.poll(() => location.pathname + location.hash).toBe(`${mainAddress}src/delay.ts#L4-L9`);
    await expect.element(card()).not.toBeInTheDocument();
  });

  it("shows its usages where it is declared itself", async () => {
    await openCode((fake) =>
      fake.reply(getDefinitions, { ...known, definitions: [{ ...definition, path: "charge.ts", startLine: 3 }] }),
    );
    await chooseDelay();
    await userEvent.keyboard("{F12}");
    await expect.element(panel().getByRole("heading", { name: "References of delay" })).toBeVisible();
    expect(location.pathname).toBe(`${mainAddress}charge.ts`);
  });

  it.each([
    ["a package from outside", "moment", "delay comes from moment"],
    ["nowhere that is known", null, "No definition of delay"],
  ])("that comes from %s says so", async (_where, externalPackage, title) => {
    await openCode((fake) => fake.reply(getDefinitions, { ...known, definitions: [], externalPackage }));
    await chooseDelay();
    await expect.element(card().getByRole("button")).not.toBeInTheDocument();
    await userEvent.keyboard("{F12}");
    await expect.element(page.getByText(title)).toBeVisible();
  });

  it("says which other declarations it may have, and that a guess is one", async () => {
    const others = [11, 12, 13, 14].map((startLine) => ({ ...definition, path: "src/board.ts", startLine }));
    const guess = { ...definition, confidence: "likely" as const };
    await openCode((fake) => fake.reply(getDefinitions, { ...known, definitions: [guess, ...others] }));
    await chooseDelay();
    await expect.element(card().getByText("Likely, not certain")).toBeVisible();
    await expect.element(card().getByRole("link", { name: "or src/board.ts:13" })).toBeVisible();
    await expect.element(card().getByText("and 1 more")).toBeVisible();
  });

  it("of a commit that is not indexed shows nothing", async () => {
    await openCode((fake) => fake.refuse(getDefinitions, "not_found"));
    await chooseDelay();
    await userEvent.keyboard("{F12}");
    await expect.element(page.getByText("Could not find the definition")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(card()).not.toBeInTheDocument();
  });

  it("whose declaration cannot be looked up says why", async () => {
    await openCode((fake) => fake.refuse(getDefinitions, "conflict", "The index is being rebuilt"));
    await chooseDelay();
    await userEvent.keyboard("{F12}");
    await expect.element(page.getByText("Could not find the definition")).toBeVisible();
    await expect.element(page.getByText("The index is being rebuilt")).toBeVisible();
  });
});

describe("the usages of a name", () => {
  const line = (number: number) => panel().getByRole("link", { name: new RegExp(`^Line ${number}\\b`) });

  async function openReferences(setUp?: (fake: FakeApi) => void, width?: number) {
    const api = await openCode(setUp, width);
    await chooseDelay();
    await userEvent.keyboard("{Shift>}{F12}{/Shift}");
    return api;
  }

  it("are counted, and listed by file with what each of them is", async () => {
    await openReferences();
    await expect.element(panel().getByText("3 places in 2 files")).toBeVisible();
    await expect.element(line(7)).toMatchTextContent("Line 7calldelay(7);");
    await expect.element(line(7)).toHaveAttribute("href", `${mainAddress}src/board.ts#L7`);
  });

  it("are gone through by arrows, folded by Left, and left by Escape for the code", async () => {
    await openReferences();
    await expect.element(line(20)).toBeVisible();
    (line(7).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.element(line(20)).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(panel().getByRole("button", { name: /delay\.ts/ })).toHaveAttribute("aria-expanded", "false");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(line(20)).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(code()).toHaveFocus();
  });

  it("stay when the first one is left upwards", async () => {
    await openReferences();
    await expect.element(line(7)).toBeVisible();
    (line(7).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(line(7)).toHaveFocus();
  });

  it("say when not all were looked at, and show a long list in parts", async () => {
    const many = Array.from({ length: 60 }, (_unused, index) => reference(index + 1));
    const files = [{ path: "src/board.ts", references: many }];
    await openReferences((fake) => fake.reply(listReferences, { ...references, files, total: 60, isCutOff: true }));
    await expect.element(panel().getByText("60 places in 1 file")).toBeVisible();
    await expect.element(panel().getByText(/^Too many files mention the name/)).toBeVisible();
    await expect.element(line(60)).not.toBeInTheDocument();
    await panel().getByRole("button", { name: "Show 10 more" }).click();
    await expect.element(line(60)).toBeVisible();
  });

  it.each<[string, Partial<References>, string]>([
    ["there are none", { files: [], total: 0 }, "It is used nowhere in this repository."],
    ["it is declared elsewhere", { files: [], total: 0, definition: null }, "It is not declared in this repository."],
  ])("say that %s", async (_what, change, text) => {
    await openReferences((fake) => fake.reply(listReferences, { ...references, ...change }));
    await expect.element(panel().getByText(text)).toBeVisible();
  });

  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await openReferences((fake) => fake.refuse(listReferences, "conflict", "The index is being rebuilt"));
    await expect.element(panel().getByText("The index is being rebuilt")).toBeVisible();
    api.reply(listReferences, references);
    await panel().getByRole("button", { name: "Retry" }).click();
    await expect.element(line(7)).toBeVisible();
  });

  it("are in a sheet on a phone, which closes when one is opened", async () => {
    await openReferences(undefined, 375);
    const sheet = page.getByRole("dialog", { name: "References and outline" });
    await sheet.getByRole("link", { name: /^Line 8\b/ }).click();
    await expect.poll(() => location.pathname + location.hash).toBe(`${mainAddress}src/board.ts#L8`);
    await expect.element(sheet).not.toBeInTheDocument();
  });
});

describe("the outline of a file", () => {
  const symbol = (name: string, startLine: number, parent: string | null = null) => ({
    name,
    kind: parent ? "method" : "class",
    signature: "",
    parent,
    startLine,
    endLine: startLine + (parent ? 1 : 9),
    isExported: true,
  });
  const imports = Array.from({ length: 10 }, (_unused, index) => ({ path: `lib/part-${index}.ts`, line: 1 }));
  const outline: Outline = {
    symbols: [symbol("Board", 1), symbol("paint", 2, "Board"), symbol("Quay", 20)],
    imports,
    importers: [{ path: "src/app.ts", line: 3 }],
  };
  const link = (name: RegExp) => panel().getByRole("link", { name });
  const filter = () => panel().getByRole("textbox", { name: "Filter declarations" });

  async function openOutline(answer: Partial<Outline> = {}) {
    const api = await openCode((fake) => fake.reply(getOutline, { ...outline, ...answer }));
    await userEvent.keyboard("i");
    return api;
  }

  it("opens and closes by I, and leads to each declaration", async () => {
    const api = await openOutline();
    await expect.element(link(/^paint/)).toHaveAttribute("href", `${mainAddress}charge.ts#L2-L3`);
    expect(api.received(getOutline)[0]).toMatchObject({ branchName: "main", path: "charge.ts" });
    await expect.element(page.getByRole("button", { name: "Outline" })).toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard("i");
    await expect.element(panel()).not.toBeInTheDocument();
  });

  it("keeps what a declaration is in when it is filtered", async () => {
    await openOutline();
    await filter().fill("PAI");
    await expect
      .element(panel().getByRole("list", { name: "In Board" }).getByRole("link"))
      .toMatchTextContent(/^paint/);
    await expect.element(link(/^Quay/)).not.toBeInTheDocument();
    await filter().fill("nothing");
    await expect.element(panel().getByText("No declaration matches")).toBeVisible();
  });

  it("leaves the arrows to the text in the filter, and Down leads out of it", async () => {
    await openOutline();
    await filter().fill("pt");
    await userEvent.keyboard("{ArrowLeft}{ArrowUp}ain{Home}");
    await expect.element(filter()).toHaveValue("paint");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(link(/^Board/)).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(filter()).toHaveFocus();
  });

  it("tells what the file imports and who imports it", async () => {
    await openOutline();
    await expect.element(panel().getByRole("region", { name: "Imports" })).toMatchTextContent(/^Imports 10/);
    await expect.element(link(/part-9/)).not.toBeInTheDocument();
    await panel().getByRole("button", { name: "Show all 10" }).click();
    await expect.element(link(/part-9/)).toHaveAttribute("href", `${mainAddress}lib/part-9.ts`);
    await expect.element(link(/app\.ts/)).toHaveAttribute("href", `${mainAddress}src/app.ts#L3`);
  });

  it("says that there are no declarations, or no index", async () => {
    const api = await openOutline({ symbols: [], imports: [], importers: [] });
    await expect.element(panel().getByText("No declarations were found in this file.")).toBeVisible();
    api.refuse(getOutline, "not_found");
    await page.getByRole("treeitem", { name: "src" }).click();
    await page.getByRole("treeitem", { name: "board.ts" }).click();
    await expect.element(panel().getByText(/^Names are known on branches that are indexed/)).toBeVisible();
  });
});
