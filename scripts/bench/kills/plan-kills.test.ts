import { expect, it } from "vitest";

import { killTargets, planKills } from "./plan-kills.ts";

it("plans the same kills for the same seed, and others for another", () => {
  expect(planKills(18, 40)).toEqual(planKills(18, 40));
  expect(planKills(18, 40)).not.toEqual(planKills(19, 40));
});

it("kills each target as often, half of the times between two steps and half of them inside", () => {
  const kills = planKills(18, 200);
  for (const target of killTargets) {
    const own = kills.filter((kill) => kill.target === target);
    expect(own).toHaveLength(40);
    expect(own.filter(({ moment }) => moment.kind === "boundary")).toHaveLength(20);
  }
});
