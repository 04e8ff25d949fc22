import type { JSHandle, Locator, Page } from "@playwright/test";

import { expect, type Person } from "./fixtures.ts";

const maxTabs = 120;

/** Reaches the field and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Presses Tab until the target has the focus, once around at most; on the way every stop must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  let isAround = false;
  let element = await find(target);
  for (let presses = 0; presses < maxTabs; presses += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
    const { what, isGone, ...focus } = await element.evaluate(describeFocus);
    // Behind the last one comes the browser itself.
    const isBrowser: boolean = !focus.isSomewhere && !isAround;
    isAround ||= isBrowser;
    if (isGone || isBrowser) element = await find(target);
    if (!isBrowser) expect(focus, what).toEqual({ isSomewhere: true, isRinged: true, isUncovered: true });
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** The element itself: to find it by its role means to look at all others, too much to do for each press. */
async function find(target: Locator): Promise<JSHandle<Element>> {
  return await target.evaluateHandle((element) => element);
}

interface Focus {
  isSomewhere: boolean;
  isRinged: boolean;
  isUncovered: boolean;
  what: string;
  /** What is looked for is not there any more. */
  isGone: boolean;
}

/** Whether the focus is on an element, the ring is drawn on it or around it, and nothing covers it; and what it is on. */
function describeFocus(wanted: Element): Focus {
  const isGone = !wanted.isConnected;
  const focused = document.activeElement;
  if (focused === null || focused === document.body)
    return { isSomewhere: false, isRinged: false, isUncovered: false, what: "nowhere", isGone };
  const ancestors = [focused, focused.parentElement, focused.parentElement?.parentElement];
  const isRinged = ancestors.some((element) => {
    if (!element) return false;
    return [undefined, "::after"].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
  });
  // Of something taller than its place, what is seen of it counts.
  const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let box: Element | null = focused; box !== null; box = box.parentElement) {
    if (box !== focused && getComputedStyle(box).overflowY === "visible") continue;
    const { left, top, right, bottom } = box.getBoundingClientRect();
    seen.left = Math.max(seen.left, left);
    seen.top = Math.max(seen.top, top);
    seen.right = Math.min(seen.right, right);
    seen.bottom = Math.min(seen.bottom, bottom);
  }
  const top = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
  // A toast goes away by itself.
  const isToast = top?.closest("[aria-label=Notifications]") != null;
  const isUncovered = isToast || (top !== null && (focused.contains(top) || top.contains(focused)));
  const what = `${focused.outerHTML.slice(0, 200)} below ${top?.outerHTML.slice(0, 200)}`;
  return { isSomewhere: true, isRinged, isUncovered, what, isGone };
}

/** Reaches a button, link or menu and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Fills the sign-up page of the authorization server and sends it; prefilled fields are left as they are. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  for (const [label, value] of [
    ["First name", person.firstName],
    ["Last name", person.lastName],
    ["Email", person.email],
    ["Password", person.password],
  ] as const) {
    const field = page.getByLabel(label);
    if ((await field.inputValue()) === "") await type(page, field, value);
  }
  await page.keyboard.press("Enter");
}
