import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const files: Record<string, string> = {
  "harbour/start.py": `from time import sleep


def connect_database(session):
    """Opens the database."""
    max_retry = 10
    wait_seconds = 1

    while True:
        if session.connect():
            break
        logger.error("Database connection failed. Retrying")
        max_retry -= 1
        sleep(wait_seconds)  # not too fast
        if max_retry == 0:
            raise ConnectionError("Database connection failed")

    create_tables(session)
    load_settings(session)
    print("the database is there")
    print("the server starts")
    print("the berths are there")
    print("the ships are there")
    print("the crews are there")
    print("the ropes are there")
    print("the sails are there")
    print("the masts are there")
    print("the decks are there")
    print("the flags are there")
    print("the anchors are there")
    print("the lamps are there")
    print("the maps are there")
`,
  "harbour/wait.py": `import time


def stay_awake(server):
    """Waits until the server is told to stop."""
    while True:
        try:
            time.sleep(1000)
        except KeyboardInterrupt:
            break
`,
};
const goFiles: Record<string, string> = {
  "go.mod": "module harbour\n\ngo 1.22\n",
  "cmd/init.go": `package main

// initDB opens the connections to the database when the server starts.
func initDB() *DB {
	if err := ko.Unmarshal("db", &c); err != nil {
		lo.Fatalf("error loading db config: %v", err)
	}
	db, err := sqlx.Connect("postgres", c.URL)
	if err != nil {
		lo.Fatalf("error connecting to db: %v", err)
	}
	return db
}
`,
  "cmd/main.go": "package main\n\nfunc main() {\n\tdb := initDB()\n\tserve(db)\n}\n",
};

let harbour: IndexedCodebase;
let pier: IndexedCodebase;
beforeAll(async () => {
  harbour = await indexCodebase("harbour", [{ message: "Begin", files }]);
  pier = await indexCodebase("pier", [{ message: "Begin", files: goFiles }]);
});
afterAll(async () => {
  await harbour.remove();
  await pier.remove();
});
const ask = async (of: IndexedCodebase, text: string) => (await askCodebase(of.codebase, { text })).text;

describe("whether something is tried again", () => {
  it.each([
    "If the database isn't up yet when the server starts, does it wait or die?",
    "If the database cannot be reached, does it retry or exit?",
  ])("is told by the loop that does so, with how often, how long and what ends it: %s", async (question) => {
    const text = await ask(harbour, question);
    expect(text).toContain("**`connect_database`** (`harbour/start.py`, line 4) tries it again, 10 times at most.");
    expect(text).toContain("waits by `sleep(wait_seconds)`, with `max_retry = 10` and `wait_seconds = 1`.");
    expect(text).toContain('it ends by `raise ConnectionError("Database connection failed")` (line 16).');
    expect(text).toMatch(/lines 6–16 \[\d+\]:\n\n```python\nmax_retry = 10\n/);
    expect(text).not.toContain("stay_awake`** (");
  });

  it("is told by the condition where nothing is tried again, with the line that it asks about", async () => {
    const text = await ask(pier, "If the database isn't up yet when the server starts, does it wait or die?");
    expect(text).toMatch(
      /^Where `if err != nil \{` holds, \*\*`initDB`\*\* \(`cmd\/init\.go`, line 9\) goes on so\.[^]*db, err := sqlx\.Connect[^]*error connecting to db/,
    );
    expect(text).not.toContain("error loading db config");
  });
});

describe("what a loop leaves open is not told of it", () => {
  const onlyFile = async (path: string, content: string) => {
    const quay = await indexCodebase("quay", [{ message: "Begin", files: { [path]: content } }]);
    const text = await ask(quay, "If the database cannot be reached, does it retry or exit?");
    await quay.remove();
    return text;
  };

  it("such as how often it tries where only some failures are counted", async () => {
    const text = await onlyFile(
      "src/connect.ts",
      `/** Connects to the database when the server starts. */
export async function connectDatabase() {
  let attempts = 3;
  while (attempts > 0) {
    try {
      return await database.connect();
    } catch (error) {
      if (error.code === "FATAL") attempts -= 1;
    }
    await sleep(1000);
  }
}
`,
    );
    expect(text).toContain("tries it again. It goes on by `while (attempts > 0) {`");
    expect(text).not.toContain("at most");
  });

  it("such as how often it tries where the count falls in a branch of several lines", async () => {
    const text = await onlyFile(
      "src/connect.ts",
      `/** Connects to the database when the server starts. */
export async function connectDatabase() {
  let attempts = 3;
  while (attempts > 0) {
    try {
      return await database.connect();
    } catch (error) {
      if (error.code === "FATAL") {
        attempts -= 1;
      }
    }
    await sleep(1000);
  }
}
`,
    );
    expect(text).toContain("tries it again. It goes on by");
    expect(text).not.toContain("at most");
  });

  it("such as an end that one kind of failure has", async () => {
    const text = await onlyFile(
      "harbour/connect.py",
      `import time


def connect_database(pool):
    """Connects to the database when the server starts."""
    for attempt in range(5):
        try:
            return pool.connect()
        except PermanentError:
            raise
        except Exception:
            logger.error("no database")
        time.sleep(2)
`,
    );
    expect(text).toContain("tries it again, 5 times at most.");
    expect(text).not.toContain("it ends by");
    expect(text).not.toContain("No line in it was found");
  });

  it("while the line behind it is", async () => {
    const text = await onlyFile(
      "harbour/connect.py",
      `import time


def connect_database(pool):
    """Connects to the database when the server starts."""
    for attempt in range(5):
        try:
            return pool.connect()
        except PermanentError:
            raise
        except Exception:
            logger.error("no database")
        time.sleep(2)
    raise ConnectionError("no database")
`,
    );
    expect(text).toContain('it ends by `raise ConnectionError("no database")` (line 14).');
  });
});
