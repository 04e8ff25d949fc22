import type { Page } from "@playwright/test";

/** The one who looks at the product in the bench. */
export const person = { email: "ada@example.test", password: "Analytical1", firstName: "Ada", lastName: "Okafor" };

/** Signs that person in, in a browser that was opened for it. */
export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.origin === new URL(address).origin && !/^\/(auth|oidc|login)/.test(url.pathname));
}
