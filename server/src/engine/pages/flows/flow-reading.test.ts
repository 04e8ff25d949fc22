import { describe, expect, it } from "vitest";

import { conditionsAround, isKeptForLater } from "#server/engine/text/line-conditions.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { flowEffectOf } from "./flow-effect.ts";
import { titleOfRequest } from "./flow-titles.ts";
import { linesOfOtherMethods } from "./method-branches.ts";
import { isSwallowed } from "./swallowed-errors.ts";

const python = `def moor(boat):
    if boat.is_late:
        for line in boat.lines:
            tie(line)
    else:
        wave(boat)
    try:
        ring(boat)
    except Bell:
        repair(boat)
    while not stopped:
        watch(boat)`.split("\n");

const go = `func moor(boat Boat) error {
	for _, line := range boat.Lines {
		switch line.Kind {
		case Rope:
			tie(line)
		}
		_, err := check(line)
		if err != nil {
			continue
		}
		if err := hold(line); err != nil {
			return err
		}
	}
	_ = wave(boat)
	return nil
}`.split("\n");

describe("the conditions of a line", () => {
  const shown = (lines: string[], line: number) =>
    conditionsAround(lines, line, 2).map(({ kind, text }) => `${kind} ${text}`);

  it.each([
    [4, ["if boat.is_late", "each line in boat.lines"]],
    [6, ["unless boat.is_late"]],
    [8, []],
    [10, ["failure except Bell:"]],
    [12, ["while not stopped"]],
  ])("of line %i of Python are what decides and repeats it", (line, expected) => {
    expect(shown(python, line)).toEqual(expected);
  });

  it("are cases of what is chosen from, and loops", () => {
    expect(shown(go, 5)).toEqual(["each _, line := range boat.Lines", "if line.Kind is Rope"]);
  });

  it.each(["# ", "// ", "a", "if ("])("of hostile code take no longer: %s", (mark) => {
    const clock = startCpuClock();
    conditionsAround(["def moor(boat):", `  for ${mark.repeat(40_000)}"`, "    tie(boat)"], 3, 1);
    expect(clock()).toBeLessThan(300);
  });
});

it("knows errors that are dropped or skipped, and those that are handed on", () => {
  expect([7, 11, 15].map((line) => isSwallowed(go, line, "moor.go"))).toEqual([true, false, true]);
});

it("knows lines of functions that are only kept in a map or handed back", () => {
  const kept = `func moor() Ropes {
	tie()
	ropes := Ropes{
		"cut": func(name string) {
			cut(name)
		},
	}
	return func() error {
		return drop()
	}
}`.split("\n");
  expect([2, 5, 9].map((line) => isKeptForLater(kept, line, 2))).toEqual([false, true, true]);
});

it("leaves out what one function does for requests of another method", () => {
  const handler = `export default async function boats(req, res) {
  if (req.method === "PUT") {
    await change();
  } else if (req.method === "DELETE") {
    await remove();
  }
}`.split("\n");
  expect([...linesOfOtherMethods(handler, { startLine: 1, endLine: 7 }, "PUT")]).toEqual([5]);
  expect([...linesOfOtherMethods(handler, { startLine: 1, endLine: 7 }, "DELETE")]).toEqual([3]);
});

it.each([
  ['_, err = ar.data.DB.Context(ctx).ID(answerID).Cols("status").Update(&entity.Answer{', "writes"],
  ['session.Where("id = ?", id).Delete(&entity.Tag{})', "deletes"],
  ["if retryAt.Before(item.EnqueuedAt.Add(giveUpAfter)) {", null],
  ["ids, err := k.fetch()", null],
  ["await fetch(`https://api.example.org/v1`)", "calls another service"],
])("takes %s for %s", (line, expected) => {
  expect(flowEffectOf(line)).toBe(expected);
});

it.each([
  ["POST", "/notes", "createNote", "Creating a note"],
  ["PUT", "/api/v1/links/:id", "links", "Changing a link"],
  ["DELETE", "/api/v1/links/:id", "links", "Deleting a link"],
  ["POST", "/checks/<uuid:code>/pause/", "pause", "Pausing a check"],
  ["POST", "/answer/recover", "QuestionRecover", "Recovering a question"],
  ["POST", "/users", "addUser", "Adding a user"],
  ["PUT", "/users/{id}/password", "updateUserPassword", "Changing user password"],
  ["ANY", "/ping/<uuid:code>", "ping", "What /ping/<uuid:code> does"],
  ["POST", "/api/status", "handler", "What POST /api/status does"],
  ["POST", "/api/boats/:boatId", "POST", "What POST /api/boats/:boatId does"],
  ["POST", "/hooks/service/:service", "BounceWebhook", "What POST /hooks/service/:service does"],
])("calls %s %s by %s what people call it", (method, path, name, expected) => {
  expect(titleOfRequest({ method, path } as Parameters<typeof titleOfRequest>[0], name)).toBe(expected);
});
