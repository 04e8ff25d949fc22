import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { isKeyedByText, readKeyTexts, readMessageIds } from "./read-message-ids.ts";

it("takes the texts by which translations are found", () => {
  const lines = [
    "return [",
    "    'No' => 'Non',",
    "    'Free a berth' => 'Libérer',",
    "    'Don\\'t moor here' => '…',",
    "];",
  ];
  expect(isKeyedByText(lines)).toBe(true);
  expect(readKeyTexts(lines).map(({ text, line }) => [text, line])).toEqual([
    ["No", 2],
    ["Free a berth", 3],
    ["Don't moor here", 4],
  ]);
});

it("takes names for texts as names", () => {
  expect(isKeyedByText(['  "berth.free": "Free a berth",', '  "Free a berth": "x",'])).toBe(false);
  expect(isKeyedByText([])).toBe(false);
});

it("reads the texts of a gettext catalogue over their lines, without the translations", () => {
  const lines = [
    'msgid ""',
    'msgstr "Language: de"',
    '"Plural-Forms: nplurals=2"',
    'msgid "Free a berth"',
    'msgstr "Platz freigeben"',
    'msgid ""',
    '"Ships that stay "',
    '"over night pay"',
    'msgstr ""',
    '"Schiffe zahlen"',
  ];
  expect(readMessageIds(lines)).toEqual([
    { text: "Free a berth", key: "", further: null, line: 4, endLine: 4 },
    { text: "Ships that stay over night pay", key: "", further: null, line: 6, endLine: 8 },
  ]);
});

it("leaves out what is no text that anybody reads, and ends messages", () => {
  const long = "x".repeat(2_000);
  expect(readMessageIds([`msgid "${long}"`, 'msgid "Free a berth"'])).toMatchObject([{ text: "Free a berth" }]);
  const [message] = readMessageIds(['msgid ""', ...Array.from({ length: 100 }, () => `"${"a berth ".repeat(10)}"`)]);
  expect(message?.text.length).toBeLessThan(2_100);
});

it("takes no longer for catalogues that are made to", () => {
  const clock = startCpuClock();
  readMessageIds([`msgid "<${"a".repeat(80_000)}"`]);
  readMessageIds(['msgid ""', ...Array.from({ length: 8_000 }, () => '"a berth of <b>"')]);
  readMessageIds(Array.from({ length: 200 }, () => `msgid "<${"a".repeat(1_190)}"`));
  readKeyTexts([`"${"\\".repeat(40)}`]);
  expect(clock()).toBeLessThan(500);
});
