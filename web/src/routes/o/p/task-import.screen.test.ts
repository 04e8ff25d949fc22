import {
  getTaskImport,
  listTaskImports,
  previewTaskImport,
  startTaskImport,
  undoTaskImport,
  type ImportPreview,
  type TaskImport,
} from "@cairn/contract/task-imports";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";
import { whenLoaded } from "#web/testing/screens.ts";

const address = "/o/payments/p/shop/tasks/import";

function makeImport(change: Partial<TaskImport> = {}): TaskImport {
  const counters = { total: 2, written: 0, kept: 0 };
  const origin = { kind: "csv", name: "jira.csv", creator: null, createdAt: "2026-03-02T09:30:00.000Z" } as const;
  return { importId: sampleId(4), state: "preview", failure: null, ...counters, ...origin, ...change };
}

const state = "todo" as const;
const row = { state, priority: "none" as const, labels: ["Quay"], assignee: null, criteria: 2, blockers: 0 };
const preview: ImportPreview = {
  import: makeImport(),
  file: {
    encoding: "windows-1252",
    separator: ";",
    columns: [
      { header: "Summary", field: "title", example: "Show tides" },
      { header: "Sprint", field: null, example: "7" },
    ],
  },
  rows: [
    { ...row, row: 2, title: "Show tides", refusal: null, notes: ["“octocat” is no member here: it is nobody's."] },
    { ...row, row: 3, title: "", refusal: "It has no title", notes: [] },
  ],
  refused: 1,
  noted: 1,
  earlierAt: null,
};

async function open(options: { isNarrow?: boolean } = {}) {
  let now = makeImport();
  const fake = await openScreen(address, {
    viewport: options.isNarrow ? { width: 375, height: 700 } : undefined,
    api: (api) => {
      api.replyList(listTaskImports, []);
      api.reply(previewTaskImport, () => preview);
      api.reply(startTaskImport, () => (now = makeImport({ state: "running" })));
      api.reply(getTaskImport, () => (now = now.state === "running" ? makeImport({ state: "done", written: 2 }) : now));
      api.reply(undoTaskImport, () => (now = makeImport({ state: "undone", written: 2, kept: 1 })));
    },
  });
  await whenLoaded();
  return fake;
}

const choose = (text = "Summary;Sprint\nShow tides;7\n;8\n", name = "jira.csv") =>
  userEvent.upload(
    page.getByLabelText("CSV file", { exact: true }).last(),
    new File([text], name, { type: "text/csv" }),
  );

it("shows what a file would bring, row by row, and writes it when told, with a way back", async () => {
  const fake = await open();
  await choose();
  await expect.element(page.getByRole("status")).toHaveTextContent("jira.csv: 2 tasks, 1 left out, 1 not as written.");
  await expect.element(page.getByText("Left out: It has no title")).toBeVisible();
  await expect.element(page.getByText(/is no member here/)).toBeVisible();
  expect(fake.received(startTaskImport)).toHaveLength(0);
  await page.getByRole("button", { name: "Import 2 tasks" }).click();
  await expect.element(page.getByText("2 tasks imported from jira.csv")).toBeVisible();
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect.element(page.getByText("Import of jira.csv undone; 1 task that people had changed stays")).toBeVisible();
});

it("reads the file anew when a column means something else", async () => {
  const fake = await open();
  await choose();
  await page.getByText("Columns: 1 of 2 taken").click();
  await expect.element(page.getByText("Read as windows-1252, separated by semicolons.")).toBeVisible();
  await page.getByRole("combobox", { name: "Sprint" }).click();
  await page.getByRole("option", { name: "Labels" }).click();
  await expect
    .poll(() => fake.received(previewTaskImport).at(-1))
    .toMatchObject({
      source: { kind: "csv", name: "jira.csv", columns: ["title", "labels"] },
    });
});

it("takes a pasted list by the keyboard alone, at 375 px", async () => {
  const fake = await open({ isNarrow: true });
  page.getByRole("radio", { name: "CSV file" }).element().closest("label")?.querySelector("input")?.focus();
  await userEvent.keyboard("{ArrowRight}{Tab}- [[ ] Show tides{Tab}{Enter}");
  await expect
    .poll(() => fake.received(previewTaskImport).at(-1))
    .toMatchObject({
      source: { kind: "markdown", text: "- [ ] Show tides" },
    });
  await expect.element(page.getByRole("button", { name: "Import 2 tasks" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
});

it("says beside a pasted list that it is too long, sends none of it, and keeps all of it", async () => {
  const fake = await open();
  await page.getByText("Paste a list", { exact: true }).click();
  const field = page.getByRole("textbox", { name: "List in Markdown" }).element() as HTMLTextAreaElement;
  const paste = (text: string) => {
    // As browsers do it; what types it letter by letter, or shows how two such texts differ, takes minutes.
    field.focus();
    field.select();
    document.execCommand("insertText", false, text);
  };
  const list = `- ${"Sort by tide ".repeat(80_000)}`;
  paste(list);
  const described = () =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" ");
  await expect.poll(described).toMatch(/can't be longer than 1,000,000 characters\. Import it in parts/);
  await userEvent.keyboard("{Tab}{Enter}");
  expect(fake.received(previewTaskImport)).toHaveLength(0);
  expect(field.value === list).toBe(true);
  paste("- Show tides");
  await page.getByRole("button", { name: "Preview" }).click();
  // A preview that somebody leaves leads back to what was pasted.
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("textbox", { name: "List in Markdown" })).toHaveValue("- Show tides");
});

it("says what is wrong with a file where one looks", async () => {
  const fake = await open();
  fake.refuse(previewTaskImport, "unprocessable", "This is not a text file.");
  await choose("PK");
  await expect.element(page.getByRole("alert")).toHaveTextContent("This is not a text file.");
});
