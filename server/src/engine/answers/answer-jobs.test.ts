import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "harbour/clock.py": `import logging

logger = logging.getLogger()


def _guarded(work):
    try:
        work()
    except Exception as e:
        logger.error("failed %s", e)


@repeat_every(minutes=60)
def tidy():
    """Throws away what nobody needs. Runs long."""
    _guarded(sweep)


@repeat_every(minutes=5)
def count():
    try:
        return sweep()
    except KeyboardInterrupt:
        print("stopped")


def sweep():
    return 1
`,
  "harbour/app.py": `from harbour import tasks


def start():
    TaskRegistry.register_daily(tasks.close_berths)
`,
  "harbour/tasks.py": `def close_berths():
    """Closes berths at night."""
    return 1
`,
  "harbour/management/commands/alarm.py": `import time

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Rings the bell."

    def handle(self):
        while True:
            ring()
            time.sleep(2)
`,
  "web/timer.ts":
    "/** A timer of the kitchen that fails. */\nexport function startTimer() {\n  return setTimeout(stop, 10);\n}\n",
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());
const ask = async (text: string) => (await askCodebase(indexed.codebase, { text })).text;
const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));

describe("what runs beside requests", () => {
  it.each([
    "Which background jobs run, and how often?",
    "How often do the scheduled jobs run?",
    "Which background processes have to run, and what does each do?",
  ])("is listed with when it runs and what is said of it: %s", async (question) => {
    const rows = rowsOf(await ask(question)).map((line) => line.replace(/ \| `harbour.*/, ""));
    expect(rows.toSorted()).toEqual([
      "| `daily` | `tasks.close_berths` | own job | Closes berths at night.",
      "| `every 2 seconds` | `alarm`, `Command.handle` | Loop | Rings the bell.",
      "| `every 5 minutes` | `count` | own job | ",
      "| `every hour` | `tidy` | own job | Throws away what nobody needs.",
    ]);
  });
});

describe("what happens when a job fails", () => {
  it.each([
    "Which background jobs run, and what happens when one of them blows up?",
    "What happens when a scheduled job fails?",
  ])("is told by the place that catches it, and by no place that heeds something else: %s", async (question) => {
    const text = await ask(question);
    expect(text).toContain(
      "**`_guarded`** (`harbour/clock.py`, line 9), which `tidy` goes through, catches what `work()` throws, writes it to the log, and does not throw it on.",
    );
    expect(text).not.toMatch(/stopped|startTimer/);
  });

  it("is not taken for a question about a job where something else fails", async () => {
    expect(await ask("What happens when closing a berth fails?")).not.toContain("goes through, catches");
  });
});

it("tells no purpose of a job by a comment of code above it that was switched off", async () => {
  const jobs = `import cron from "node-cron";

// disabled until we have mails
// cron.schedule("0 4 * * *", sendMails);
export async function removeOldBoats() {
  await boats.removeOld();
}

cron.schedule("0 3 * * *", removeOldBoats);
`;
  const manifest = '{ "name": "quay", "dependencies": { "node-cron": "3.0.0" } }\n';
  const quay = await indexCodebase("quay", [
    { message: "Begin", files: { "src/jobs.ts": jobs, "package.json": manifest } },
  ]);
  const { text } = await askCodebase(quay.codebase, { text: "Which scheduled jobs run?" });
  expect(text).toContain("removeOldBoats");
  expect(text.toLowerCase()).not.toContain("disabled until");
  await quay.remove();
});

describe("a job that fails", () => {
  const told = async (body: string) => {
    const jobs = `import cron from "node-cron";\n\nexport async function closeBoats() {\n${body}}\n\ncron.schedule("0 3 * * *", closeBoats);\n`;
    const manifest = '{ "name": "quay", "dependencies": { "node-cron": "3.0.0" } }\n';
    const quay = await indexCodebase("quay", [
      { message: "Begin", files: { "src/jobs.ts": jobs, "package.json": manifest } },
    ]);
    const { text } = await askCodebase(quay.codebase, { text: "What happens when a scheduled job fails?" });
    await quay.remove();
    return text;
  };

  it("is not said to end in a catch that was not read whole", async () => {
    const calls = Array.from({ length: 14 }, (_, at) => `    tell(${at});\n`).join("");
    const text = await told(
      `  try {\n    await close();\n  } catch (error) {\n${calls}    log.error(error);\n    throw error;\n  }\n`,
    );
    expect(text).toContain("goes through, catches");
    expect(text).not.toContain("does not throw it on");
  });

  it("is not told by the catch around one item alone", async () => {
    const text = await told(
      "  for (const boat of boats) {\n    try {\n      await close(boat);\n    } catch (error) {\n      log.error(error);\n    }\n  }\n  await closeDay();\n",
    );
    expect(text).toContain("catches what `await close(boat);` throws, writes it to the log, and does not throw it on.");
    expect(text).toContain("What fails outside of it is not caught there.");
  });
});
