import type { Browser, Locator, Page, WebSocketRoute } from "@playwright/test";

import { demoColleague, makeBoardProduct, type BoardProduct } from "./board-product.ts";
import { press, tabTo, type } from "./by-keyboard.ts";
import { demoPerson, expect, signIn, test } from "./fixtures.ts";

let product: BoardProduct;
test.beforeEach(async ({ productAddress }) => {
  product = await makeBoardProduct(productAddress);
});
test.afterEach(() => product.remove());

/** A refused or late write is an answer that the browser notes. */
test.use({ expectedFaults: [/status of 40[49]/] });

const lane = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cardIn = (page: Page, laneName: string, title: string) => lane(page, laneName).getByRole("link", { name: title });
const titleOf = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });

test("two people work on one board at once", async ({ page, browser }) => {
  const ramp = await product.addTask("Mend the ramp", "todo");
  await product.addTask("Paint the bollards", "todo");
  await signIn(page, demoPerson(), product.board);
  const other = await openSecondBrowser(browser, product.board);

  await drag(page, cardIn(page, "Todo", "Paint the bollards"), lane(page, "In Progress"));
  await expect(page.getByText(/moved to In Progress$/)).toBeVisible();
  await expect(cardIn(other, "In Progress", "Paint the bollards")).toBeVisible();
  await expect(lane(other, "Todo")).toContainText(/^Todo1/);

  await page.goto(ramp);
  await other.goto(ramp);
  await titleOf(page).fill("Mend the ramp before w");
  await titleOf(other).fill("Mend the long ramp");
  await titleOf(other).press("Enter");
  await expect(other.getByText("Title updated")).toBeVisible();
  await expect(page.getByText("Somebody changed the title meanwhile. Yours is not saved yet.")).toBeVisible();
  await titleOf(page).press("Enter");
  await expect(titleOf(page)).toHaveValue("Mend the ramp before w");
  await expect(titleOf(other)).toHaveValue("Mend the long ramp");
  await page.getByRole("button", { name: "Save mine" }).click();
  await expect(titleOf(other)).toHaveValue("Mend the ramp before w");

  const description = page.getByRole("textbox", { name: "Description", exact: true });
  await description.pressSequentially("The planks are");
  await other.getByRole("button", { name: /^Actions for QW/ }).click();
  await other.getByRole("menuitem", { name: /^Delete QW/ }).click();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete QW/ })
    .click();
  await expect(other.getByText("Task was deleted")).toBeVisible();
  await expect(page.getByText("This task was deleted")).toBeVisible();
  await expect(description).toHaveText("The planks are");
  await page.getByRole("main").getByRole("link", { name: "All tasks" }).click();
  await expect(lane(page, "Todo")).toContainText(/^Todo0/);
});

test("a page whose socket dies goes on and catches up without a reload", async ({ page, browser }) => {
  const rope = await product.addTask("Count the ropes", "todo");
  await product.addTask("Oil the crane", "todo");
  const line = await controlSockets(page);
  await signIn(page, demoPerson(), product.board);
  const other = await openSecondBrowser(browser, product.board);
  await expect(cardIn(page, "Todo", "Oil the crane")).toBeVisible();
  await markPage(page);

  // Mid-drag: the card stays in the hand, and what others do meanwhile is not lost.
  const held = await lift(page, cardIn(page, "Todo", "Count the ropes"), lane(page, "In Progress"));
  line.cut();
  await moveByMenu(other, "Oil the crane", "Backlog");
  await expect(lane(page, "Done")).toContainText("Not allowed");
  await held.drop();
  await expect(cardIn(other, "In Progress", "Count the ropes")).toBeVisible();
  line.mend();
  await expect(cardIn(page, "Backlog", "Oil the crane")).toBeVisible();
  await expect(cardIn(page, "In Progress", "Count the ropes")).toBeVisible();

  // Half a title: it stays, and the rest of the page catches up.
  await cardIn(page, "In Progress", "Count the ropes").click();
  await titleOf(page).fill("Count the ropes tw");
  line.cut();
  await other.goto(rope);
  const criterion = other.getByRole("textbox", { name: "Add criterion" });
  await criterion.fill("All are dry");
  await criterion.press("Enter");
  await expect(other.getByRole("checkbox", { name: "All are dry" })).toBeVisible();
  line.mend();
  await expect(page.getByRole("checkbox", { name: "All are dry" })).toBeVisible();
  await expect(titleOf(page)).toHaveValue("Count the ropes tw");
  await expect(titleOf(page)).toBeFocused();
  await page.keyboard.type("ice");
  await page.keyboard.press("Enter");
  await expect(titleOf(other)).toHaveValue("Count the ropes twice");
  expect(await isMarked(page)).toBe(true);
});

test("a tab that did not hear what happened is told why its move is refused", async ({ page, browser }) => {
  await product.addTask("Count the ropes", "todo");
  const line = await controlSockets(page);
  await signIn(page, demoPerson(), product.board);
  const other = await openSecondBrowser(browser, product.board);
  await expect(cardIn(page, "Todo", "Count the ropes")).toBeVisible();
  line.cut();
  await moveByMenu(other, "Count the ropes", "In Progress");
  await moveByMenu(page, "Count the ropes", "Archived");
  await expect(page.getByText("Could not update task state")).toBeVisible();
  await expect(
    page.getByText("A task in In Progress can't be moved to Archived, only to Todo.", { exact: false }),
  ).toBeVisible();
  await expect(cardIn(page, "In Progress", "Count the ropes")).toBeVisible();
});

test("the board is used by keyboard alone", async ({ page }) => {
  await product.addTask("Count the ropes", "todo");
  await product.addTask("Oil the crane", "todo");
  await signIn(page, demoPerson(), product.board);
  const [ropes, crane] = [cardIn(page, "Todo", "Count the ropes"), cardIn(page, "Todo", "Oil the crane")];
  await tabTo(page, ropes);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByText(/moved within Todo$/)).toBeAttached();
  await expect(ropes).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(crane).toBeFocused();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Backlog" }).waitFor();
  await page.keyboard.type("in p");
  await page.keyboard.press("Enter");
  await expect(cardIn(page, "In Progress", "Oil the crane")).toBeVisible();
  await expect(ropes).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await press(page, page.getByRole("dialog").getByRole("button", { name: /^Delete QW/ }));
  await expect(page.getByText("Task was deleted")).toBeVisible();
  await expect(ropes).toHaveCount(0);

  await page.reload();
  await press(page, page.getByRole("link", { name: "Create Task", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Create Task" })).toBeVisible();
  await type(page, page.getByRole("textbox", { name: "Title" }), "Sweep the quay");
  await page.keyboard.press("Control+Enter");
  await expect(titleOf(page)).toHaveValue("Sweep the quay");
});

test.describe("at 375 px", () => {
  test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });

  test("the board is used by touch, a lane at a time", async ({ page }) => {
    await product.addTask("Count the ropes", "todo");
    await signIn(page, demoPerson(), product.board);
    await cardActions(page, "Count the ropes").tap();
    await page.getByRole("menuitem", { name: "In Progress" }).tap();
    await page.getByRole("tab", { name: "In Progress 1" }).tap();
    await cardIn(page, "In Progress", "Count the ropes").tap();
    const criterion = page.getByRole("textbox", { name: "Add criterion" });
    await criterion.fill("All are dry");
    await criterion.press("Enter");
    await page.getByRole("checkbox", { name: "All are dry" }).tap();
    await expect(page.getByText("1 of 1")).toBeVisible();
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
});

/** Somebody else in a browser of their own, on the same board. */
async function openSecondBrowser(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, demoColleague(), address);
  return page;
}

const cardActions = (page: Page, title: string) =>
  page
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByRole("button", { name: /^Actions for/ });

async function moveByMenu(page: Page, title: string, state: string): Promise<void> {
  await page.getByRole("listitem").filter({ hasText: title }).hover();
  await cardActions(page, title).click();
  await page.getByRole("menuitem", { name: state }).click();
}

/** Takes a card by the mouse and holds it over a lane. */
async function lift(page: Page, card: Locator, over: Locator): Promise<{ drop: () => Promise<void> }> {
  const [from, to] = [await middleOf(card), await middleOf(over)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y, { steps: 4 });
  // The library takes one movement a frame, and none before the drag has begun.
  await expect(async () => {
    await page.mouse.move(to.x, to.y, { steps: 2 });
    await page.mouse.move(to.x, to.y + 1);
    await expect(over).toHaveAttribute("data-over", /.*/, { timeout: 500 });
  }).toPass();
  return { drop: () => page.mouse.up() };
}

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  await (await lift(page, card, to)).drop();
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Lets a test cut the sockets of a page, and let them come back. */
async function controlSockets(page: Page): Promise<{ cut: () => void; mend: () => void }> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    open.add(socket);
    socket.connectToServer();
  });
  return {
    cut() {
      isCut = true;
      for (const socket of open) void socket.close({ code: 1012 });
      open.clear();
    },
    mend() {
      isCut = false;
    },
  };
}

/** A mark that a reload would take away. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }));
}

async function isMarked(page: Page): Promise<boolean> {
  return await page.evaluate(() => "isSamePage" in globalThis);
}
