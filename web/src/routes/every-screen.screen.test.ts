import axe from "axe-core";
import { describe, expect, it } from "vitest";

import { openScreen } from "#web/testing/open-screen.tsx";
import { screens, setUpScreen, whenLoaded } from "#web/testing/screens.ts";

/** What a theme can break. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Violations of these rules, or of all, with the elements that have them. */
async function findViolations(rules?: readonly string[]): Promise<[rule: string, targets: unknown[]][]> {
  const { violations } = await axe.run(document, rules ? { runOnly: [...rules] } : {});
  return violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ target }) => target)]);
}

describe.each(screens)("%s", (name, address) => {
  it("shows data without a violation", async () => {
    await openScreen(address, { api: (api) => setUpScreen(name, api) });
    await whenLoaded();
    expect(await findViolations()).toEqual([]);
    document.documentElement.dataset.theme = "light";
    expect(await findViolations(colourRules)).toEqual([]);
  });

  it("shows that there is nothing", async () => {
    await openScreen(address, { api: (api) => (api.size = "empty") });
    await whenLoaded();
  });
});
