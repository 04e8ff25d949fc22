import type { Locator, Page } from "@playwright/test";

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
  for (let presses = 0; presses < maxTabs; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    const { what, ...focus } = await page.evaluate(describeFocus);
    // Behind the last one comes the browser itself.
    const isBrowser: boolean = !focus.isSomewhere && !isAround;
    isAround ||= isBrowser;
    if (!isBrowser) expect(focus, what).toEqual({ isSomewhere: true, isRinged: true, isUncovered: true });
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** Whether the focus is on an element, the ring is drawn on it or around it, and nothing covers it; and what it is on. */
function describeFocus(): { isSomewhere: boolean; isRinged: boolean; isUncovered: boolean; what: string } {
  const focused = document.activeElement;
  if (focused === null || focused === document.body)
    return { isSomewhere: false, isRinged: false, isUncovered: false, what: "nowhere" };
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
  return { isSomewhere: true, isRinged, isUncovered, what };
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
