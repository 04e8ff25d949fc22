import { expect, it } from "vitest";

import { groupCommands, moveHighlight } from "./command-groups.ts";
import type { Command } from "./command-groups.ts";

function command(group: Command["group"], label: string): Command {
  return { key: label, group, label, icon: null, href: "#" };
}

const commands = [
  command("Go to", "Product Settings"),
  command("Go to", "Services"),
  command("Symbols", "delayOf"),
  command("Files", "delay.ts"),
  command("Search Results", "Runbook"),
  command("Ask", "Ask ..."),
];

it("orders groups: ask, pages, code, navigation targets", () => {
  const titles = groupCommands({ text: "", commands }).map(({ title }) => title);
  expect(titles).toEqual(["Ask", "Search Results", "Files", "Symbols", "Go to"]);
});

it("filters navigation targets by every word, case-insensitively, and does not filter server results", () => {
  const groups = groupCommands({ text: "SETTINGS prod", commands });
  expect(groups.map(({ commands }) => commands.map(({ label }) => label))).toEqual([
    ["Ask ..."],
    ["Runbook"],
    ["delay.ts"],
    ["delayOf"],
    ["Product Settings"],
  ]);
});

it("leaves out a group without commands", () => {
  const titles = groupCommands({ text: "zzz", commands }).map(({ title }) => title);
  expect(titles).toEqual(["Ask", "Search Results", "Files", "Symbols"]);
});

it("wraps around by arrow keys and stops at the ends by page keys", () => {
  const at = (key: string, index: number) => moveHighlight(key, { index, count: 20 });
  expect([at("ArrowDown", 19), at("ArrowUp", 0)]).toEqual([0, 19]);
  expect([at("PageDown", 3), at("PageDown", 15), at("PageUp", 5)]).toEqual([11, 19, 0]);
  expect([at("Home", 9), at("End", 9), at("x", 9)]).toEqual([0, 19, null]);
  expect(moveHighlight("ArrowDown", { index: 0, count: 0 })).toBeNull();
});
