import { getArchitecture } from "@cairn/contract/architecture";
import type { Architecture, ArchitectureNode, DerivedEdgeKind } from "@cairn/contract/architecture";
import { listArchitectureChanges } from "@cairn/contract/architecture-changes";
import { getArchitectureAt } from "@cairn/contract/architecture-history";
import type { KnownArchitecture } from "@cairn/contract/architecture-history";
import { listCommits } from "@cairn/contract/code-history";
import type { Commit } from "@cairn/contract/code-history";
import type { ResultOf } from "@cairn/contract/endpoint";
import { getProject } from "@cairn/contract/projects";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const phone = { width: 375, height: 740 };
const repositoryId = sampleId(900);
const [newest, middle, oldest] = ["c", "b", "a"].map((letter) => letter.repeat(40)) as [string, string, string];

const commit = (oid: string, subject: string): Commit & { path: null } => ({
  oid,
  subject,
  body: "",
  parents: [],
  author: { name: "Ada", email: "ada@example.com" },
  authoredAt: "2026-11-02T08:00:00Z",
  committer: { name: "Ada", email: "ada@example.com" },
  committedAt: "2026-11-02T08:00:00Z",
  path: null,
});
const service = (number: number, name: string): ArchitectureNode => ({
  nodeId: sampleId(number),
  kind: "service",
  serviceId: sampleId(number),
  name,
  type: "api",
  technology: null,
  position: null,
  evidence: [],
});
const store = (technology: string): ArchitectureNode => ({
  ...service(0, "tides"),
  nodeId: "store:tides",
  kind: "store",
  serviceId: null,
  type: null,
  technology,
});
const edge = (oid: string, sourceId: string, targetId: string, kind: DerivedEdgeKind) => ({
  sourceId,
  targetId,
  derived: {
    kinds: [kind],
    count: 1,
    certainty: "resolved" as const,
    evidence: [
      {
        kind,
        place: {
          repositoryId,
          repositorySlug: "ferries",
          branch: "main",
          commit: oid,
          path: `src/${kind}.ts`,
          startLine: 7,
          endLine: 7,
        },
      },
    ],
  },
});
const [board, harbour, quay] = [service(1, "board"), service(2, "harbour"), service(3, "quay")];
const at: Record<string, Pick<KnownArchitecture, "nodes" | "edges">> = {
  [oldest]: {
    nodes: [board, quay, store("SQLite")],
    edges: [edge(oldest, board.nodeId, quay.nodeId, "import")],
  },
  [newest]: {
    nodes: [board, harbour, store("PostgreSQL")],
    edges: [edge(newest, board.nodeId, harbour.nodeId, "call")],
  },
};

type Told = ResultOf<typeof getArchitectureAt>;
const known = (oid: string, isCutOff = false): Told => ({
  state: "known",
  commit: oid,
  isCutOff,
  ...(at[oid] ?? { nodes: [], edges: [] }),
});

interface HistoryOptions extends OpenOptions {
  architecture?: Partial<Architecture>;
  changed?: string[];
}

async function open({ api, architecture, changed = [middle], ...options }: HistoryOptions = {}): Promise<FakeApi> {
  const fake = await openScreen(address, {
    ...options,
    api: (made) => {
      const services = [makeService(1), makeService(2, { name: "harbour", type: "api" })];
      made.adjust(getProject, { slug: "shop", name: "Ferry Board", setupComplete: true, services });
      const repositories = [
        {
          repositoryId,
          repositorySlug: "ferries",
          state: "fresh" as const,
          commit: newest,
          indexedAt: "2026-11-02T09:00:00Z",
        },
      ];
      made.reply(getArchitecture, {
        nodes: [],
        edges: [],
        baselineAt: null,
        hasContract: false,
        index: { isFresh: true, repositories },
        isCutOff: false,
        ...architecture,
      });
      made.reply(listCommits, {
        content: [commit(newest, "Ask the harbour"), commit(middle, "Leave the quay"), commit(oldest, "First")],
        page: 1,
        limit: 50,
        hasMore: false,
      });
      made.replyList(
        listArchitectureChanges,
        changed.map((oid, number) => ({
          changeId: sampleId(700 + number),
          change: "appeared",
          sourceId: board.nodeId,
          targetId: harbour.nodeId,
          sourceName: "board",
          targetName: "harbour",
          kinds: ["call"],
          drift: null,
          repositoryId,
          repositorySlug: "ferries",
          commit: oid,
          isCommitKnown: true,
          sinceCommit: null,
          author: "Ada",
          subject: "Ask the harbour",
          evidence: [],
          foundAt: "2026-11-02T09:00:00Z",
        })),
      );
      made.reply(getArchitectureAt, ({ oid }) => known(oid));
      api?.(made);
    },
  });
  await page.getByRole("button", { name: "History" }).click();
  return fake;
}

const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const line = (name: string) => canvas().getByRole("img", { name });
const differing = () => page.getByRole("region", { name: "What differs" });

describe("the history of the architecture", () => {
  it("shows what the newest push changed: nodes and lines that came, went and changed, with their lines", async () => {
    await open();
    await expect.element(node("harbour, Api, New")).toBeVisible();
    await expect.element(node("quay, Api, Gone")).toBeVisible();
    await expect.element(node("tides, Store, Changed")).toBeVisible();
    await expect.element(node("board, Api")).toBeVisible();
    await expect.element(line("board calls harbour. New")).toBeInTheDocument();
    await expect.element(line("board imports code of quay. Gone")).toBeInTheDocument();
    // Words, and not only colours.
    await expect.element(canvas().getByText("Gone").first()).toBeVisible();
    const items = differing().getByRole("list", { name: "What differs" }).getByRole("button");
    await expect
      .poll(() => items.elements().map((item) => item.textContent))
      .toEqual([
        "Newharbour",
        "Changedtides: now PostgreSQL",
        "Gonequay",
        "Newboard calls harbour",
        "Goneboard imports code of quay",
      ]);
    // Each leads to the lines of the commit that has them.
    await expect
      .element(differing().getByRole("list", { name: "Lines: board imports code of quay" }).getByRole("link"))
      .toHaveAttribute("href", `/o/payments/p/shop/repositories/ferries/b/${oldest}/src/import.ts#L7`);
  });

  it("shows one commit alone, with all that it connected", async () => {
    const fake = await open({ changed: [] });
    await expect.element(node("board, Api")).toBeVisible();
    await expect
      .element(page.getByRole("region", { name: "Connections" }).getByText("board calls harbour"))
      .toBeVisible();
    expect(fake.received(getArchitectureAt).map(({ oid }) => oid)).toEqual([newest]);
    await page.getByRole("button", { name: /^Architecture at/ }).click();
    await page.getByRole("option", { name: /First/ }).click();
    await expect.element(node("quay, Api")).toBeVisible();
    await expect.element(node("harbour, Api")).not.toBeInTheDocument();
  });

  it("compares the two commits that are chosen, and says where nothing differs", async () => {
    await open({ changed: [] });
    await page.getByRole("button", { name: /^Compared with/ }).click();
    await page.getByRole("option", { name: /First/ }).click();
    await expect.element(node("quay, Api, Gone")).toBeVisible();
    await page.getByRole("button", { name: /^Architecture at/ }).click();
    await page.getByRole("option", { name: /First/ }).click();
    await expect.element(page.getByText("The code connects the same at both commits.")).toBeVisible();
  });

  it("cannot be changed, and is chosen by keys", async () => {
    await open();
    const harbourNode = node("harbour, Api, New");
    await expect.element(harbourNode).toBeVisible();
    const before = harbourNode.element().getAttribute("style");
    harbourNode.element().focus();
    await userEvent.keyboard("{ArrowRight}{Delete}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(harbourNode.element().getAttribute("style")).toBe(before);
    await userEvent.keyboard("{Enter}");
    const items = differing().getByRole("list", { name: "What differs" }).getByRole("button");
    await expect
      .poll(() => items.elements().map((item) => item.textContent))
      .toEqual(["Newharbour", "Newboard calls harbour"]);
    // The keys of the editor rest meanwhile.
    await userEvent.keyboard("n");
    await expect.element(page.getByRole("heading", { name: "Architecture history" })).toBeVisible();
  });

  it("says that a commit is being read, and shows it by itself afterwards", async () => {
    let isRead = false;
    await open({
      api: (fake) =>
        fake.reply(getArchitectureAt, ({ oid }): Told =>
          isRead || oid === newest ? known(oid) : { state: "reading" },
        ),
    });
    await expect.element(page.getByText(/^Commit aaaaaaa is being read for the first time/)).toBeVisible();
    isRead = true;
    await expect.element(node("quay, Api, Gone")).toBeVisible();
    await expect.element(page.getByText(/is being read/)).not.toBeInTheDocument();
  });

  it("says where a commit is not known, and where not all of it was looked through", async () => {
    await open({
      api: (fake) =>
        fake.reply(getArchitectureAt, ({ oid }): Told =>
          oid === newest ? known(oid, true) : { state: "unknown", reason: "The repository has too many files." },
        ),
    });
    await expect
      .element(page.getByText("What the code connected at aaaaaaa is not known. The repository has too many files."))
      .toBeVisible();
    await page.getByRole("button", { name: /^Compared with/ }).click();
    await page.getByRole("option", { name: /Nothing/ }).click();
    await expect.element(page.getByText(/Not everything was looked through/)).toBeVisible();
  });

  it("tells of an error, and tries again", async () => {
    const fake = await open({
      changed: [],
      api: (made) => made.refuse(getArchitectureAt, "internal", "The disk is full"),
    });
    await expect.element(page.getByText("Commit ccccccc could not be read: The disk is full")).toBeVisible();
    fake.reply(getArchitectureAt, known(newest));
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(node("harbour, Api")).toBeVisible();
  });

  it("says that nothing is known where nothing is indexed, and leads back", async () => {
    await open({ architecture: { index: { isFresh: false, repositories: [] } } });
    await expect.element(page.getByText(/nothing is known of any commit/)).toBeVisible();
    await page.getByRole("button", { name: "Back to the editor" }).click();
    await expect.element(page.getByRole("button", { name: "History" })).toHaveFocus();
  });

  it("fits a narrow screen, the picture above the list", async () => {
    await open({ viewport: phone });
    await expect.element(differing().getByText("board calls harbour")).toBeVisible();
    await expect.element(canvas()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  });

  it("keeps what is typed and not saved while it is shown", async () => {
    await open();
    await page.getByRole("button", { name: "Back to the editor" }).click();
    await page.getByRole("button", { name: /^New Library/ }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("timetable");
    await page.getByRole("button", { name: "History" }).click();
    await expect.element(node("harbour, Api, New")).toBeVisible();
    await page.getByRole("button", { name: "Back to the editor" }).click();
    await expect.element(page.getByRole("group", { name: /^timetable, Library/ })).toBeVisible();
  });
});
