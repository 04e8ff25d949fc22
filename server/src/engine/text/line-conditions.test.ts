import { expect, it } from "vitest";

import { conditionsAround } from "./line-conditions.ts";

const around = (text: string, line: number) =>
  conditionsAround(text.split("\n"), line, 1).map((one) => ({ kind: one.kind, text: one.text, line: one.line }));

it("sees a condition over several lines, whatever line its bracket closes on", () => {
  const php = [
    "function sweep($boats) {",
    "    if (",
    "        $boats->isEmpty()",
    "        && ! $this->keeps($boats)",
    "    ) {",
    "        $berth->delete();",
    "    }",
    "    $harbour->save();",
    "}",
  ].join("\n");
  expect(around(php, 6)).toEqual([{ kind: "if", text: "$boats->isEmpty() && ! $this->keeps($boats)", line: 2 }]);
  expect(around(php, 8)).toEqual([]);
  const python = ["def sweep():", "    if (", "        empty", "        and not kept", "    ):", "        drop()"].join(
    "\n",
  );
  expect(around(python, 6)).toEqual([{ kind: "if", text: "empty and not kept", line: 2 }]);
  const chained = [
    "{",
    "  if (a) {",
    "    b();",
    "  } else if (",
    "    c &&",
    "    d",
    "  ) {",
    "    e();",
    "  }",
    "}",
  ].join("\n");
  expect(around(chained, 8)).toMatchObject([{ text: "c && d" }]);
});

it("takes the end of a call's arguments for no condition", () => {
  const code = ["{", "  register(", "    boat,", "  ) {", "    drop();", "  }", "}"].join("\n");
  expect(around(code, 5)).toEqual([]);
});
