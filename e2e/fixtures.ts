import { cp, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";

import { expect, test as base, type BrowserContext, type Locator, type Page } from "@playwright/test";

import { findFreePort } from "../server/src/testing/find-free-port.ts";
import { runProduct } from "./run-product.ts";

export { expect };

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

interface StoryFixtures {
  /** Faults the browser may note in this story, because the story provokes them. */
  expectedFaults: RegExp[];
  watchFaults: void;
}

interface WorkerFixtures {
  /** Address of the product with the demo that the stories of this worker share. */
  productAddress: string;
}

/** Work copies belong to the server that made them, which shows by a socket that it lives; sockets cannot be copied. */
function isKeptByCopy(source: string): boolean {
  return path.basename(source) !== "work-copies";
}

/**
 * The stories of a worker share a product with the demo, which no other worker sees. A story fails when the browser
 * notes an unexpected error or a request to another host.
 */
export const test = base.extend<StoryFixtures, WorkerFixtures>({
  productAddress: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const directory = await mkdtemp(path.join(setting("STORY_DIRECTORY"), "product-"));
      await cp(setting("STORY_DEMO_DIRECTORY"), directory, { recursive: true, filter: isKeptByCopy });
      const sshPort = String(await findFreePort());
      const env = { DATA_DIR: directory, PORT: String(await findFreePort()), SSH_PORT: sshPort };
      const product = await runProduct("demo-product.ts", { ...env, EGRESS_ALLOW: setting("STORY_EGRESS") });
      Object.assign(process.env, { STORY_ADDRESS: product.address, STORY_SSH_PORT: sshPort });
      await use(product.address);
      await product.stop();
      await rm(directory, { recursive: true, force: true });
    },
    { scope: "worker", auto: true, timeout: 300_000 },
  ],
  baseURL: ({ productAddress }, use) => use(productAddress),
  expectedFaults: [[], { option: true }],
  watchFaults: [
    async ({ context, expectedFaults, baseURL }, use) => {
      await context.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective, sourceFile }) =>
          // oxlint-disable-next-line no-console -- what the console says is a fault of the story
          console.error(`The content policy blocked ${blockedURI} (${violatedDirective}) in ${sourceFile}`),
        );
      });
      const faults = listFaults(context);
      const strangers = listStrangers(context, baseURL);
      await use();
      const unexpected = faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)));
      expect(unexpected, "faults noted by the browser").toEqual([]);
      expect(strangers, "requests that left the product").toEqual([]);
    },
    { auto: true },
  ],
});

/** What the browser notes when a screen is left while its socket connects, which is no fault. */
const leftEarly = /WebSocket is closed before the connection is established/;

function listFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (leftEarly.test(message.text())) return;
    faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => faults.push(`thrown: ${error.error().stack ?? error.error().message}`));
  return faults;
}

function listStrangers(context: BrowserContext, home: string | undefined): string[] {
  const strangers: string[] = [];
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== home) strangers.push(request.url());
  });
  return strangers;
}

/** What the set-up of all stories, or of this worker's product, left in the environment. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the stories by their config`);
  return value;
}

/** Ada, who owns the demo workspace. */
export function demoPerson(): Person {
  return { firstName: "Ada", lastName: "Okafor", email: setting("STORY_EMAIL"), password: setting("STORY_PASSWORD") };
}

/** Who owns the product that answers with a model. */
export function modelPerson(): Person {
  const [email, password] = [setting("STORY_MODEL_EMAIL"), setting("STORY_MODEL_PASSWORD")];
  return { firstName: "Local", lastName: "Owner", email, password };
}

let peopleCount = 0;

/** Somebody nobody knows yet. */
export function newPerson(): Person {
  peopleCount += 1;
  const email = `grace-${process.pid}-${Date.now()}-${peopleCount}@example.test`;
  return { firstName: "Grace", lastName: "Hopper", email, password: "Nanosecond1" };
}

/** Opens an address without a session, which leads to the form of the authorization server, and signs in there. */
export async function signIn(page: Page, person: Person, address = "/"): Promise<void> {
  await page.goto(address);
  await fillSignIn(page, person);
}

/** Fills the form of the authorization server and waits until the app is back. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await untilSignedIn(page);
}

/** Makes the account; a newcomer is led to the first steps. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await untilSignedIn(page);
}

/**
 * An organization and a product of a newcomer's own, by the first steps. Leaves at the step that connects a repository.
 */
export async function nameOrganizationAndProduct(
  page: Page,
  names: { organization: string; product: string },
): Promise<void> {
  await page.getByLabel("Organization name").fill(names.organization);
  await page.getByRole("button", { name: "Create Organization" }).click();
  await page.getByLabel("Product name").fill(names.product);
  await page.getByRole("button", { name: "Create Product" }).click();
  await page.getByRole("heading", { name: "Connect a repository" }).waitFor();
}

/** Pastes the address of a repository into the one field there is, and connects it by Enter. */
export async function connectRepository(form: Page | Locator, address: string): Promise<void> {
  const field = form.getByLabel("Repository address");
  await field.fill(address);
  await field.press("Enter");
}

/** Ends the set-up of a product whose step of repositories is open. */
export async function finishSetup(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Finish$/ }).click();
  const open = page.getByRole("button", { name: "Open product" });
  await untilPolled(page, page.getByText(/documents? written from your code/));
  await open.click();
}

/** The app polls the state of the index every ten seconds. */
const pollMs = 10_000;

/** Waits for what a poll will bring, with the browser's clock (installed before) put forward from poll to poll. */
export async function untilPolled(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(pollMs);
    await expect(target).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 240_000 });
}

/** Navigates to an address of the app without loading the app again. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** Waits until everything visible is loaded: there is a heading and no placeholder. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Content far below is drawn when the person scrolls near.
    const isWaiting = [...document.querySelectorAll("[data-skeleton]")].some((placeholder) => {
      const { top, bottom } = placeholder.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    const isPending = document.querySelector("h1") === null || isWaiting;
    const isMoving = document
      .getAnimations()
      .some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity);
    return !isPending && !isMoving;
  });
}

async function untilSignedIn(page: Page): Promise<void> {
  const homes = [setting("STORY_ADDRESS"), setting("STORY_MODEL_ADDRESS")];
  await page.waitForURL((url) => homes.includes(url.origin) && !/^\/(auth|oidc)\//.test(url.pathname));
  // The address changes before the screen does.
  await page.getByRole("heading", { name: "Signing you in" }).waitFor({ state: "detached" });
}
