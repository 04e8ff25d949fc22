import { getRevision } from "@cairn/contract/page-history";
import { previewSections } from "@cairn/contract/page-writing";
import { getArtifact, updateArtifact } from "@cairn/contract/pages";
import type { Artifact } from "@cairn/contract/pages";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makePage, pageId, sectionId, writtenSection } from "#web/features/pages/testing/make-page.ts";
import { openPage, pageAddress } from "#web/features/pages/testing/open-page.ts";
import { sampleId } from "#web/testing/sample.ts";

const plain = (number: number, title: string, content: string) =>
  writtenSection(number, title, {
    kind: "static",
    writtenBy: null,
    commit: null,
    content,
    instructions: { prompt: "", output: "plain-text" },
  });
const auto = writtenSection(2, "Data flow", { instructions: { prompt: "How data flows", output: "markdown" } });
const notes = plain(1, "Notes", "First note.");

const title = () => page.getByRole("textbox", { name: "Page title" });
const publish = () => page.getByRole("button", { name: "Publish", exact: true });
const edit = () => page.getByRole("button", { name: "Edit", exact: true });
const block = (name: string) => page.getByRole("group", { name: new RegExp(`^${name}, section \\d of \\d$`) });
const content = (name: string) => block(name).getByRole("textbox", { name: "Content" });

async function openEditor(artifact: Artifact = makePage([notes, auto])) {
  const api = await openPage(artifact);
  await edit().click();
  await expect.element(title()).toHaveValue(artifact.title);
  return api;
}

describe("editing a page", () => {
  it("begins with E, and nothing can be published before something has changed", async () => {
    await openPage(makePage([notes, auto]));
    await userEvent.keyboard("e");
    await expect.element(title()).toHaveValue("System overview");
    await expect.element(publish()).toHaveAttribute("aria-disabled", "true");
    await expect.element(publish()).toHaveAccessibleDescription("Nothing has changed");
    await expect.element(page.getByText("Auto blocks will update after saving the page.")).toBeVisible();
  });

  it("publishes title and sections with the revision it began with, and shows the page", async () => {
    const api = await openEditor();
    await title().fill("  System map ");
    await content("Notes").fill("Second note.");
    api.reply(
      updateArtifact,
      makePage([plain(1, "Notes", "Second note."), auto], { title: "System map", revision: 4 }),
    );
    await publish().click();
    await expect.element(page.getByRole("heading", { level: 1, name: "System map" })).toHaveFocus();
    expect(api.received(updateArtifact)).toEqual([
      {
        organizationId: "payments",
        artifactId: pageId(0),
        revision: 3,
        title: "System map",
        sections: [
          {
            sectionId: sectionId(1),
            title: "Notes",
            instructions: { prompt: "", output: "plain-text" },
            content: "Second note.",
          },
          { sectionId: sectionId(2), title: "Data flow", instructions: auto.instructions, content: auto.content },
        ],
      },
    ]);
  });

  it("is published by Control and Enter from a field", async () => {
    const api = await openEditor();
    await title().fill("System map");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => api.received(updateArtifact)).toHaveLength(1);
  });

  it("says beside each field what is wrong, and sends nothing", async () => {
    const api = await openEditor();
    await title().fill("S");
    await content("Notes").fill("x");
    await block("Data flow").getByRole("textbox", { name: "Prompt" }).fill("");
    await publish().click();
    await expect.element(title()).toHaveAccessibleDescription("Title is too short");
    await expect.element(content("Notes")).toHaveAccessibleDescription("Content is too short");
    await expect
      .element(block("Data flow").getByRole("textbox", { name: "Prompt" }))
      .toHaveAccessibleDescription("Instructions are too short");
    await expect.element(title()).toHaveFocus();
    expect(api.received(updateArtifact)).toEqual([]);
  });

  it("keeps everything where the server refuses, and says why", async () => {
    const api = await openEditor();
    api.refuse(updateArtifact, "internal", "The disk is full");
    await title().fill("System map");
    await publish().click();
    await expect.element(page.getByText("Could not publish the page")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(title()).toHaveValue("System map");
  });

  it("shows the server's message at the field that it names", async () => {
    const api = await openEditor();
    const details = [{ path: "title", message: "This title is taken" }];
    api.refuse(updateArtifact, "invalid_input", "This title is taken", details);
    await title().fill("System map");
    await publish().click();
    await expect.element(title()).toHaveAccessibleDescription("This title is taken");
  });

  it("asks before changes are discarded, and not without changes", async () => {
    const api = await openEditor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(edit()).toBeVisible();
    await edit().click();
    await title().fill("System map");
    await page.getByRole("button", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog", { name: "Discard your changes?" });
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await expect.element(title()).toHaveValue("System map");
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await expect.element(page.getByRole("heading", { level: 1, name: "System overview" })).toBeVisible();
    expect(api.received(updateArtifact)).toEqual([]);
  });

  it("asks before it is left, and offers the changes again", async () => {
    await openEditor();
    await title().fill("System map");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without publishing?" });
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(location.pathname).toBe(pageAddress);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/payments");
    await expect.element(title()).not.toBeInTheDocument();
    window.history.back();
    await edit().click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect.element(title()).toHaveValue("System map");
  });
});

describe("the sections of a page being edited", () => {
  const order = () =>
    page
      .getByRole("list")
      .getByRole("group", { name: /, section \d of \d$/ })
      .elements();
  const names = () => order().map((one) => one.querySelector("legend")?.textContent);

  it("are moved by their menu and by Alt with arrows, and said to have moved", async () => {
    await openEditor(makePage([notes, auto, plain(3, "Limits", "Ten a day.")]));
    await page.getByRole("button", { name: "Move Limits" }).click();
    await page.getByRole("menuitem", { name: "Move to top" }).click();
    await expect.poll(names).toEqual(["Limits, section 1 of 3", "Notes, section 2 of 3", "Data flow, section 3 of 3"]);
    await expect.element(page.getByRole("button", { name: "Move Limits" })).toHaveFocus();
    await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await expect.poll(names).toEqual(["Notes, section 1 of 3", "Limits, section 2 of 3", "Data flow, section 3 of 3"]);
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  });

  it("are removed with Undo in their stead", async () => {
    await openEditor();
    await block("Notes").getByRole("button", { name: "Remove Notes" }).click();
    await expect.element(block("Notes")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.element(content("Notes")).toHaveValue("First note.");
    await expect.poll(names).toEqual(["Notes, section 1 of 2", "Data flow, section 2 of 2"]);
  });

  it("must be one at least", async () => {
    const api = await openEditor(makePage([notes]));
    await block("Notes").getByRole("button", { name: "Remove Notes" }).click();
    await publish().click();
    await expect.element(page.getByText("At least one section is required")).toBeVisible();
    expect(api.received(updateArtifact)).toEqual([]);
  });

  it("are added at the end, and get the focus", async () => {
    await openEditor();
    await page.getByRole("button", { name: "Add section" }).click();
    await page.getByRole("menuitem", { name: "Auto, written from a prompt" }).click();
    await expect.element(block("Section 3").getByRole("textbox", { name: "Section title" })).toHaveFocus();
    await expect
      .element(block("Section 3").getByRole("button", { name: "Preview" }))
      .toHaveAccessibleDescription("Write a prompt first");
  });

  it("are undone and redone by the keys", async () => {
    await openEditor();
    await content("Notes").fill("Second note.");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(content("Notes")).toHaveValue("First note.");
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await expect.element(content("Notes")).toHaveValue("Second note.");
  });
});

describe("the preview of an Auto section", () => {
  const preview = () => block("Data flow").getByRole("button", { name: "Preview", exact: true });

  it("shows what would be written, which can be used", async () => {
    const api = await openEditor();
    api.reply(previewSections, {
      sections: [
        {
          sectionId: sectionId(2),
          title: "Data flow",
          instructions: { prompt: "How data flows", output: "markdown" },
          content: "Data flows downhill.",
          sources: [],
          writtenBy: "Tide 3",
          problem: null,
        },
      ],
    });
    await preview().click();
    await expect.element(block("Data flow").getByText("Data flows downhill.")).toBeVisible();
    expect(api.received(previewSections)).toEqual([
      {
        organizationId: "payments",
        projectId: sampleId(),
        serviceId: null,
        sections: [
          {
            sectionId: sectionId(2),
            title: "Data flow",
            instructions: { prompt: "How data flows", output: "markdown" },
          },
        ],
      },
    ]);
    await block("Data flow").getByRole("button", { name: "Use this text" }).click();
    await publish().click();
    await expect.poll(() => api.received(updateArtifact)[0]?.sections?.[1]?.content).toBe("Data flows downhill.");
  });

  it("says that it takes time, and can be stopped", async () => {
    const api = await openEditor();
    api.stall(previewSections);
    await preview().click();
    await expect.element(block("Data flow").getByText("Generating Preview...").first()).toBeVisible();
    await expect
      .element(block("Data flow").getByText("This may take a couple of minutes. You can edit other sections"))
      .toBeVisible();
    await block("Data flow").getByRole("button", { name: "Stop" }).click();
    await expect.element(block("Data flow").getByText("Generating Preview...")).not.toBeInTheDocument();
  });

  it("says why there is none", async () => {
    const api = await openEditor();
    api.refuse(previewSections, "unprocessable", "The code says nothing about this");
    await preview().click();
    const alert = block("Data flow").getByRole("alert");
    await expect.element(alert).toMatchTextContent("Could not generate preview.");
    await expect.element(alert).toMatchTextContent("The code says nothing about this");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(alert).not.toBeInTheDocument();
  });
});

describe("a page that others published meanwhile", () => {
  const mateo = { userId: sampleId(9), firstName: "Mateo", lastName: "Ruiz" };

  /** Mateo published this page while the notes here became "My note."; then they are published here too. */
  async function publishOver(theirs: Artifact) {
    const api = await openEditor();
    await content("Notes").fill("My note.");
    api.reply(getArtifact, theirs);
    api.adjust(getRevision, { createdBy: mateo, sections: [] });
    const conflict = { revision: 4, changedBy: mateo, title: null, sections: [] };
    api.refuse(updateArtifact, "conflict", "Changed meanwhile", conflict);
    await publish().click();
    return api;
  }

  it("has both put together where other sections were changed", async () => {
    const api = await publishOver(makePage([notes, { ...auto, title: "Streams" }], { revision: 4 }));
    await expect.poll(() => api.received(updateArtifact)).toHaveLength(2);
    expect(api.received(updateArtifact)[1]).toMatchObject({
      revision: 4,
      sections: [{ content: "My note." }, { title: "Streams" }],
    });
  });

  it("asks for each section that both changed", async () => {
    const api = await publishOver(makePage([plain(1, "Notes", "Their note."), auto], { revision: 4 }));
    const dialog = page.getByRole("dialog", { name: "This page was changed meanwhile" });
    await expect.element(dialog).toMatchTextContent("Mateo Ruiz published other texts of a section that you changed.");
    const decide = dialog.getByRole("button", { name: "Publish" });
    await expect.element(decide).toHaveAccessibleDescription("Choose for each of them first");
    await expect
      .element(dialog.getByRole("region", { name: "Theirs, by Mateo Ruiz" }))
      .toMatchTextContent("Their note.");
    await dialog.getByRole("group", { name: "What stays of Notes" }).getByText("Theirs", { exact: true }).click();
    api.reply(updateArtifact, makePage([plain(1, "Notes", "Their note."), auto], { revision: 5 }));
    await decide.click();
    await expect.element(edit()).toBeVisible();
    expect(api.received(updateArtifact)[1]).toMatchObject({ revision: 4, sections: [{ content: "Their note." }, {}] });
  });

  it("leaves everything as it was on Back to editing", async () => {
    await publishOver(makePage([plain(1, "Notes", "Their note."), auto], { revision: 4 }));
    await page.getByRole("button", { name: "Back to editing" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(content("Notes")).toHaveValue("My note.");
  });
});
