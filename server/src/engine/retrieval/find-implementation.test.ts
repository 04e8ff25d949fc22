import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openAnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

import { implementationOf, onlyImplementation, queuedWork } from "./find-implementation.ts";

const files: Record<string, string> = {
  "app/Jobs/ReadBoat.php": "<?php\n\nclass ReadBoat\n{\n    public function __construct(string $name) {}\n\n    public function handle(): void\n    {\n        $this->read();\n    }\n}\n",
  "app/jobs/moor_job.rb": "class MoorJob\n  def perform(boat)\n    boat.moor\n  end\nend\n",
  "tasks.py": "def count_boats(harbour):\n    return len(harbour.boats)\n",
  "api/letter.go": "package api\n\ntype LetterDatabase interface {\n\tCreateLetter(text string) error\n\tDeleteLetter(id uint) error\n}\n\ntype LetterAPI struct {\n\tDB   LetterDatabase\n\tMail Postman\n}\n\nfunc (a *LetterAPI) Post() {\n\ta.DB.CreateLetter(a.text)\n}\n\ntype Postman interface {\n\tDeleteLetter(id uint) error\n\tRingTwice()\n}\n",
  "database/letter.go": "package database\n\nfunc (d *Chest) CreateLetter(text string) error {\n\treturn d.write(text)\n}\n",
  "database/delete.go": "package database\n\nfunc (d *Chest) DeleteLetter(id uint) error {\n\treturn d.remove(id)\n}\n",
  "src/notifier.ts": "export interface Notifier {\n  notifyPerson(guest: string): Promise<void>;\n}\n\nexport class TextMessages implements Notifier {\n  notifyPerson(guest: string) { return fetch(guest); }\n}\n\nexport class PaperLetters implements Notifier {\n  notifyPerson(guest: string) {\n    return fetch(guest);\n  }\n}\n\nexport interface Charger {\n  createCharge(amount: number): void;\n}\n\nexport class Elephant {\n  createCharge(amount: number) {\n    return amount;\n  }\n}\n\nexport interface Horn {\n  blowHorn(): void;\n}\n\nexport class Ship implements Horn {\n  blowHorn() {\n    return 1;\n  }\n}\n",
  "app/promises.php": "<?php\n\ninterface Horn\n{\n    public function blowHorn(): void;\n}\n\nclass Ship implements Horn\n{\n    public function blowHorn(): void\n    {\n        go();\n    }\n}\n\ninterface Bell\n{\n    public function ringBell(): void;\n}\n\nclass Brass implements Bell\n{\n    public function ringBell(): void { go(); }\n}\n\nclass Iron implements Bell\n{\n    public function ringBell(): void\n    {\n        go();\n    }\n}\n\ninterface Charger\n{\n    public function createCharge(): void;\n    public function takeBack(): void;\n}\n\nclass Elephant\n{\n    public function createCharge(): void\n    {\n        go();\n    }\n}\n\n",
  "src/pay.ts": "import Stripe from 'stripe';\nimport { Bell } from 'bells';\nimport type { Horn, Notifier } from './notifier.ts';\n\nconst stripe = new Stripe('x');\n\nexport function pay(notifier: Notifier, horn: Horn, bell: Bell) {\n  stripe.createCharge(1);\n  notifier.notifyPerson('a');\n  horn.blowHorn();\n  bell.blowHorn();\n}\n",
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
  ["$this->queue->push(new ReadBoat($name));", "handle"],
  ["$this->dispatch(new ReadBoat($name));", "handle"],
  ["history.push(new ReadBoat(name));", undefined],
  ["store.dispatch(new ReadBoat(name));", undefined],
])("what %s puts in line is %s", (line, name) => {
  const from = { codebase: indexed.codebase, path: "app/a.php", symbol: { name: "a" } as never };
  expect(queuedWork(from, line)?.symbol.name).toBe(name);
});

describe("a call is led to what does the work only where a promise leads there", () => {
  it.each([
    ["api/letter.go", "DB", "CreateLetter", "Chest.CreateLetter"],
    ["src/pay.ts", "horn", "blowHorn", "Ship.blowHorn"],
    // Of a package, with a method of the same name as one of ours.
    ["src/pay.ts", "stripe", "createCharge", null],
    ["src/pay.ts", "bell", "blowHorn", null],
    // Two keep it, one of them in one line.
    ["src/pay.ts", "notifier", "notifyPerson", null],
    // It has not all that is promised.
    ["api/letter.go", "Mail", "DeleteLetter", null],
  ])("in %s of %s.%s", async (path, receiver, name, expected) => {
    const work = { emit: () => undefined, signal: new AbortController().signal, focus: null };
    const context = openAnswerContext([indexed.codebase], work);
    const from = { codebase: indexed.codebase, path, symbol: { name: "a" } as never };
    const found = await implementationOf(context, from, { receiver, name });
    expect(found && `${found.symbol.parent}.${found.symbol.name}`).toBe(expected);
  });

  it.each([
    ["blowHorn", "Horn", "Ship"],
    ["ringBell", "Bell", undefined],
    ["createCharge", "Charger", undefined],
  ])("%s of %s", (name, type, expected) => {
    const { codebase } = indexed;
    const path = "app/promises.php";
    const symbol = codebase.index.facts(path)?.symbols.find((one) => one.name === name && one.parent === type);
    expect(symbol).toBeDefined();
    const found = symbol && onlyImplementation({ codebase, path, symbol });
    expect(found?.symbol.parent).toBe(expected);
  });
});
