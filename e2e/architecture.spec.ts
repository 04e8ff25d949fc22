import type { Browser, Page } from "@playwright/test";

import { demoColleague, makeBoardProduct, type BoardProduct } from "./board-product.ts";
import { press, tabTo, type } from "./by-keyboard.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";

let product: BoardProduct;
let canvas: string;
test.beforeEach(async ({ productAddress }) => {
  product = await makeBoardProduct(productAddress);
  canvas = product.board.replace(/tasks$/, "setup/architecture");
});
test.afterEach(() => product.remove());

const node = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

/** Fills in the node that was just added, whose name has the focus. */
async function describeNode(page: Page, name: string, description: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await type(page, page.getByRole("textbox", { name: "Description", exact: true }), description);
  await page.keyboard.press("Escape");
}

test("two services are added, saved and connected on the canvas without a pointer", async ({ page }) => {
  await signIn(page, demoPerson(), canvas);
  await press(page, page.getByRole("button", { name: /^New Frontend/ }));
  await describeNode(page, "quay screen", "Shows the next sailings on the quay");
  await expect(node(page, "quay screen, Frontend, Unsaved")).toBeFocused();
  await page.keyboard.press("n");
  await press(page, page.getByRole("button", { name: /^New Backend/ }));
  await describeNode(page, "tide feed", "Tells the tides to the screens");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("2 services saved")).toBeVisible();

  await tabTo(page, node(page, "quay screen, Frontend, Saved"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await press(page, page.getByRole("button", { name: "Connect to…: Choose a node" }));
  await page.keyboard.type("tide");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^quay screen may use tide feed/ })).toBeVisible();

  await page.goto(product.board.replace(/tasks$/, "services"));
  await expect(page.getByRole("main").getByRole("link", { name: "quay screen" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "tide feed" })).toBeVisible();
  await page.goto(canvas);
  await expect(page.getByRole("img", { name: /^quay screen may use tide feed/ })).toBeAttached();
});

test("two people see where the other moves a node", async ({ page, browser }) => {
  await signIn(page, demoPerson(), canvas);
  await page.getByRole("button", { name: /^New Library/ }).click();
  await describeNode(page, "timetable", "Reads the timetable of the harbour");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Service saved")).toBeVisible();
  const other = await openElsewhere(browser, canvas);
  const theirs = node(other, "timetable, Library");
  await expect(theirs).toHaveCSS("transform", /, 0, 720\)$/);
  await node(page, "timetable, Library, Saved").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(theirs).toHaveCSS("transform", /, 50, 720\)$/);
  await other.context().close();
});

test("two people at one node see each other, what the other saves, and lose nothing of their own", async ({
  page,
  browser,
}) => {
  await signIn(page, demoPerson(), canvas);
  await page.getByRole("button", { name: /^New Library/ }).click();
  await describeNode(page, "timetable", "Reads the timetable of the harbour");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Service saved")).toBeVisible();
  const other = await openElsewhere(browser, canvas);
  await expect(page.getByRole("list", { name: "Also here" })).toContainText("is here");
  await expect(other.getByRole("list", { name: "Also here" })).toContainText("is here");

  // Each edits another field of the same node; what the first saves comes in with the second, who keeps their own.
  await node(page, "timetable, Library, Saved").click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("sailings");
  const edited = other.getByRole("group", { name: /^timetable, Library, edited by / });
  await expect(edited).toBeVisible();
  await edited.click();
  await expect(other.getByText(/is editing this node too/)).toBeVisible();
  const theirs = other.getByRole("textbox", { name: "Description", exact: true });
  await theirs.fill("Reads when the ferries leave the quay");
  await expect(page.getByText(/is editing this node too/)).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Service saved")).toBeVisible();
  await expect(other.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("sailings");
  await expect(theirs).toHaveValue("Reads when the ferries leave the quay");
  await other.keyboard.press("Control+s");
  await expect(other.getByText("Service saved")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Description", exact: true })).toHaveValue(
    "Reads when the ferries leave the quay",
  );
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("sailings");

  await other.context().close();
  await expect(page.getByRole("list", { name: "Also here" })).toBeHidden();
});

async function openElsewhere(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.STORY_ADDRESS });
  const page = await context.newPage();
  await signIn(page, demoColleague(), address);
  return page;
}
