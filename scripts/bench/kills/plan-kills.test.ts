import { expect, it } from "vitest";

import { killedEngines, killTargets, planKills } from "./plan-kills.ts";

it("plans the same kills for the same seed, and others for another", () => {
  expect(planKills(18, 40)).toEqual(planKills(18, 40));
  expect(planKills(18, 40)).not.toEqual(planKills(19, 40));
});

it("kills each target as often, half of the times between two steps and half of them inside", () => {
  const kills = planKills(18, 240);
  for (const target of killTargets) {
    const own = kills.filter((kill) => kill.target === target);
    expect(own).toHaveLength(40);
    expect(own.filter(({ moment }) => moment.kind === "boundary")).toHaveLength(20);
  }
});

it("kills under each engine, at boundaries and inside", () => {
  for (const target of killTargets.filter((one) => one !== "agent")) {
    for (const engine of killedEngines) {
      const own = planKills(18, 240).filter((kill) => kill.target === target && kill.engine === engine);
      expect(new Set(own.map(({ moment }) => moment.kind)).size).toBe(2);
    }
  }
});
