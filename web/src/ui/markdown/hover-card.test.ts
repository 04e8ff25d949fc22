import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createHoverCard, restMs, staysOpen, type Box } from "./hover-card.ts";

const chip: Box = { left: 100, top: 200, right: 120, bottom: 218 };
const card: Box = { left: 100, top: 60, right: 660, bottom: 194 };
const onChip = { x: 110, y: 210 };

let boxes: Record<string, Box>;
let shown: string[];

beforeEach(() => {
  vi.useFakeTimers();
  boxes = { chip, other: { left: 200, top: 200, right: 220, bottom: 218 } };
  shown = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function makeCard() {
  return createHoverCard({
    triggerBox: (id) => boxes[id] ?? null,
    cardBox: () => (shown.at(-1)?.startsWith("show") ? card : null),
    show: (id) => shown.push(`show ${id}`),
    hide: () => shown.push("hide"),
  });
}

it("opens for a pointer that rests on a chip, however its hand trembles", () => {
  const hover = makeCard();
  hover.movedOnTrigger("chip", onChip);
  vi.advanceTimersByTime(restMs - 10);
  hover.movedOnTrigger("chip", { x: 111, y: 211 });
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(shown).toEqual(["show chip"]);
});

it("opens nothing for a pointer that only passes, however slowly", () => {
  const hover = makeCard();
  for (let x = 100; x <= 120; x += 5) {
    hover.movedOnTrigger("chip", { x, y: 210 });
    vi.advanceTimersByTime(restMs - 10);
  }
  hover.movedTo({ x: 130, y: 210 }, false);
  vi.advanceTimersByTime(restMs * 2);
  expect(shown).toEqual([]);
  expect(hover.isActive).toBe(false);
});

it("opens nothing where the chip moved away meanwhile", () => {
  const hover = makeCard();
  hover.movedOnTrigger("chip", onChip);
  boxes["chip"] = { left: 100, top: 300, right: 120, bottom: 318 };
  vi.advanceTimersByTime(restMs);
  expect(shown).toEqual([]);
});

it("closes once the pointer is off both, and for scrolling and pressing", () => {
  const hover = makeCard();
  const rest = () => {
    hover.movedOnTrigger("chip", onChip);
    vi.advanceTimersByTime(restMs);
  };
  rest();
  hover.movedTo({ x: 110, y: 197 }, false);
  hover.movedTo({ x: 400, y: 100 }, false);
  expect(shown).toEqual(["show chip"]);
  hover.movedTo({ x: 400, y: 240 }, false);
  expect(shown).toEqual(["show chip", "hide"]);
  rest();
  hover.close();
  expect(shown).toEqual(["show chip", "hide", "show chip", "hide"]);
});

it("closes where the page moved the chip from under the pointer", () => {
  const hover = makeCard();
  hover.movedOnTrigger("chip", onChip);
  vi.advanceTimersByTime(restMs);
  boxes["chip"] = { left: 100, top: 700, right: 120, bottom: 718 };
  hover.movedTo({ x: 110, y: 210 }, false);
  expect(shown).toEqual(["show chip", "hide"]);
});

it("goes over to another chip only when the pointer rests there", () => {
  const hover = makeCard();
  hover.movedOnTrigger("chip", onChip);
  vi.advanceTimersByTime(restMs);
  hover.movedOnTrigger("other", { x: 210, y: 210 });
  hover.movedTo({ x: 210, y: 210 }, true);
  expect(shown).toEqual(["show chip", "hide"]);
  hover.movedOnTrigger("other", { x: 212, y: 212 });
  vi.advanceTimersByTime(restMs);
  expect(shown).toEqual(["show chip", "hide", "show other"]);
});

it("gives way to a control that the card covers", () => {
  const over = { x: 300, y: 100 };
  expect(staysOpen(over, { trigger: chip, card, isOnControl: false })).toBe(true);
  expect(staysOpen(over, { trigger: chip, card, isOnControl: true })).toBe(false);
  // The chip is a link itself.
  expect(staysOpen(onChip, { trigger: chip, card, isOnControl: true })).toBe(true);
});
