import { demoPerson, expect, signIn, test, untilLoaded } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";
const files = `${product}/repositories/ferry-board/b/main`;

/** A pattern that is half typed is refused, which the browser notes. */
test.use({ expectedFaults: [/400 \(Bad Request\) \(.*\/search\/lines\?/] });

test("a name is found by its exact letters, followed to where it is declared and to where it is used", async ({
  page,
}) => {
  await signIn(page, demoPerson(), product);
  await untilLoaded(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
  const box = page
    .getByRole("combobox", { name: "Search code" })
    .or(page.getByRole("searchbox", { name: "Search code" }));
  await expect(box).toBeFocused();
  await page.getByText("Exact", { exact: true }).click();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await box.fill("delayMinutes(");
  await expect(page.getByRole("alert")).toContainText(/parenthes|closed|group/i);
  await box.fill(String.raw`function delayMinutes\(`);
  const found = page.getByRole("list", { name: "Found" });
  await expect(found.getByRole("link").first()).toHaveAttribute("href", /packages\/timetable\/src\/delay\.ts.*#L\d+/);
  await page.reload();
  await expect(found.getByRole("link").first()).toBeVisible();
  await expect(box).toHaveValue(String.raw`function delayMinutes\(`);

  await page.goto(`${files}/apps/api/src/handlers/sailings.ts`);
  // What is above the code may still come and move it away from under the pointer.
  await untilLoaded(page);
  const card = page.getByRole("region", { name: "About delayUntil" });
  await expect(async () => {
    await page.getByText("delayUntil", { exact: true }).first().click();
    await expect(card).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(card).toContainText("delayUntil(planned");
  await card.getByRole("button", { name: "Find references" }).click();
  const references = page.getByRole("list", { name: "References" });
  await expect(references).toContainText("packages/timetable");
  await expect(references).toContainText("sailings.ts");
});

test("the command menu leads to files, names and topics", async ({ page }) => {
  await signIn(page, demoPerson(), product);
  await untilLoaded(page);
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Search or Ask" });
  await box.fill("delayMinutes");
  await expect(
    page
      .getByRole("group", { name: "Symbols" })
      .getByRole("option", { name: /delayMinutes/ })
      .first(),
  ).toBeVisible();
  await box.fill("service-day");
  await expect(
    page
      .getByRole("group", { name: "Files" })
      .getByRole("option", { name: /service-day\.ts/ })
      .first(),
  ).toBeVisible();
  await box.fill("harbour office words");
  const topic = page
    .getByRole("group", { name: "External Context" })
    .getByRole("option", { name: /Words of the harbour office/ });
  await topic.click();
  await expect(page.getByRole("heading", { level: 1, name: "Words of the harbour office" })).toBeVisible();
});
