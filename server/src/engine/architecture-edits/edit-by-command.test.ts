import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { editByCommand } from "./edit-by-command.ts";
import type { EditedDraft } from "./edited-draft.ts";
import { suggestForGoal } from "./suggest-for-goal.ts";

const node = (name: string, form: EditedDraft["nodes"][number]["form"] = "api") => ({
  nodeId: name,
  form,
  name,
  description: `Does what ${name} is there for`,
});

const draft: EditedDraft = {
  nodes: [
    node("web", "frontend"),
    node("Orders API"),
    node("Orders DB", "database"),
    node("Search and Filter"),
    node("outside:stripe", "outside"),
    { ...node("Jobs", "queue"), isDrawn: true, technology: "RabbitMQ" },
  ],
  edges: [
    { sourceId: "web", targetId: "Orders API", stance: "allowed", isInCode: true },
    { sourceId: "Orders API", targetId: "Orders DB", stance: null, isInCode: true },
  ],
};

/** The changes in short: kind and what it is about. */
function edit(request: string, on = draft): string[] {
  const { changes, problems } = editByCommand(request, on);
  const said = changes.map((change) => {
    const { kind, reason: _reason, ...rest } = change;
    return [kind, ...Object.values(rest)].join(" | ");
  });
  return [...said, ...problems.map((problem) => `! ${problem}`)];
}

it.each([
  ["add a backend called billing", ["added | proposed-1 | api | billing | "]],
  [
    "connect web to Orders DB and Search and Filter to Jobs",
    ["joined | web | Orders DB | allowed", "joined | Search and Filter | Jobs | allowed"],
  ],
  [
    "forbid web to use Orders DB, Jobs to use Orders DB and Search and Filter to use web",
    [
      "joined | web | Orders DB | forbidden",
      "joined | Jobs | Orders DB | forbidden",
      "joined | Search and Filter | web | forbidden",
    ],
  ],
  ["Create a new frontend named “Back Office”", ["added | proposed-1 | frontend | Back Office | "]],
  ["add billing as a library", ["added | proposed-1 | library | billing | "]],
  ["please add a payments service", ["added | proposed-1 | api | payments | "]],
  ["add database ledger", ["added | proposed-1 | database | ledger | "]],
  [
    "add a backend called billing that sends invoices to customers",
    ["added | proposed-1 | api | billing | Sends invoices to customers"],
  ],
  [
    "add a backend called billing connected to Orders DB",
    ["added | proposed-1 | api | billing | ", "joined | proposed-1 | Orders DB | allowed"],
  ],
  [
    "add a backend called gateway between web and Orders API",
    [
      "added | proposed-1 | api | gateway | ",
      "joined | web | proposed-1 | allowed",
      "joined | proposed-1 | Orders API | allowed",
    ],
  ],
  [
    "add a backend called billing and connect it to Orders DB",
    ["added | proposed-1 | api | billing | ", "joined | proposed-1 | Orders DB | allowed"],
  ],
  ["connect web with Search and Filter", ["joined | web | Search and Filter | allowed"]],
  ["web -> orders db", ["joined | web | Orders DB | allowed"]],
  ["web uses search-and-filter", ["joined | web | Search and Filter | allowed"]],
  ["forbid web to use Orders DB", ["joined | web | Orders DB | forbidden"]],
  ["web must not call Orders DB", ["joined | web | Orders DB | forbidden"]],
  ["disconnect web from Orders API", ["parted | web | Orders API"]],
  ["remove the line between web and Orders API", ["parted | web | Orders API"]],
  ["rename web to Shop", ["renamed | web | Shop"]],
  ["make Orders API a fullstack app", ["retyped | Orders API | fullstack"]],
  ["turn web into a library", ["retyped | web | library"]],
  [
    "describe Orders API as Takes orders. And tells whether they can be had",
    ["described | Orders API | Takes orders. And tells whether they can be had"],
  ],
  ["remove web and Search and Filter", ["removed | web", "removed | Search and Filter"]],
  [
    "connect web, Orders API to Search and Filter",
    ["joined | web | Search and Filter | allowed", "joined | Orders API | Search and Filter | allowed"],
  ],
  ["delete Search and Filter", ["removed | Search and Filter"]],
  ["tidy up the canvas", ["arranged"]],
  ["add a queue called orders", ["drawn | proposed-1 | true | queue | orders | "]],
  ["add a message queue named Tide Events", ["drawn | proposed-1 | true | queue | Tide Events | "]],
  ["add a Kafka topic called orders", ["drawn | proposed-1 | true | queue | orders | Kafka"]],
  [
    "add a Postgres database used by web",
    ["drawn | proposed-1 | true | store | PostgreSQL | PostgreSQL", "joined | web | proposed-1 | allowed"],
  ],
  ["add a postgres database called ledger", ["drawn | proposed-1 | true | store | ledger | PostgreSQL"]],
  [
    "add a redis cache called sessions and connect web to it",
    ["drawn | proposed-1 | true | store | sessions | Redis", "joined | web | proposed-1 | allowed"],
  ],
  ["add an S3 bucket", ["drawn | proposed-1 | true | store | Amazon S3 | Amazon S3"]],
  ["add Twilio", ["drawn | proposed-1 | true | outside | Twilio | Twilio"]],
  ["add an outside service called Harbour Master", ["drawn | proposed-1 | true | outside | Harbour Master | "]],
  ["add a sessions cache", ["drawn | proposed-1 | true | store | sessions | "]],
  // What has tables and migrations of its own is a service, and so is code about what others run.
  ["add a database called ledger", ["added | proposed-1 | database | ledger | "]],
  ["add a Slack bot service", ["added | proposed-1 | api | Slack bot | "]],
  ["add a kafka consumer service", ["added | proposed-1 | api | kafka consumer | "]],
  ["connect web to Jobs as publishes", ["joined | web | Jobs | allowed"]],
  ["web publishes to jobs", ["joined | web | Jobs | allowed"]],
  ["Orders API consumes from jobs", ["joined | Orders API | Jobs | allowed"]],
  ["rename Jobs to Work", ["drawn | Jobs | false | queue | Work | RabbitMQ"]],
  ["make Jobs a store", ["drawn | Jobs | false | store | Jobs | RabbitMQ"]],
  ["remove Jobs", ["removed | Jobs"]],
  [
    "add a queue called events, connect web to events and rename events to Harbour Events",
    [
      "drawn | proposed-1 | true | queue | events | ",
      "joined | web | proposed-1 | allowed",
      "drawn | proposed-1 | false | queue | Harbour Events | ",
    ],
  ],
] as [string, string[]][])("reads: %s", (request, wanted) => {
  expect(edit(request)).toEqual(wanted);
});

it.each([
  ["add a service loyalty that web uses", ["added | loyalty", "web > loyalty"]],
  ["add a queue mails which Orders API writes to", ["drawn | mails", "Orders API > mails"]],
  [
    "add a queue mails to which web writes and from which Orders API reads",
    ["drawn | mails", "web > mails", "Orders API > mails"],
  ],
  [
    "add a queue mails that web writes to and Orders API reads from",
    ["drawn | mails", "web > mails", "Orders API > mails"],
  ],
  [
    "add a service loyalty that web and Search and Filter use",
    ["added | loyalty", "web > loyalty", "Search and Filter > loyalty"],
  ],
  ["add a service loyalty used by web and Orders API", ["added | loyalty", "web > loyalty", "Orders API > loyalty"]],
  ["add a service loyalty that is called by web", ["added | loyalty", "web > loyalty"]],
  [
    "add a service loyalty which calls Orders API and writes to Jobs",
    ["added | loyalty", "loyalty > Orders API", "loyalty > Jobs"],
  ],
  [
    "add a service loyalty that uses Orders DB and is used by web",
    ["added | loyalty", "web > loyalty", "loyalty > Orders DB"],
  ],
  ["add a points service called loyalty reading from Jobs", ["added | loyalty", "loyalty > Jobs"]],
  [
    "add a service loyalty between web and Search and Filter",
    ["added | loyalty", "web > loyalty", "loyalty > Search and Filter"],
  ],
  [
    "add a service loyalty that counts points of customers and that web uses",
    ["added | loyalty | Counts points of customers", "web > loyalty"],
  ],
  [
    "add a service loyalty that web uses, add a queue mails that loyalty writes to",
    ["added | loyalty", "web > loyalty", "drawn | mails", "loyalty > mails"],
  ],
  [
    "add a service loyalty that web uses and a queue called mails that loyalty writes to",
    ["added | loyalty", "web > loyalty", "drawn | mails", "loyalty > mails"],
  ],
  // A description names another part, and what follows is said of that.
  [
    "add a service loyalty that takes points and a queue that web uses",
    ["added | loyalty | Takes points and a queue that web uses"],
  ],
] as [string, string[]][])("draws the lines of: %s", (request, wanted) => {
  const { changes, problems, isUnderstood } = editByCommand(request, draft);
  const names = new Map(draft.nodes.map(({ nodeId, name }) => [nodeId, name]));
  const said = changes.map((change) => {
    if (change.kind === "added" || change.kind === "drawn") names.set(change.nodeId, change.name);
    if (change.kind === "joined") return `${names.get(change.sourceId)} > ${names.get(change.targetId)}`;
    const words = change.kind === "added" ? change.description : "";
    return [change.kind, "name" in change ? change.name : "", words].filter((word) => word !== "").join(" | ");
  });
  expect(said).toEqual(wanted);
  expect([problems, isUnderstood]).toEqual([[], true]);
});

it.each([
  ["add a service loyalty that billing uses", 'There is no node "billing".'],
  ["add a service loyalty used by billing", 'There is no node "billing".'],
  ["add a service loyalty connected to billing", 'There is no node "billing".'],
  ["add a service loyalty using Kafka", 'There is no node "Kafka".'],
  ["add a service loyalty that is quick", 'I did not understand "that is quick".'],
  ["add a service loyalty that web uses and that is quick", 'I did not understand "that is quick".'],
  [
    `connect web to ${Array.from({ length: 13 }, (_unused, at) => `part ${at}`).join(", ")}`,
    'I did not understand "connect web to part 0',
  ],
])("says by its words what it leaves out of: %s", (request, problem) => {
  expect(editByCommand(request, draft).problems.join(" ")).toContain(problem);
});

it("reads several commands, each on what the others made", () => {
  expect(edit("Rename Orders API to Orders. Add a database called Bills; connect orders to bills")).toEqual([
    "renamed | Orders API | Orders",
    "added | proposed-1 | database | Bills | ",
    "joined | Orders API | proposed-1 | allowed",
  ]);
});

it("tells of a line's own word, and of a drawn node's description, that neither is kept", () => {
  const [line] = editByCommand("connect web to Jobs as publishes", draft).changes;
  expect(line?.reason).toBe('Asked for as "publishes": a line keeps no word of its own, and shows what the code does.');
  const [queue] = editByCommand("add a queue called mails: letters that wait to be sent", draft).changes;
  expect(queue).toMatchObject({ kind: "drawn", reason: "Letters that wait to be sent. A queue keeps no description." });
});

it("splits a node into one that keeps its code and parts that have the same lines", () => {
  expect(edit("split Orders API into Orders API and Returns")).toEqual([
    "added | proposed-1 | api | Returns | Split from Orders API: Does what Orders API is there for",
    "joined | web | proposed-1 | allowed",
    "joined | proposed-1 | Orders DB | allowed",
  ]);
});

it.each([
  ["connect web to orders", '"orders" could be "Orders API" or "Orders DB". Say the whole name.'],
  ["connect web to billing", 'There is no node "billing".'],
  ["connect web to web", '"web" can\'t be connected with itself.'],
  ["connect web to Orders API", 'That "web" uses "Orders API" is allowed already.'],
  ["disconnect Orders API from Orders DB", "in the code, and no line says so"],
  ["disconnect Orders API from web", 'There is one from "web" to "Orders API".'],
  ["add a backend called web", 'There is a node "web" already.'],
  ["add billing", 'Say what "billing" is'],
  ["rename web to x", "too short for a name"],
  [`rename web to ${"long".repeat(17)}`, "at most 64 characters"],
  ["describe web as short", "too short"],
  ["remove outside:stripe", "was found in the code"],
  ["make web a frontend", "is a frontend already"],
  ["make web a queue", "which is a service: add a queue beside it"],
  ["make Jobs a backend", "was drawn as a queue: remove it, and add a service"],
  ["describe Jobs as What waits to be done here", "keeps no description"],
  ["split Jobs into Jobs and Mails", "add another one beside it"],
  ["rename outside:stripe to Stripe", "was found in the code"],
])("says why it does not do: %s", (request, problem) => {
  const { changes, problems, isUnderstood } = editByCommand(request, draft);
  expect(changes).toEqual([]);
  expect(problems.join(" ")).toContain(problem);
  expect(isUnderstood).toBe(true);
});

it.each([
  "What does web do?",
  "make it scale",
  "we need to be faster",
  "add a backend",
  "add a queue",
  "add an outside service",
  "asdf",
])("does not guess: %s", (request) => {
  const { changes, isUnderstood } = editByCommand(request, draft);
  expect(changes).toEqual([]);
  expect(isUnderstood).toBe(false);
});

it("answers at once whatever is said of as many nodes as there may be", () => {
  const nodes = Array.from({ length: 1_000 }, (_unused, at) => node(`part ${at}`));
  const large: EditedDraft = { nodes, edges: [] };
  const requests = [
    "a b;".repeat(1_000),
    `connect ${"x and ".repeat(650)}x to y`,
    `a${" ".repeat(3_900)}b`,
    "part 1 uses part 2;".repeat(39),
    "add a ".repeat(660),
    `add a service x that ${"a ".repeat(1_900)}`,
    `add a service x ${"that a uses and ".repeat(240)}`,
    `add a queue x ${"and a queue y ".repeat(270)}`,
    `${"let ".repeat(900)}x`,
  ];
  const workedMs = startCpuClock();
  for (const request of requests) {
    expect(editByCommand(request.slice(0, 4_000), large).changes.length).toBeLessThanOrEqual(200);
    expect(suggestForGoal(request.slice(0, 4_000), large).changes.length).toBeLessThanOrEqual(200);
  }
  expect(workedMs()).toBeLessThan(3_000);
});
