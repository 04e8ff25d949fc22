import { demoPerson, expect, signIn, test } from "./fixtures.ts";
import { listScreens, openScreen } from "./screens.ts";

test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });

test("no screen scrolls sideways", async ({ page }) => {
  await signIn(page, demoPerson());
  for (const screen of await listScreens(page)) {
    await openScreen(page, screen);
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect.soft(scrollWidth, screen.address).toBeLessThanOrEqual(clientWidth);
  }
});

test("menu, page and chat work by touch", async ({ page }) => {
  await signIn(page, demoPerson(), "/o/northquay/p/ferry-board");
  const quick = page.getByRole("navigation", { name: "Quick" });
  await quick.getByRole("button", { name: "Menu" }).tap();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await sheet.getByRole("link", { name: "System overview" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "System overview" })).toBeInViewport();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("figure").getByRole("img", { name: "Components of Ferry Board" })).toContainText(
    "timetable",
  );

  await page.getByRole("textbox", { name: "Ask about this page" }).fill("Which services are there?");
  await page.getByRole("button", { name: "Ask", exact: true }).tap();
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer.getByText("Built-in engine")).toBeVisible();
  await page.getByRole("button", { name: /^Sources \(\d+\)/ }).tap();
  const sources = page.getByRole("dialog", { name: "Sources" });
  await sources.getByRole("link", { name: /^Source 1, / }).tap();
  await expect(page.locator("[data-selected]").first()).toBeInViewport();

  await quick.getByRole("link", { name: "Chat" }).tap();
  await page.getByRole("textbox", { name: "Your question" }).fill("What is stored in the database?");
  await page.getByRole("button", { name: "Send" }).tap();
  await expect(answer.getByText("Built-in engine")).toBeVisible();
  await quick.getByRole("button", { name: "Chat" }).tap();
  await page.getByRole("dialog", { name: "Chat" }).getByRole("link", { name: "Which services are there?" }).tap();
  await expect(page.getByRole("article", { name: "Your question" })).toHaveText("Which services are there?");
});
