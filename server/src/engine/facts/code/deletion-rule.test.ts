import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { deletionRuleAt } from "./deletion-rule.ts";

it.each([
  ["SQL", ["boat_id INT REFERENCES boats (id) ON DELETE CASCADE ON UPDATE CASCADE,"], "deleted"],
  ["SQL whose next column has one", ["a INT REFERENCES boats (id), b INT REFERENCES quays ON DELETE CASCADE"], null],
  ["SQL over two lines", ["FOREIGN KEY (boat_id)", "  REFERENCES boats(id) ON DELETE SET NULL"], "emptied"],
  ["Rails", ['add_foreign_key "lines", "boats", on_delete: :nullify'], "emptied"],
  ["Rails without one", ['add_foreign_key "lines", "boats"', 'add_foreign_key "a", "b", on_delete: :cascade'], null],
  ["Django", ['("owner", models.ForeignKey(to="boats", on_delete=models.CASCADE)),'], "deleted"],
  ["an added field of Django", ['name="boat",', "field=models.ForeignKey(", "  on_delete=django.db.models.deletion.CASCADE,", "),"], "deleted"],
  ["a field of Django over lines", ['name="boat",', "field=models.ForeignKey(", "  on_delete=models.PROTECT,", "),"], "refused"],
  ["Prisma", ["boat Boat @relation(fields: [boatId], references: [id], onDelete: Cascade)"], "deleted"],
  ["Drizzle", ['boatId: text("boat_id").references(() => boats.id, { onDelete: "set null" }),'], "emptied"],
  ["Laravel", ["$table->foreignId('boat_id')->constrained()->cascadeOnDelete();"], "deleted"],
  ["a chain over lines", ["$table->foreign('boat_id')", "    ->references('id')", "    ->on('boats')", "    ->nullOnDelete();", "$table->foreign('a')->cascadeOnDelete();"], "emptied"],
  ["a chain without one before another", ["$table->foreign('boat_id')", "    ->on('boats');", "$table->foreign('a')->cascadeOnDelete();"], "refused"],
  ["a rule that is put in", ["$table->foreignId('boat_id')->constrained()->onDelete($rule);"], null],
  ["a column of Laravel that is no key", ["$table->foreignId('boat_id');"], null],
])("reads of %s what becomes of a row", (_name, lines, expected) => {
  expect(deletionRuleAt(lines, 1)?.rule ?? null).toBe(expected);
}); // prettier-ignore

it("says on which line it ends", () => {
  const field = ['name="boat",', "field=models.ForeignKey(", "  on_delete=models.PROTECT,", "),", "other"];
  expect(deletionRuleAt(field, 1)?.endLine).toBe(4);
  expect(deletionRuleAt(["a INT REFERENCES b (id)", "  ON DELETE CASCADE,", "c INT"], 1)?.endLine).toBe(2);
});

it("takes no longer for hostile text", () => {
  const workedMs = startCpuClock();
  const blanks = " ".repeat(50_000);
  expect(deletionRuleAt([`a INT REFERENCES b ON DELETE${blanks}x`], 1)).toBeNull();
  expect(deletionRuleAt([`a INT REFERENCES b ON DELETE ${":".repeat(50_000)}x`], 1)).toBeNull();
  expect(deletionRuleAt([`on_delete${",\t".repeat(10_000)}${blanks}x`], 1)).toBeNull();
  expect(workedMs()).toBeLessThan(1_000);
});
