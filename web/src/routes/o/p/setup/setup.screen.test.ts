import { listServiceProposals } from "@cairn/contract/architecture";
import { listBranches } from "@cairn/contract/code-browsing";
import type { Indexing } from "@cairn/contract/indexing";
import { getOrganization } from "@cairn/contract/organizations";
import { getArtifact, listArtifacts } from "@cairn/contract/pages";
import { projectNamespacePrefix } from "@cairn/contract/project-changes";
import { finishInitialSetup, getIndexingStats, getInitialSetup, getProject } from "@cairn/contract/projects";
import type { SetupProgress } from "@cairn/contract/projects";
import { listProposalCorrections, saveProposalCorrections } from "@cairn/contract/proposal-corrections";
import type { ProposalCorrection } from "@cairn/contract/proposal-corrections";
import { listRepositories, updateMainBranch } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { createRepositoryKey } from "@cairn/contract/repository-keys";
import { connectService, createService, provisionalDescription, reindexService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { queryClient } from "#web/lib/api/query-client.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import { Refusal } from "#web/testing/fake-api.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { catchUploads } from "#web/testing/fake-uploads.ts";
import { makeIndexedService } from "#web/testing/make-service.ts";
import { makeRepository } from "#web/testing/open-repository.ts";
import { openScreen, reloadScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const product = "/o/payments/p/shop";
const importing = `${product}/setup/architecture/import`;
const key = { organizationId: "payments", projectId: "shop" };
const ready: SetupProgress = {
  progress: 100,
  label: null,
  repositoryCount: 1,
  readCount: 1,
  reading: null,
  begunAt: null,
  elapsedMs: null,
  hasRepository: true,
  hasDescription: true,
  setupComplete: false,
};
const main = () => page.getByRole("main");
const addressField = () => main().getByRole("textbox", { name: "Repository address" });

interface Given {
  setup?: Partial<SetupProgress>;
  hasRepository?: boolean;
  viewport?: { width: number; height: number };
  api?: (fake: FakeApi) => void;
}

const repository = (indexing: Partial<Indexing>, change: Partial<Repository> = {}): Repository => {
  const made = makeRepository();
  return { ...made, ...change, indexing: { ...made.indexing, ...indexing } };
};

/** Keeps what is sent, as the server does; what comes back keeps what another member sends. */
function keepCorrections(fake: FakeApi): (corrections: readonly ProposalCorrection[]) => void {
  const kept = new Map<string, ProposalCorrection>();
  const keep = (corrections: readonly ProposalCorrection[]) => {
    for (const one of corrections) {
      const place = `${one.repositoryId} ${one.foundPath}`;
      const { serviceId } = kept.get(place) ?? {};
      kept.set(place, { ...(serviceId !== undefined && { serviceId }), ...one });
    }
  };
  fake.reply(listProposalCorrections, () => ({ content: [...kept.values()] }));
  fake.reply(saveProposalCorrections, ({ corrections }) => {
    keep(corrections);
    return undefined;
  });
  return keep;
}

/** Opens the feed of the product's changes; what comes back tells that somebody changed its architecture. */
async function openFeed(): Promise<() => void> {
  const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.startsWith(projectNamespacePrefix) && !isClosed;
  await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
  const feed = sockets.find(isFeed);
  feed?.accept();
  feed?.send("reload", { sequence: 1 });
  const id = feed?.namespace.slice(projectNamespacePrefix.length);
  return () =>
    feed?.send("changes", { sequence: 2, changes: [{ sequence: 2, type: "architecture", id, operation: "updated" }] });
}

const open = (address: string, { setup, hasRepository = true, viewport, api }: Given = {}) =>
  openScreen(address, {
    ...(viewport && { viewport }),
    api: (fake) => {
      const services = hasRepository ? [makeIndexedService(1, { state: "ready" })] : [];
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", description: null, services, setupComplete: false });
      fake.reply(getInitialSetup, { ...ready, hasRepository, ...setup });
      fake.replyList(listRepositories, hasRepository ? [repository({ state: "ready" })] : []);
      fake.replyList(listArtifacts, []);
      fake.reply(listServiceProposals, { content: [], pendingRepositoryIds: [], isCutOff: false });
      keepCorrections(fake);
      api?.(fake);
    },
  });

describe("the set-up leads to the step that is missing", () => {
  it.each([
    [{ hasRepository: false, hasDescription: false }, importing],
    [{ hasDescription: false }, `${product}/setup/description`],
    [{}, `${product}/setup/finalize`],
    [{ setupComplete: true }, `${product}/setup/finalize`],
  ])("of %o to %s", async (setup, target) => {
    await open(`${product}/setup`, { setup });
    await expect.poll(() => location.pathname).toBe(target);
    const steps = page.getByRole("navigation", { name: "Steps of the set-up" });
    await expect.element(steps.getByRole("link", { name: /Finish$/ })).toBeVisible();
    await expect.element(main().getByRole("link", { name: "Save & exit" })).toHaveAttribute("href", product);
  });
});

describe("one field", () => {
  it("connects what was pasted with Enter, and nothing else is asked", async () => {
    const api = await open(importing, { hasRepository: false });
    await addressField().fill("  git clone https://git.example.test/acme/shop.git ");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => api.received(connectService).length).toBe(1);
    expect(api.received(connectService)).toEqual([
      { ...key, address: "git clone https://git.example.test/acme/shop.git" },
    ]);
  });

  it("tells a bad address under the field at once, asks no server, and keeps what was typed", async () => {
    const api = await open(importing, { hasRepository: false });
    await addressField().fill("/home/ada/shop");
    await userEvent.keyboard("{Enter}");
    await expect.element(addressField()).toHaveAttribute("aria-invalid", "true");
    await expect.element(addressField()).toHaveFocus();
    await expect.element(addressField()).toHaveAccessibleDescription(/This is not the address of a repository/);
    await expect.element(addressField()).toHaveValue("/home/ada/shop");
    expect(api.received(connectService)).toEqual([]);
  });

  it("says what the server says of an address, offers to sign in, and sends it again with that", async () => {
    const refusal = "The repository asks for a sign-in. It is private or does not exist.";
    const api = await open(importing, {
      hasRepository: false,
      api: (fake) => fake.refuse(connectService, "unprocessable", refusal),
    });
    await addressField().fill("https://git.example.test/acme/secret");
    await main().getByRole("button", { name: "Connect repository" }).click();
    await expect.element(addressField()).toHaveAccessibleDescription(refusal);
    await expect.element(addressField()).toHaveValue("https://git.example.test/acme/secret");
    await main().getByRole("textbox", { name: "User name" }).fill("ada");
    await main().getByLabelText("Password or token").fill("secret");
    await main().getByRole("button", { name: "Connect repository" }).click();
    await expect
      .poll(() => api.received(connectService).at(-1))
      .toMatchObject({ credential: { username: "ada", password: "secret" } });
  });

  it("shows the key that an address of SSH needs at its host, before it is tried", async () => {
    await open(importing, { hasRepository: false, api: (fake) => fake.adjust(getProject, { slug: "shop", services: [], sshKey: "ssh-ed25519 AAAA cairn" }) }); // prettier-ignore
    await addressField().fill("git@git.example.test:acme/shop.git");
    await expect.element(main().getByRole("textbox", { name: "Public key of this product" })).toHaveValue("ssh-ed25519 AAAA cairn"); // prettier-ignore
  });

  it("offers first, and in focus, what was chosen when the product was created", async () => {
    await open(`${importing}?from=bundle`, { hasRepository: false });
    const sources = main().getByRole("region", { name: "Begin from" });
    await expect.element(sources.getByRole("button", { name: "Choose bundle" })).toHaveFocus();
    await expect.element(sources.getByRole("listitem").first()).toMatchTextContent(/^A git bundle\./);
    const follows = sources.element().compareDocumentPosition(addressField().element());
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    // There is one main button at a time.
    const fillOf = (name: string) => getComputedStyle(main().getByRole("button", { name }).element()).backgroundColor;
    expect(fillOf("Connect repository")).not.toBe(fillOf("Choose bundle"));
  });

  it("takes a git bundle that is dropped on the page, and says why one cannot be used", async () => {
    const uploads = catchUploads();
    await open(importing, { hasRepository: false });
    await expect.element(addressField()).toBeVisible();
    const dropped = new DataTransfer();
    dropped.items.add(new File(["boats"], "boats.bundle"));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
    await expect.poll(() => uploads.find(({ file }) => file !== null)?.file?.name).toBe("boats.bundle");
    const refusal = "This file is no git bundle. Make one with: git bundle create code.bundle --all";
    uploads.find(({ file }) => file !== null)?.answer(422, { code: "unprocessable", message: refusal });
    await expect.element(main().getByText(refusal).first()).toBeVisible();
    await expect.element(main().getByRole("button", { name: "Choose bundle" })).toBeEnabled();
  });

  it("names the limit of a bundle, and refuses a larger one, several and a second one before any is sent", async () => {
    const uploads = catchUploads();
    await open(importing, { hasRepository: false });
    await expect.element(main().getByText(/up to 12 MB/)).toBeVisible();
    const drop = (...files: File[]) => {
      const dropped = new DataTransfer();
      for (const file of files) dropped.items.add(file);
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
    };
    const small = (name: string) => new File(["boats"], name);
    drop(new File([new Uint8Array(12_000_001)], "large.bundle"));
    await expect.element(main().getByText("“large.bundle” is larger than 12 MB.").first()).toBeVisible();
    drop(small("one.bundle"), small("other.bundle"));
    await expect
      .element(
        main()
          .getByText(/^Drop one bundle at a time/)
          .first(),
      )
      .toBeVisible();
    drop(small("boats.bundle"));
    await expect.poll(() => uploads.find(({ file }) => file !== null)?.file?.name).toBe("boats.bundle");
    drop(small("tides.bundle"));
    await expect
      .element(
        main()
          .getByText(/^A bundle is being sent already/)
          .first(),
      )
      .toBeVisible();
    expect(uploads.filter(({ file }) => file !== null)).toHaveLength(1);
  });

  it("starts a repository of its own by its name alone", async () => {
    const api = await open(importing, { hasRepository: false });
    await main().getByRole("button", { name: "New" }).click();
    const name = main().getByRole("textbox", { name: "Repository name" });
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue("shop");
    await userEvent.keyboard("{Enter}");
    await expect
      .poll(() => api.received(createService))
      .toMatchObject([{ name: "shop", repository: { connection: { type: "internal", name: "shop" } } }]);
  });
});

describe("while the code is read", () => {
  const running = { progress: 0, label: "Cloning repository", hasDescription: false };
  const bar = () => main().getByRole("progressbar", { name: "Indexing progress" });

  it("an estimate moves, says that it is one, and gives way to what the server knows without going back", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"], shouldAdvanceTime: true });
    const api = await open(importing, { setup: running });
    await expect.element(main().getByText("Estimated")).toBeVisible();
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(() => Number(bar().element().getAttribute("value"))).toBeGreaterThan(40);
    const before = Number(bar().element().getAttribute("value"));
    api.reply(getInitialSetup, { ...ready, ...running, progress: 20, label: "Analyzing architecture" });
    await vi.advanceTimersByTimeAsync(4_000);
    await expect.element(main().getByText("Estimated")).not.toBeInTheDocument();
    expect(Number(bar().element().getAttribute("value"))).toBeGreaterThanOrEqual(before);
    vi.useRealTimers();
  });

  it("files, symbols and the file being read are said, and the bar never goes back over a reload", async () => {
    const reading = { files: 1204, totalFiles: 2398, symbols: 18_302, path: "src/board/departures.ts" };
    const begunAt = new Date().toISOString();
    const run = { ...running, begunAt, elapsedMs: 60_000 };
    const api = await open(importing, { setup: run });
    // As far as the estimate is after the minute that the server counted.
    await expect.poll(() => Number(bar().element().getAttribute("value"))).toBeGreaterThan(80);
    await expect.element(main().getByText("Estimated")).toBeVisible();
    const before = Number(bar().element().getAttribute("value"));
    api.reply(getInitialSetup, { ...ready, ...run, progress: 40, label: "Analyzing architecture", reading });
    await reloadScreen();
    await expect.element(main().getByText("1,204 of 2,398 files, 18,302 symbols", { exact: true })).toBeVisible();
    await expect.element(main().getByText("src/board/departures.ts")).toBeVisible();
    expect(Number(bar().element().getAttribute("value"))).toBeGreaterThanOrEqual(before);
    // Another run begins at its own beginning.
    api.reply(getInitialSetup, { ...ready, ...run, begunAt: "2026-01-01T00:00:00.000Z", progress: 40 });
    await reloadScreen();
    await expect.poll(() => bar().element().getAttribute("value")).toBe("40");
  });

  it("a further repository is counted anew, and said, instead of staying at the end", async () => {
    const written = { ...running, progress: 99, label: "Planning the pages" };
    const api = await open(importing, { setup: written });
    await expect.element(bar()).toHaveAttribute("value", "99");
    api.reply(getInitialSetup, {
      ...ready,
      ...running,
      progress: 52,
      label: "Cloning repository",
      repositoryCount: 2,
    });
    await expect.poll(() => bar().element().getAttribute("value"), { timeout: 10_000 }).toBe("52");
    await expect.element(main().getByText(/^1 of 2 repositories read\./)).toBeVisible();
  });

  it("the first sentences stand with their lines as soon as they are written", async () => {
    await open(importing, {
      setup: { ...running, progress: 99, label: "Planning the pages" },
      api: (fake) => {
        fake.adjust(listArtifacts, {});
        fake.adjust(getArtifact, {});
        fake.adjust(listRepositories, {});
      },
    });
    await expect.element(main().getByRole("heading", { name: "First results" })).toBeVisible();
  });

  it("shows figures at the end, on a phone too", async () => {
    await open(importing, {
      viewport: { width: 375, height: 800 },
      api: (fake) =>
        fake.reply(getIndexingStats, {
          statistics: [{ label: "Files", value: 2804, highlighted: false }],
          lastIndexedAt: "2026-11-29T04:00:00.000Z",
        }),
    });
    await expect.element(main().getByText("2,804")).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

it("a repository that could not be read says why, and is read again by a press", async () => {
  const reason = "The repository is empty. Push a first commit, then index it again.";
  const failed = makeIndexedService(1, { state: "failed", error: reason });
  let isStarted = false;
  const api = await open(importing, {
    setup: { hasRepository: false, readCount: 1 },
    api: (fake) => {
      const repositoryId = failed.repository?.repositoryId ?? "";
      fake.adjust(getProject, { slug: "shop", services: [failed], setupComplete: false });
      fake.reply(listRepositories, () => {
        const content = [
          repository({ state: isStarted ? "queued" : "failed", error: isStarted ? null : reason }, { repositoryId }),
        ];
        return { content, page: 1, limit: 10, total: 1 };
      });
      fake.adjust(getIndexingStats, { lastIndexedAt: null });
      fake.reply(reindexService, () => {
        isStarted = true;
        return failed;
      });
    },
  });
  await expect.element(main().getByText(reason)).toBeVisible();
  await expect
    .element(main().getByText("Nothing could be read yet. The reason stands at the repository."))
    .toBeVisible();
  const again = main().getByRole("button", { name: /^Index again: / });
  await again.click();
  await expect.element(main().getByText("Waiting to be indexed")).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
  expect(api.received(reindexService)).toMatchObject([{ serviceId: failed.serviceId }]);
});

it.each([
  ["is never said to be 99 %", {}, /Read in full/, /Indexing|99 %/],
  ["of what failed is not said to be read", { hasRepository: false }, /Nothing could be read yet/, /99 %|Read in full/],
])("the end of reading %s", async (_name, change, last, never) => {
  const running = { progress: 99.6, label: "Writing page 4 of 4", hasDescription: false };
  const api = await open(importing, { setup: running });
  await expect.element(main().getByText("Writing page 4 of 4").first()).toBeVisible();
  const panel = main().getByRole("heading", { name: "Analysis" }).element().parentElement!;
  const said = new Set<string>();
  const watching = new MutationObserver(() => said.add(panel.textContent));
  watching.observe(panel, { subtree: true, childList: true, characterData: true });
  api.reply(getInitialSetup, { ...ready, ...running, progress: 100, label: null, ...change });
  await queryClient.invalidateQueries();
  await expect.element(main().getByRole("progressbar", { name: "Indexing progress" })).not.toBeInTheDocument();
  await expect.poll(() => panel.textContent).toMatch(last);
  watching.disconnect();
  expect([...said].filter((text) => never.test(text))).toEqual([]);
});

describe("the end", () => {
  it("is a person's press, which opens the product", async () => {
    const api = await open(`${product}/setup/finalize`, {
      api: (fake) => fake.reply(finishInitialSetup, { ...ready, setupComplete: true }),
    });
    await expect.element(main().getByText(/Each push is read/)).toBeVisible();
    expect(api.received(finishInitialSetup)).toEqual([]);
    await main().getByRole("button", { name: "Open product" }).click();
    await expect.poll(() => location.pathname).toBe(product);
    expect(api.received(finishInitialSetup)).toEqual([key]);
  });

  it("names the services that are there, without what stands for a repository alone", async () => {
    const service = (number: number, change: Partial<Service>) => ({ ...makeIndexedService(number, {}), ...change });
    const services = [service(1, { name: "web" }), service(2, { name: "api" })];
    const provisional = service(3, { name: "shop", description: provisionalDescription("shop") });
    await open(`${product}/setup/finalize`, {
      api: (fake) => fake.adjust(getProject, { slug: "shop", services: [...services, provisional] }),
    });
    const row = main().getByRole("listitem").filter({ hasText: "2 services" });
    await expect.element(row).toMatchTextContent(/2 servicesapi, webChange/);
    await expect
      .element(row.getByRole("link", { name: "Change 2 services" }))
      .toHaveAttribute("href", `${product}/setup/architecture`);
  });

  it("waits for what is missing, and may be skipped", async () => {
    const api = await open(`${product}/setup/finalize`, {
      setup: { hasDescription: false },
      api: (fake) => fake.reply(finishInitialSetup, { ...ready, hasDescription: false, setupComplete: true }),
    });
    await expect.element(main().getByRole("button", { name: "Open product" })).toHaveAttribute("aria-disabled", "true");
    await main().getByRole("button", { name: "Skip what is missing" }).click();
    await expect.poll(() => api.received(finishInitialSetup)).toEqual([{ ...key, skip: true }]);
  });

  it("says why it was refused, and stays", async () => {
    await open(`${product}/setup/finalize`, {
      api: (fake) => fake.refuse(finishInitialSetup, "unprocessable", "Describe the product first"),
    });
    await main().getByRole("button", { name: "Open product" }).click();
    await expect.element(page.getByText("Could not finish the setup")).toBeVisible();
    await expect.element(page.getByText("Describe the product first")).toBeVisible();
  });
});

it("the description of a product without code is not drafted from it, but written or asked for", async () => {
  await open(`${product}/setup/description`, {
    hasRepository: false,
    setup: { hasDescription: false },
  });
  const panel = main().getByRole("region", { name: "Description" });
  await expect.element(panel.getByRole("button", { name: "Answer questions about it" })).toBeVisible();
  await expect.element(main().getByText(/^There is no code yet to write from/)).toBeVisible();
  await expect.element(main().getByRole("button", { name: "What is this product?" })).not.toBeInTheDocument();
  await panel.getByRole("button", { name: "Write it yourself" }).click();
  await expect.element(panel.getByRole("textbox", { name: "Product Description" })).toHaveFocus();
});

it("the description is written beside the conversation, and goes on once it is saved", async () => {
  await open(`${product}/setup/description`, { setup: { hasDescription: false } });
  await expect.element(main().getByRole("region", { name: "Description" })).toBeVisible();
  await expect.element(main().getByRole("button", { name: "Continue" })).toHaveAttribute("aria-disabled", "true");
});

it("a repository that failed says why beside its name", async () => {
  await open(importing, {
    api: (fake) =>
      fake.replyList(listRepositories, [repository({ state: "failed", error: "The repository is empty." })]),
  });
  await expect.element(main().getByText(/The repository is empty\./)).toBeVisible();
});

describe("a new repository on this server", () => {
  const clone = { http: "http://localhost:4000/git/payments/shop.git", ssh: null };
  const hosted = { clone, connection: { type: "internal", owner: "payments", repo: "shop" } } as const;
  const waiting = () => main().getByText("Waiting for your first push");

  it("shows where to push, makes the token right there, and turns into progress by itself", async () => {
    const api = await open(importing, {
      api: (fake) => {
        fake.replyList(listRepositories, [repository({ state: "never" }, hosted)]);
        fake.adjust(createRepositoryKey, { key: "cairn_rk_secret" });
      },
    });
    await expect.element(waiting()).toBeVisible();
    await expect.element(main().getByRole("textbox", { name: "Clone address" })).toHaveValue(clone.http);
    const commands = main()
      .getByRole("textbox", { name: /^\d\. / })
      .elements() as HTMLInputElement[];
    expect(commands.map(({ value }) => value)).toEqual([
      `git remote add cairn ${clone.http}`,
      "git push -u cairn --all",
      "git push cairn --tags",
    ]);
    await main().getByRole("button", { name: "Make a token" }).click();
    await expect.element(main().getByText("cairn_rk_secret")).toBeVisible();
    expect(api.received(createRepositoryKey)).toMatchObject([{ isReadOnly: false }]);
    api.replyList(listRepositories, [
      repository({ state: "cloning", commit: null, lastIndexedAt: null, progress: 5 }, hosted),
    ]);
    api.reply(getInitialSetup, { ...ready, progress: 5, label: "Cloning repository" });
    await expect.element(waiting()).not.toBeInTheDocument();
    // Which branch is the main one is known once it is read.
    await expect.element(main().getByText("main", { exact: true })).not.toBeInTheDocument();
  });
});

describe("services found in the code", () => {
  const { repositoryId } = makeRepository();
  const edit = (name: string) =>
    main()
      .getByRole("button", { name: `Edit ${name}`, exact: true })
      .click();
  const field = (label: string, folder: string) =>
    main()
      .getByRole("form", { name: `Service found in ${folder}`, exact: true })
      .getByRole("textbox", { name: label });
  const place = { repositoryId, repositorySlug: "shop", branch: "main", commit: "a".repeat(40) };
  const merge = async (name: string, into: string) => {
    await edit(name);
    await main()
      .getByRole("button", { name: `Merge ${name} into another` })
      .click();
    await page.getByRole("menuitem", { name: into }).click();
  };
  const found = (name: string, workingPath: string) => ({
    repositoryId,
    repositorySlug: "shop",
    workingPath,
    name,
    type: "api" as const,
    description: `Serves ${name} to the shop`,
    evidence: [{ ...place, path: `${workingPath.slice(1)}/package.json`, startLine: 2, endLine: 2 }],
    isExample: false,
    serviceId: null,
  });

  it("are left out at first where they lie among examples, and may be chosen", async () => {
    const template = { ...found("starter", "/templates/starter"), isExample: true };
    await open(importing, {
      api: (fake) =>
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web"), template],
          pendingRepositoryIds: [],
          isCutOff: false,
        }),
    });
    await expect.element(main().getByRole("button", { name: "Add 1 service" })).toBeVisible();
    await main().getByRole("checkbox", { name: "Add starter of shop/templates/starter" }).click();
    await expect.element(main().getByRole("button", { name: "Add 2 services" })).toBeVisible();
  });

  it("says so when all that was found is there, and when nothing was found", async () => {
    const whole = makeIndexedService(1, { state: "ready" });
    const api = await open(importing, {
      api: (fake) => {
        fake.adjust(getProject, { slug: "shop", services: [whole] });
        fake.reply(listServiceProposals, {
          content: [{ ...found("web", "/"), serviceId: whole.serviceId }],
          pendingRepositoryIds: [],
          isCutOff: false,
        });
      },
    });
    await expect.element(main().getByText("Every service that was found in the code is there already.")).toBeVisible();
    api.reply(listServiceProposals, { content: [], pendingRepositoryIds: [], isCutOff: false });
    await reloadScreen();
    await expect.element(main().getByText(/^No service was found in the code\./)).toBeVisible();
  });

  it("are accepted corrected or left out, each as one that was found; what somebody else added meanwhile is told", async () => {
    const whole = { ...makeIndexedService(1, { state: "ready" }), description: provisionalDescription("shop") };
    const api = await open(importing, {
      api: (fake) => {
        fake.adjust(getProject, { slug: "shop", services: [whole] });
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web"), found("orders", "/apps/orders"), found("bench", "/tools/bench")],
          pendingRepositoryIds: [],
          isCutOff: false,
        });
        fake.reply(createService, ({ name, type, description }) => ({
          ...makeIndexedService(2, { state: "ready" }),
          ...(name === "orders" ? { name: "Sales", type, description } : { name, type, description }),
        }));
      },
    });
    await main().getByRole("checkbox", { name: "Add bench of shop/tools/bench" }).click();
    await edit("web");
    await field("Name", "/apps/web").fill("Storefront");
    await expect
      .element(main().getByRole("link", { name: "apps/orders/package.json:2" }))
      .toHaveAttribute("href", `${product}/repositories/shop/b/${place.commit}/apps/orders/package.json#L2`);
    await main().getByRole("button", { name: "Add 2 services" }).click();
    await expect.poll(() => api.received(createService).length).toBe(2);
    expect(api.received(createService)).toMatchObject([
      { name: "Storefront", repository: { repositoryId, workingPath: "/apps/web" }, isFound: true },
      { name: "orders", repository: { repositoryId, workingPath: "/apps/orders" }, isFound: true },
    ]);
    await expect.element(page.getByText(/^Sales is there already/)).toBeVisible();
  });

  it("are corrected in all that is sent, merged with the lines of both, and so again after a reload", async () => {
    const api = await open(importing, {
      api: (fake) =>
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web"), found("admin", "/apps/admin"), found("orders", "/orders")],
          pendingRepositoryIds: [],
          isCutOff: false,
        }),
    });
    await edit("orders");
    await field("Description", "/orders").fill("Takes what people order");
    await field("Folder", "/orders").fill("/orders/server");
    await merge("admin", "web (/apps/web)");
    await expect.element(main().getByText("Merged with admin (/apps/admin)")).toBeVisible();
    await expect
      .poll(() => api.received(saveProposalCorrections).at(-1))
      .toMatchObject({
        corrections: expect.arrayContaining([{ repositoryId, foundPath: "/apps/admin", mergedInto: "/apps/web" }]),
      });
    await reloadScreen();
    await expect.element(main().getByText("Merged with admin (/apps/admin)")).toBeVisible();
    await expect.element(main().getByRole("link", { name: "apps/admin/package.json:2" })).toBeVisible();
    await main().getByRole("button", { name: "Add 2 services" }).click();
    await expect.poll(() => api.received(createService).length).toBe(2);
    expect(api.received(createService)).toMatchObject([
      { name: "web", repository: { repositoryId, workingPath: "/apps" } },
      {
        name: "orders",
        description: "Takes what people order",
        repository: { repositoryId, workingPath: "/orders/server" },
      },
    ]);
  });

  it("are apart again as they were, and say what is wrong where it is", async () => {
    await open(importing, {
      api: (fake) =>
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web"), found("admin", "/apps/admin")],
          pendingRepositoryIds: [],
          isCutOff: false,
        }),
    });
    await merge("admin", "web (/apps/web)");
    await expect.element(page.getByText("admin is a part of web now")).toBeVisible();
    await expect.element(main().getByRole("button", { name: "Take apart" })).toHaveFocus();
    await main().getByRole("button", { name: "Take apart" }).click();
    await expect.element(main().getByRole("button", { name: "Add 2 services" })).toBeVisible();
    await expect.element(main().getByRole("button", { name: "Edit web" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const folder = field("Folder", "/apps/web");
    await expect.element(folder).toHaveValue("/apps/web");
    await folder.fill("../elsewhere");
    await expect.element(folder).toHaveAccessibleDescription("Working path must be a folder of the repository");
    await userEvent.keyboard("{Escape}");
    await expect.element(folder).not.toBeInTheDocument();
    await expect.element(main().getByRole("button", { name: "Edit web" })).toHaveFocus();
    await expect.element(main().getByText("Working path must be a folder of the repository")).toBeVisible();
  });

  it("are a row each, whose fields open for one at a time and close with Enter", async () => {
    await open(importing, {
      viewport: { width: 375, height: 800 },
      api: (fake) =>
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web"), found("orders", "/orders")],
          pendingRepositoryIds: [],
          isCutOff: false,
        }),
    });
    await edit("web");
    await expect.element(field("Name", "/apps/web")).toHaveFocus();
    await edit("orders");
    await expect.element(field("Name", "/apps/web")).not.toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(375);
    await field("Name", "/orders").fill("Sales");
    await userEvent.keyboard("{Enter}");
    await expect.element(main().getByRole("button", { name: "Edit Sales" })).toHaveFocus();
    expect(main().getByRole("textbox").elements()).toHaveLength(0);
  });

  it("say what is taken: a name by a service or another of them, and the folder of what is merged by others", async () => {
    const there = { ...makeIndexedService(1, { state: "ready" }), name: "Registry", workingPath: "/registry" };
    await open(importing, {
      api: (fake) => {
        fake.adjust(getProject, { slug: "shop", services: [there], setupComplete: false });
        fake.reply(listServiceProposals, {
          content: [found("account", "/account"), found("auth", "/auth"), found("gateway", "/gateway")],
          pendingRepositoryIds: [],
          isCutOff: false,
        });
      },
    });
    await edit("gateway");
    await field("Name", "/gateway").fill("registry");
    await expect.element(field("Name", "/gateway")).toHaveAccessibleDescription(/^Name is taken by \S+\/registry\./);
    await field("Name", "/gateway").fill("Auth");
    await userEvent.keyboard("{Escape}");
    expect(
      main()
        .getByText(/^Name is taken by shop\//)
        .elements(),
    ).toHaveLength(2);
    await merge("auth", "account (/account)");
    await expect
      .element(
        main().getByText(
          "Its folder stays /account: / also has Auth and Registry. The code of auth lies outside of it.",
        ),
      )
      .toBeVisible();
  });

  it("show how far they are while they are added, stop when told to, and go on from there", async () => {
    const names = ["web", "orders", "bench"];
    const made: Service[] = [];
    const answers = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
    const api = await open(importing, {
      api: (fake) => {
        fake.reply(listServiceProposals, {
          content: names.map((name) => found(name, `/${name}`)),
          pendingRepositoryIds: [],
          isCutOff: false,
        });
        fake.reply(getIndexingStats, () => ({
          statistics: [{ label: "Documents", value: made.length, highlighted: false }],
          lastIndexedAt: "2026-11-29T04:00:00.000Z",
        }));
        fake.reply(createService, async ({ name, type, description, repository }) => {
          await answers.get(name)?.promise;
          const number = names.indexOf(name) + 2;
          const workingPath = repository?.workingPath ?? "/";
          const service = { ...makeIndexedService(number, { state: "ready" }), name, type, description, workingPath };
          made.push(service);
          fake.adjust(getProject, { slug: "shop", services: made, setupComplete: false });
          return service;
        });
      },
    });
    await main().getByRole("button", { name: "Add 3 services" }).click();
    await expect.element(main().getByText("Saving 1 of 3")).toBeVisible();
    answers.get("web")?.resolve();
    await expect.element(main().getByText("Saving 2 of 3")).toBeVisible();
    await expect.element(main().getByText("1 of 3 services added", { exact: true })).toBeInTheDocument();
    await expect.element(main().getByText("Added", { exact: true })).toBeVisible();
    await main().getByRole("button", { name: "Stop" }).click();
    answers.get("orders")?.resolve();
    await expect
      .element(
        main()
          .getByText(/^Stopped\. 2 of 3 services added/)
          .first(),
      )
      .toBeVisible();
    expect(api.received(createService)).toHaveLength(2);
    await expect.element(main().getByRole("heading", { name: "2 services added" })).toBeVisible();
    answers.get("bench")?.resolve();
    await main().getByRole("button", { name: "Add 1 service" }).click();
    await expect.element(main().getByRole("link", { name: "bench", exact: true })).toBeVisible();
    expect(api.received(createService).map(({ name }) => name)).toEqual(names);
    await expect.element(main().getByRole("heading", { name: "3 services added" })).toBeVisible();
    await expect
      .poll(() =>
        main()
          .getByRole("definition")
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(["3"]);
  });

  const branch = (name: string) => ({
    name,
    oid: "a".repeat(40),
    isDefault: name === "main",
    updatedAt: "2026-11-29T04:00:00.000Z",
  });
  const changing = () => main().getByRole("button", { name: /^Change the main branch of / });

  it("come from another branch when one is chosen, which is said before it is saved", async () => {
    const api = await open(importing, {
      api: (fake) => {
        fake.reply(listBranches, [branch("main"), branch("next")]);
        fake.adjust(updateMainBranch, { mainBranch: "next" });
      },
    });
    await changing().click();
    await expect.element(main().getByText(/After a change it is indexed/)).toBeVisible();
    await main()
      .getByRole("button", { name: /^Main branch/ })
      .click();
    await page.getByRole("option", { name: "next" }).click();
    expect(api.received(updateMainBranch)).toEqual([]);
    await main().getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => api.received(updateMainBranch)).toMatchObject([{ mainBranch: "next" }]);
    await expect.element(main().getByText(/After a change it is indexed/)).not.toBeInTheDocument();
  });

  it("come from the main branch where a role may not change it, as that of a protected one", async () => {
    await open(importing, {
      api: (fake) => {
        fake.adjust(getOrganization, { role: "editor", name: "Northquay" });
        fake.reply(listBranches, [branch("main"), branch("next")]);
        const free = repository({ state: "ready" }, { isProtected: false });
        const held = { ...repository({ state: "ready" }, { isProtected: true }), repositoryId: sampleId(9) };
        fake.replyList(listRepositories, [free, held]);
      },
    });
    await expect.element(changing()).toBeVisible();
    expect(changing().elements()).toHaveLength(1);
  });

  it("are not added twice when a later one is refused, nor overwritten by what another member keeps", async () => {
    const content = [found("web", "/apps/web"), found("orders", "/orders")];
    const made = makeIndexedService(2, { state: "ready" });
    let keepOfOther = (_corrections: readonly ProposalCorrection[]) => {};
    const api = await open(importing, {
      api: (fake) => {
        keepOfOther = keepCorrections(fake);
        fake.reply(listServiceProposals, { content, pendingRepositoryIds: [], isCutOff: false });
        fake.reply(createService, ({ name }) => {
          if (name === "orders") throw new Refusal("conflict", "Somebody was faster");
          // Its folder is told differently from what was found.
          const service = { ...made, description: "Sells", workingPath: "/other" };
          fake.adjust(getProject, { slug: "shop", services: [service], setupComplete: false });
          return service;
        });
      },
    });
    const tellChange = await openFeed();
    await edit("web");
    await field("Folder", "/apps/web").fill("/web");
    await expect.poll(() => api.received(saveProposalCorrections).length).toBe(1);
    keepOfOther([{ repositoryId, foundPath: "/orders", name: "Sales" }]);
    tellChange();
    await edit("Sales");
    await field("Name", "/orders").fill("orders");
    await main().getByRole("button", { name: "Add 2 services" }).click();
    await expect
      .element(
        main()
          .getByText(/^1 of 2 services added.* orders could not be added: Somebody was faster$/)
          .first(),
      )
      .toBeVisible();
    await expect.element(main().getByRole("button", { name: "Add 1 service" })).toBeVisible();
    await expect.element(main().getByRole("button", { name: "Edit web" })).not.toBeInTheDocument();
    expect(api.received(createService)).toHaveLength(2);
    await expect
      .poll(() => api.received(saveProposalCorrections).flatMap(({ corrections }) => corrections))
      .toContainEqual({ repositoryId, foundPath: "/apps/web", workingPath: "/web", serviceId: made.serviceId });
  });

  it("that could not be saved stay where they are with the reason, and are saved by a retry", async () => {
    const api = await open(importing, {
      api: (fake) => {
        fake.refuse(saveProposalCorrections, "unavailable", "The database is being moved");
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web")],
          pendingRepositoryIds: [],
          isCutOff: false,
        });
      },
    });
    const name = field("Name", "/apps/web");
    await edit("web");
    await name.fill("Storefront");
    const failure = main().getByText("Your corrections are not saved yet. The database is being moved");
    await expect.element(failure).toBeVisible();
    await expect.element(name).toHaveValue("Storefront");
    keepCorrections(api);
    await main().getByRole("button", { name: "Retry" }).click();
    await expect.element(failure).not.toBeInTheDocument();
    expect(api.received(saveProposalCorrections).at(-1)?.corrections).toEqual([
      { repositoryId, foundPath: "/apps/web", name: "Storefront" },
    ]);
    await reloadScreen();
    await expect.element(main().getByRole("button", { name: "Edit Storefront" })).toBeVisible();
  });

  it("are not shown as they were found where the corrections cannot be loaded", async () => {
    await open(importing, {
      api: (fake) => {
        fake.refuse(listProposalCorrections, "forbidden", "Not for you");
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web")],
          pendingRepositoryIds: [],
          isCutOff: false,
        });
      },
    });
    await expect.element(main().getByText("Not for you")).toBeVisible();
    await expect.element(main().getByRole("button", { name: "Edit web" })).not.toBeInTheDocument();
  });

  it("stay as they were corrected when one is refused", async () => {
    await open(importing, {
      api: (fake) => {
        fake.refuse(createService, "conflict", "Somebody was faster");
        fake.reply(listServiceProposals, {
          content: [found("web", "/apps/web")],
          pendingRepositoryIds: [],
          isCutOff: false,
        });
      },
    });
    await edit("web");
    await field("Name", "/apps/web").fill("Storefront");
    await main().getByRole("button", { name: "Add 1 service" }).click();
    await expect.element(page.getByText("Somebody was faster", { exact: true })).toBeVisible();
    await expect.element(main().getByRole("button", { name: "Edit Storefront" })).toBeVisible();
  });

  const finalizing = `${product}/setup/finalize`;
  const finding = (fake: FakeApi, ...content: ReturnType<typeof found>[]) => {
    fake.adjust(getProject, { slug: "shop", name: "Ferry Board", services: [], setupComplete: false });
    fake.reply(listServiceProposals, { content, pendingRepositoryIds: [], isCutOff: false });
    fake.reply(finishInitialSetup, { ...ready, setupComplete: true });
    fake.reply(createService, ({ name, type, description }) => ({
      ...makeIndexedService(2, { state: "ready" }),
      name,
      type,
      description,
    }));
  };

  it("are ticked at the end, where those that stay so are added before the set-up is over", async () => {
    const api = await open(finalizing, {
      viewport: { width: 375, height: 800 },
      api: (fake) => finding(fake, found("web", "/apps/web"), found("orders", "/orders"), found("bench", "/bench")),
    });
    await main().getByRole("checkbox", { name: "Add bench, Api, of shop/bench" }).click();
    await expect.element(main().getByRole("checkbox", { name: "Add web, Api, of shop/apps/web" })).toBeChecked();
    expect(document.documentElement.scrollWidth).toBe(375);
    await main().getByRole("button", { name: "Add 2 services and open product" }).click();
    await expect.poll(() => location.pathname).toBe(product);
    expect(api.received(createService)).toMatchObject([
      { name: "web", repository: { repositoryId, workingPath: "/apps/web" }, isFound: true },
      { name: "orders", repository: { repositoryId, workingPath: "/orders" }, isFound: true },
    ]);
    expect(api.received(finishInitialSetup)).toEqual([key]);
  });

  it("that cannot be added at the end are named, the set-up stays, and what was added is not added again", async () => {
    let isFaster = true;
    const api = await open(finalizing, {
      api: (fake) => {
        finding(fake, found("web", "/apps/web"), found("orders", "/orders"));
        fake.reply(createService, ({ name, type, description }) => {
          if (name === "orders" && isFaster) throw new Refusal("conflict", "Somebody was faster");
          const made = { ...makeIndexedService(2, { state: "ready" }), name, type, description };
          if (name === "web") fake.adjust(getProject, { slug: "shop", services: [made], setupComplete: false });
          return made;
        });
      },
    });
    await main().getByRole("button", { name: "Add 2 services and open product" }).click();
    await expect
      .element(main().getByRole("alert"))
      .toHaveTextContent(
        "1 of 2 services added; the others are still proposed. orders could not be added: Somebody was faster",
      );
    expect(location.pathname).toBe(finalizing);
    expect(api.received(finishInitialSetup)).toEqual([]);
    isFaster = false;
    await main().getByRole("button", { name: "Add 1 service and open product" }).click();
    await expect.poll(() => location.pathname).toBe(product);
    expect(api.received(createService).map(({ name }) => name)).toEqual(["web", "orders", "orders"]);
  });

  it("are not added by those who skip them at the end, which is said", async () => {
    const api = await open(finalizing, { api: (fake) => finding(fake, found("web", "/apps/web")) });
    await expect.element(main().getByText(/^“Skip services” adds no service\./)).toBeVisible();
    await main().getByRole("button", { name: "Skip services" }).click();
    await expect.poll(() => api.received(finishInitialSetup)).toEqual([key]);
    expect(api.received(createService)).toEqual([]);
  });
});
