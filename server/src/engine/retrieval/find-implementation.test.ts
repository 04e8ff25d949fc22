import { afterAll, beforeAll, expect, it } from "vitest";

import { indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

import { queuedWork } from "./find-implementation.ts";

const files: Record<string, string> = {
  "app/Jobs/ReadBoat.php": "<?php\n\nclass ReadBoat\n{\n    public function __construct(string $name) {}\n\n    public function handle(): void\n    {\n        $this->read();\n    }\n}\n",
  "app/jobs/moor_job.rb": "class MoorJob\n  def perform(boat)\n    boat.moor\n  end\nend\n",
  "tasks.py": "def count_boats(harbour):\n    return len(harbour.boats)\n",
}; // prettier-ignore

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Open", files }]);
});
afterAll(() => indexed.remove());

it.each([
  ["Dispatcher::dispatch(new ReadBoat($file->path()));", "handle"],
  ["ReadBoat::dispatch($name);", "handle"],
  ["MoorJob.perform_later(boat)", "perform"],
  ["count_boats.delay(harbour)", "count_boats"],
  ["Dispatcher::dispatch(new WriteBoat());", undefined],
])("what %s puts in line is %s", (line, name) => {
  const from = { codebase: indexed.codebase, path: "app/a.php", symbol: { name: "a" } as never };
  expect(queuedWork(from, line)?.symbol.name).toBe(name);
});
