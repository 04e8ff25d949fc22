import axe from "axe-core";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderPart } from "#web/testing/open-screen.tsx";

import type { Story } from "./story.ts";

const modules = import.meta.glob<{ stories: Story[] }>("./*.stories.tsx", { eager: true });
const stories = Object.values(modules).flatMap((module) => module.stories.map((story) => [story.name, story] as const));
const phone = { width: 375, height: 740 };

/** Where `npm run pictures` has every story drawn, to look at them; tests draw nothing. */
const pictures = import.meta.env.VITE_PICTURES as string | undefined;

/** Spinners turn for ever. */
const ends = (animation: Animation) => animation.effect?.getTiming().iterations !== Infinity;

/** Base UI's own guards take no focus that a person sees; axe cannot know that. */
const context = { exclude: ["[data-base-ui-focus-guard]"] };
const rules = { "page-has-heading-one": { enabled: false } };

describe.each(stories)("%s", (name, { Part }) => {
  it.each(["dark", "light"] as const)("has no violation and nothing that is cut: %s", async (theme) => {
    await renderPart(createElement(Part), { theme, viewport: phone });
    await expect.poll(() => document.body.innerText).toMatch(/\S/);
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
    const { violations } = await axe.run(context, { rules, preload: false });
    expect(violations.map((one) => [one.id, one.nodes.map(({ target }) => target)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}-${phone.width}.png` });
  });
});
