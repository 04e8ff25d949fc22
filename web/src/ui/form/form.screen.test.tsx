import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";

import { renderPart } from "#web/testing/open-screen.tsx";

import { focusFirstInvalid, useAppForm } from "./form.tsx";
import { NameSlugForm, type NameSlugFormProps } from "./name-slug-form.tsx";
import { ReadOnlyCard, SingleFieldCard } from "./single-field-card.tsx";
import type { SingleFieldCardProps } from "./single-field-card.tsx";
import { TrialButton } from "./trial-button.tsx";

const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("a form", () => {
  const schema = z.object({
    title: z.string().min(2, "Title is too short"),
    text: z.string().min(3, "Text is too short"),
  });
  type Values = z.infer<typeof schema>;

  function Note({ onSave }: { onSave: (values: Values) => Promise<void> }) {
    const form = useAppForm({
      defaultValues: { title: "", text: "" },
      validators: { onChange: schema },
      onSubmit: ({ value }) => onSave(value),
      onSubmitInvalid: focusFirstInvalid,
    });
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit();
        }}
      >
        <form.AppField name="title">{(one) => <one.Text label="Title" hint="As people say it" />}</form.AppField>
        <form.AppField name="text">{(one) => <one.Area label="Text" />}</form.AppField>
        <form.AppForm>
          <form.Submit label="Save" />
        </form.AppForm>
      </form>
    );
  }

  async function renderNote(): Promise<{ saved: Values[]; finish: () => void }> {
    const saved: Values[] = [];
    const work = Promise.withResolvers<void>();
    const save = (values: Values) => {
      saved.push(values);
      return work.promise;
    };
    await renderPart(<Note onSave={save} />);
    await expect.element(field("Title")).toBeVisible();
    return { saved, finish: work.resolve };
  }

  it("says what is wrong with a field when it is left, not while it is typed into", async () => {
    await renderNote();
    await field("Title").click();
    await userEvent.keyboard("a");
    await expect.element(field("Title")).toHaveAccessibleDescription("As people say it");
    await userEvent.tab();
    await expect.element(field("Title")).toHaveAccessibleDescription("Title is too short");
    await expect.element(field("Title")).toHaveAttribute("aria-invalid", "true");
    await expect.element(field("Text")).not.toHaveAttribute("aria-invalid");
    await field("Title").fill("ab");
    await expect.element(field("Title")).toHaveAccessibleDescription("As people say it");
  });

  it("says everything that is wrong when it is sent, and goes to the first of it", async () => {
    const { saved } = await renderNote();
    await field("Title").fill("Fees");
    await button("Save").click();
    await expect.element(field("Text")).toHaveFocus();
    await expect.element(field("Text")).toHaveAccessibleDescription("Text is too short");
    await expect.element(field("Title")).not.toHaveAttribute("aria-invalid");
    expect(saved).toEqual([]);
  });

  it("is sent by Enter in a field; a field of lines takes Enter for a line and Ctrl+Enter for sending", async () => {
    const { saved, finish } = await renderNote();
    await field("Text").fill("One");
    await userEvent.keyboard("{Enter}two");
    await expect.element(field("Text")).toHaveValue("One\ntwo");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(field("Title")).toHaveFocus();
    expect(saved).toEqual([]);
    await userEvent.keyboard("Fees{Enter}");
    await expect.poll(() => saved).toEqual([{ title: "Fees", text: "One\ntwo" }]);
    finish();
  });

  it("is sent by one click, though a message of the field that is left moves the button", async () => {
    const { saved } = await renderNote();
    await field("Text").fill("a");
    const top = () => button("Save").element().getBoundingClientRect().top;
    const before = top();
    await button("Save").click();
    await expect.element(field("Title")).toHaveAccessibleDescription("Title is too short");
    await expect.element(field("Title")).toHaveFocus();
    expect(top()).toBeGreaterThan(before);
    expect(saved).toEqual([]);
  });

  it("is sent once, however often it is sent while it works", async () => {
    const { saved, finish } = await renderNote();
    await field("Text").fill("One");
    await field("Title").fill("Fees");
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Save")).toHaveAttribute("aria-busy", "true");
    await userEvent.keyboard("{Enter}{Control>}{Enter}{/Control}");
    await button("Save").click({ force: true });
    finish();
    await expect.element(button("Save")).not.toHaveAttribute("aria-busy");
    expect(saved).toHaveLength(1);
  });
});

describe("a card with one field", () => {
  const schema = z.string().trim().min(2, "Name is too short");
  const save = () => button("Save");

  async function renderCard(
    onSave: SingleFieldCardProps["onSave"],
    options: Partial<SingleFieldCardProps> = {},
  ): Promise<void> {
    await renderPart(<SingleFieldCard title="Name" value="Harbour" schema={schema} onSave={onSave} {...options} />);
    await expect.element(field("Name")).toHaveValue("Harbour");
  }

  it("saves a change, and then has none", async () => {
    const onSave = vi.fn<(value: string) => Promise<void>>().mockResolvedValue();
    await renderCard(onSave);
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await field("Name").fill("Quay");
    await expect.element(save()).not.toHaveAttribute("aria-disabled");
    await save().click();
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await expect.element(field("Name")).toHaveValue("Quay");
    expect(onSave.mock.calls).toEqual([["Quay"]]);
  });

  it("has no change when the former value is typed again", async () => {
    await renderCard(() => Promise.resolve());
    await field("Name").fill("Quay");
    await field("Name").fill("Harbour");
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
  });

  it.each(["{Enter}", "{Control>}{Enter}{/Control}"])("sends nothing on %s while nothing has changed", async (keys) => {
    const onSave = vi.fn<(value: string) => Promise<void>>().mockResolvedValue();
    await renderCard(onSave);
    await field("Name").click();
    await userEvent.keyboard(keys);
    await field("Name").fill("Quay");
    await userEvent.keyboard("{Enter}");
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    expect(onSave.mock.calls).toEqual([["Quay"]]);
  });

  it("keeps what was typed when it could not be saved", async () => {
    await renderCard(() => Promise.reject(new Error("no")));
    await field("Name").fill("Quay");
    await save().click();
    await expect.element(save()).not.toHaveAttribute("aria-busy");
    await expect.element(field("Name")).toHaveValue("Quay");
    await expect.element(save()).not.toHaveAttribute("aria-disabled");
  });

  it("that may not be changed says why, and has no button", async () => {
    await renderCard(() => Promise.resolve(), { blockedReason: "Only owners rename it", maxCount: 50 });
    await expect.element(field("Name")).toHaveAttribute("readonly");
    await expect.element(page.getByText("Only owners rename it")).toBeVisible();
    await expect.element(save()).not.toBeInTheDocument();
    await expect.element(page.getByText("7/50")).not.toBeInTheDocument();
  });

  it("that is only read can be copied", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await renderPart(<ReadOnlyCard title="Product ID" value="7d0c9a52" />);
    await button("Copy Product ID").click();
    expect(write.mock.calls).toEqual([["7d0c9a52"]]);
    await expect.element(page.getByText("Copied")).toBeInTheDocument();
  });
});

describe("a name with its slug", () => {
  async function renderForm(onSubmit: NameSlugFormProps["onSubmit"] = () => Promise.resolve()): Promise<void> {
    await renderPart(
      <NameSlugForm
        nameLabel="Product name"
        schema={{ name: z.string().min(2, "Name is too short"), slug: z.string().min(2, "Slug is too short") }}
        toSlug={(name) => name.toLowerCase().replaceAll(" ", "-")}
        slugPrefix="cairn.example.com/o/"
        maxNameLength={50}
        softMaxNameLength={32}
        submitLabel="Create"
        onSubmit={onSubmit}
      />,
    );
    await expect.element(field("Slug")).toHaveAccessibleDescription("cairn.example.com/o/…");
  }

  it("follows the name until it is edited, and again when it is as the name would make it", async () => {
    await renderForm();
    await field("Product name").fill("Ferry Board");
    await expect.element(field("Slug")).toHaveValue("ferry-board");
    await expect.element(field("Slug")).toHaveAccessibleDescription("cairn.example.com/o/ferry-board");
    await field("Slug").fill("board");
    await field("Product name").fill("Ferry Quay");
    await expect.element(field("Slug")).toHaveValue("board");
    await field("Slug").fill("ferry-quay");
    await field("Product name").fill("Ferry Gate");
    await expect.element(field("Slug")).toHaveValue("ferry-gate");
  });

  it("says at the slug that it was refused, until another is typed", async () => {
    const onSubmit = vi.fn<() => Promise<string>>().mockResolvedValue("This slug is already taken");
    await renderForm(onSubmit);
    await field("Product name").fill("Ferry Board");
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Slug")).toHaveAccessibleDescription("This slug is already taken");
    await expect.element(field("Slug")).toHaveFocus();
    await field("Slug").fill("ferries");
    await expect.element(field("Slug")).toHaveAccessibleDescription("cairn.example.com/o/ferries");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => onSubmit.mock.calls.length).toBe(2);
  });

  it("says what is wrong with a slug that the name filled, once it is sent", async () => {
    const onSubmit = vi.fn<() => Promise<void>>().mockResolvedValue();
    await renderForm(onSubmit);
    await field("Product name").fill("F");
    await expect.element(field("Slug")).not.toHaveAttribute("aria-invalid");
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Slug")).toHaveAccessibleDescription("Slug is too short");
    await expect.element(field("Product name")).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("a button that tries something", () => {
  const renderTrial = (isBusy: boolean, isSuccessful: boolean) =>
    renderPart(
      <TrialButton
        label="Test connection"
        isBusy={isBusy}
        result={{ isSuccessful, text: isSuccessful ? "Connected" : "The key was refused" }}
        onTry={() => {}}
      />,
    );

  it.each([
    [true, "Connected"],
    [false, "The key was refused"],
  ])("reads out its result, successful: %s", async (isSuccessful, text) => {
    await renderTrial(false, isSuccessful);
    await expect.element(page.getByRole("status")).toHaveTextContent(text);
  });

  it("does not show the former result while it tries again", async () => {
    await renderTrial(true, true);
    await expect.element(button("Test connection")).toHaveAttribute("aria-busy", "true");
    await expect.element(page.getByText("Connected")).not.toBeInTheDocument();
  });
});
