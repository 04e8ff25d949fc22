import { expect, it } from "vitest";

import { groupCommands } from "./command-groups.ts";
import type { Command } from "./command-groups.ts";

function command(group: Command["group"], label: string): Command {
  return { key: label, group, label, icon: null, href: "#" };
}

const commands = [
  command("Go to", "Product Settings"),
  command("Go to", "Services"),
  command("Search Results", "Runbook"),
  command("Ask", "Ask ..."),
];

it("puts asking first, then pages, then places", () => {
  expect(groupCommands({ text: "", commands }).map(({ title }) => title)).toEqual(["Ask", "Search Results", "Go to"]);
});

it("filters places by every word, in any case, and leaves the server's results alone", () => {
  const groups = groupCommands({ text: "SETTINGS prod", commands });
  expect(groups.map(({ commands }) => commands.map(({ label }) => label))).toEqual([
    ["Ask ..."],
    ["Runbook"],
    ["Product Settings"],
  ]);
});

it("leaves out a group without commands", () => {
  expect(groupCommands({ text: "zzz", commands }).map(({ title }) => title)).toEqual(["Ask", "Search Results"]);
});
