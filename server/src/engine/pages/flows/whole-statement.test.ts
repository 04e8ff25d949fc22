import { expect, it } from "vitest";

import { wholeOf } from "./whole-statement.ts";

it.each([
  [["await boats.save();"], "await boats.save();", 1],
  [
    ["const one = Boat.objects.get_or_create(", "    name=name,", "    port=port,", ")"],
    "const one = Boat.objects.get_or_create(name=name, port=port)",
    4,
  ],
  [
    ["await sql.query(`", "  DELETE FROM boats", "  WHERE sunk_at < now()", "`);"],
    "await sql.query(` DELETE FROM boats WHERE sunk_at < now() `);",
    4,
  ],
  [["  save(boat) });", "more();"], "save(boat) });", 1],
  [["save(", ...Array.from({ length: 20 }, () => "  one,"), ")"], "save(", 1],
])("tells a call over several lines whole, and a long one by its first line: %j", (lines, text, endLine) => {
  expect(wholeOf(lines, 1)).toEqual({ text, endLine });
});
