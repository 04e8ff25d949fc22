import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftAccess } from "./draft-access.ts";
import { draftAdditions } from "./draft-additions.ts";
import { draftGotchas } from "./draft-gotchas.ts";

const hook = (name: string) => `export function ${name}Hook(): string {\n  return "${name}";\n}\n`;
const registry = (...names: string[]) =>
  `${names.map((one) => `import { ${one}Hook } from "./${one}/hook.ts";`).join("\n")}\n\nexport const hooks = [${names.map((one) => `${one}Hook`).join(", ")}];\n`;
const added = (name: string, ...before: string[]) => ({
  message: `Add ${name}`,
  files: {
    [`src/hooks/${name}/hook.ts`]: hook(name),
    [`src/hooks/${name}/hook.test.ts`]: `import "./hook.ts";\n`,
    "src/hooks/registry.ts": registry(...before, name),
  },
});

const server = `import express from "express";
import { requireAdmin } from "./guards.ts";

const app = express();
app.get("/boats", (_, response) => response.end());
app.post("/boats", requireAdmin, (_, response) => response.end());
app.delete("/boats/:id", requireAdmin, (_, response) => response.end());
app.listen(1);
`;
const guards = `/** Lets through who may change berths, by the session's role. */
export function requireAdmin(request: any, response: any, next: () => void): void {
  if (request.session.role !== "admin") {
    response.status(403).json({ error: "Only the office may do this" });
    return;
  }
  next();
}
`;
const tides = `// Tells tides.

// The pilot's table must never be read while it is written, because half of a tide is worse than none.
export function readTide(): void {}

// We retry three times at most, since the buoy sleeps between two calls.
export function askBuoy(): void {}

// Works around a bug in old buoys, which answer with the tide of yesterday.
export function mendTide(): void {}

// const old = readTide(); must never be used
export const done = 1;
`;

let repository: IndexedFiles;
let subject: PageSubject;
beforeAll(async () => {
  repository = await indexFiles("quay", [
    {
      message: "Begin",
      files: {
        "src/server.ts": server,
        "src/guards.ts": guards,
        "src/tides.ts": tides,
        "package.json": '{\n  "name": "quay",\n  "dependencies": { "express": "5.0.0" }\n}\n',
      },
    },
    added("mail"),
    added("chat", "mail"),
    added("pager", "mail", "chat"),
    added("siren", "mail", "chat", "pager"),
    { message: "Fix the siren", files: { "src/hooks/siren/hook.ts": `${hook("siren")}// Loud.\n` } },
  ]);
  subject = { name: "Quay", scopes: [openScope(repository, "/")], service: null, services: [] };
});
afterAll(() => repository.remove());

async function write(draft: (subject: PageSubject) => Promise<Draft | null>, about = subject): Promise<string> {
  const drafted = await draft(about);
  return (drafted && (await setDraft(drafted, about))?.content) ?? "";
}

it("says which guard stands in front of what, what it answers, and what is open", async () => {
  const content = await write(draftAccess);
  expect(content).toMatch(
    /^\| `requireAdmin` \| Lets through who may change berths, by the session's role\. \| `403` “Only the office may do this” \| `\/boats` \(2\)/m,
  );
  expect(content).toMatch(/No guard is named where these are routed, .*: GET `\/boats`\. \[\d+\]/);
});

/** With a day between its commits. */
function onDays(files: IndexedFiles, order: readonly string[]): PageSubject {
  const { history } = files.index;
  const recentCommits = (count: number) =>
    history
      .recentCommits(count)
      .toSorted((a, b) => order.indexOf(b.subject) - order.indexOf(a.subject))
      .map((one) => ({ ...one, committedAt: `2026-01-1${order.indexOf(one.subject)}T08:00:00Z` }));
  const index = { ...files.index, history: { ...history, recentCommits } };
  return { ...subject, scopes: [openScope({ ...files, index }, "/")] };
}

const inOrder = ["Begin", "Add mail", "Add chat", "Add pager", "Add siren", "Fix the siren"];

it("tells how one more is added by what came along the last times, with the commits", async () => {
  expect(await draftAdditions(subject)).toBeNull();
  const content = await write(draftAdditions, onDays(repository, inOrder));
  expect(content).toContain("### Add a hook\n");
  expect(content).toMatch(
    /The newest like `src\/hooks\/…\/hook\.ts` that came by itself is `siren` \(2026-01-14\)\. What came along with the last 4 \(`[\da-f]{8}`, .*\): \[1\]/,
  );
  expect(content).toMatch(
    /- A line in `src\/hooks\/registry\.ts`, such as `export const hooks = \[.*sirenHook\];` \(each time\)/,
  );
  expect(content).toContain("- A test beside it, such as `src/hooks/");
  // That a file of its own comes, nobody needs to be told.
  expect(content.match(/^- /gm)).toHaveLength(2);
});

it("tells no habit of what was moved, changed with everything, or comes with its test alone", async () => {
  const moved = (name: string, ...before: string[]) => ({
    ...added(name, ...before),
    message: `Move ${name} to a folder`,
  });
  const paired = ["ebb", "flood", "neap", "spring"].map((name) => ({
    message: `Add ${name}`,
    files: {
      [`src/tides/${name}.ts`]: hook(name),
      [`src/tides/${name}.test.ts`]: `import "./${name}.ts";\n`,
      CHANGES: name,
    },
  }));
  const files = { "a.ts": "export const a = 1;\n" };
  const quiet = await indexFiles("quiet", [
    { message: "Begin", files },
    moved("mail"),
    moved("chat", "mail"),
    moved("pager", "mail", "chat"),
    moved("siren", "mail", "chat", "pager"),
    ...paired,
  ]);
  const order = [
    "Begin",
    "Move mail to a folder",
    "Move chat to a folder",
    "Move pager to a folder",
    "Move siren to a folder",
    "Add ebb",
    "Add flood",
    "Add neap",
    "Add spring",
  ];
  expect(await draftAdditions(onDays(quiet, order))).toBeNull();
  await quiet.remove();
});

it("tells no habit of files without a word for them, and none that the project may have left", async () => {
  const files =
    (folder: string) =>
    (name: string, ...before: string[]) => ({
      message: `Add ${name}`,
      files: {
        [`${folder}/${name}.ts`]: hook(name),
        [`tests/${name}.test.ts`]: `// Of ${name}.\n`,
        "src/registry.ts": `${[...before, name].map((one) => `import { ${one}Hook } from "../${folder}/${one}.ts";`).join("\n")}\nexport const all = [${[...before, name].map((one) => `${one}Hook`).join(", ")}];\n`,
      },
    });
  const names = ["ebbing", "flooding", "neaping", "springing"];
  const order = ["Begin", ...names.map((name) => `Add ${name}`), "End"];
  const wholeOf = (folder: string) =>
    indexFiles("kinds", [
      { message: "Begin", files: { "a.ts": "export const a = 1;\n" } },
      ...names.map((name, at) => files(folder)(name, ...names.slice(0, at))),
      { message: "End", files: { "a.ts": "export const a = 2;\n" } },
    ]);
  const tides = await wholeOf("src/tides");
  const core = await wholeOf("src/core");
  const told = onDays(tides, order);
  expect(await write(draftAdditions, told)).toContain("### Add a tide\n");
  expect(await draftAdditions(onDays(core, order))).toBeNull();
  const later = told.scopes.map(({ repository: of }) => {
    const { history } = of.index;
    const recentCommits = (count: number) =>
      history
        .recentCommits(count)
        .map((one) => (one.subject === "End" ? { ...one, committedAt: "2031-01-01T08:00:00Z" } : one));
    return openScope({ ...of, index: { ...of.index, history: { ...history, recentCommits } } }, "/");
  });
  expect(await draftAdditions({ ...told, scopes: later })).toBeNull();
  await tides.remove();
  await core.remove();
});

it("tells no habit where nothing came more than twice", async () => {
  const few = await indexFiles("few", [
    { message: "Begin", files: { "a.ts": "export const a = 1;\n" } },
    added("mail"),
    added("chat", "mail"),
  ]);
  expect(await draftAdditions({ ...subject, scopes: [openScope(few, "/")] })).toBeNull();
  await few.remove();
});

it("quotes what comments warn of, with the code that they stand above, and no code that is commented out", async () => {
  const content = await write(draftGotchas);
  expect(content).toContain(
    "- `mendTide` in `src/tides.ts`: “Works around a bug in old buoys, which answer with the tide of yesterday.”",
  );
  expect(content).toContain(
    "`readTide` in `src/tides.ts`: “The pilot's table must never be read while it is written, because half of a tide is worse than none.”",
  );
  expect(content).toContain("`askBuoy`");
  expect(content).not.toContain("const old");
});

it("knows a right that a handler asks for before it refuses, and takes nothing that only reads a session for one", async () => {
  const boats = `import { canChange, getSessionNotes } from "./rights";
export async function PUT(request) {
  const notes = await getSessionNotes(request);
  if (!(await canChange(request.user, notes))) {
    return unauthorized();
  }
  return save();
}
export async function GET(request) {
  return await getSessionNotes(request);
}
`;
  const rights =
    "export function canChange(): boolean {\n  return true;\n}\nexport function getSessionNotes(): void {}\n";
  const files = {
    "package.json": '{ "name": "quay", "dependencies": { "next": "15.0.0" } }\n',
    "app/api/boats/route.ts": boats,
    "app/api/boats/rights.ts": rights,
  };
  const next = await indexFiles("next", [{ message: "Begin", files }]);
  const own = { ...subject, scopes: [openScope(next, "/")] };
  const drafted = await draftAccess(own);
  const content = (drafted && (await setDraft(drafted, own))?.content) ?? "";
  expect(content).toContain("`canChange`");
  expect(content).not.toContain("`getSessionNotes`");
  await next.remove();
});

it("quotes no comment that only retells the code or points at lines that are not seen", async () => {
  const tides = `// askTide returns the tide of a day. If there is none, the one before is returned, otherwise nothing.
export function askTide(): void {}

// This must never be called by the line above.
export function callTide(): void {}

// If the buoy has power, use it. Otherwise, let the pilot look.
export function powerTide(): void {}

// If the buoy is busy, move on. Waiting for it can end up in a race condition with the pilot.
export function busyTide(): void {}

// The element MUST NOT change, because readers compare it otherwise with another one.
export function quoteTide(): void {}

// Gate that holds the boats, so that the berth can be read when it may change.
export function holdTide(): void {}

// Old tides, never logged by the pilot, because of the weather.
export function oldTide(): void {}

// The pilot must never be asked twice, since the answer may change.
export function askPilot(): void {}
`;
  const quay = await indexFiles("tides", [{ message: "Begin", files: { "src/tides.ts": tides } }]);
  const own = { ...subject, scopes: [openScope(quay, "/")] };
  const drafted = await draftGotchas(own);
  const content = (drafted && (await setDraft(drafted, own))?.content) ?? "";
  expect(content).toContain("`busyTide`");
  expect(content).toContain("`askPilot`");
  expect(content).not.toMatch(/`askTide`|`callTide`|`powerTide`|`quoteTide`|`holdTide`|`oldTide`/);
  await quay.remove();
});

it("tells what else came with each, of how many these are, and takes no file that was renamed for an addition", async () => {
  const controllers = (name: string, ...others: string[]) => ({
    message: `Add ${name}`,
    files: {
      [`app/Controllers/${name}Controller.php`]: `<?php\nclass ${name}Controller {}\n`,
      [`tests/Feature/Call${name}Test.php`]: `<?php\nclass Call${name}Test {}\n`,
      "routes/api.php": `<?php\nuse App\\${name}Controller;\n${[...others, name].map((one) => `Route::put('x', ${one}Controller::class);`).join("\n")}\n`,
    },
  });
  const all = ["Mooring", "Sailing", "Towing", "Lending"];
  const both = { "app/Controllers/EbbController.php": "<?php\n", "app/Controllers/FloodController.php": "<?php\n" };
  const files = await indexFiles("ways", [
    { message: "Begin", files: { "a.php": "<?php\n" } },
    ...all.slice(0, 3).map((name, at) => controllers(name, ...all.slice(0, at))),
    { message: "Add both", files: both },
    controllers("Lending", ...all.slice(0, 3)),
  ]);
  const order = ["Begin", "Add Mooring", "Add Sailing", "Add Towing", "Add both", "Add Lending"];
  const content = await write(draftAdditions, onDays(files, order));
  expect(content).toContain("What came along with 4 of the last 6 (");
  expect(content).toContain("- A test beside it, such as `tests/Feature/CallLendingTest.php`");
  expect(content).toContain("such as `Route::put('x', LendingController::class);`");
  await files.remove();
});
