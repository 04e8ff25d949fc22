import { expect, it } from "vitest";

import { maxTemplatePages, planTemplatePages, type TemplateGround } from "./plan-template-pages.ts";

const templateId = "8c1d6a52-0f7e-4b1b-8a55-6f3f6f1f0a01";
const ground: TemplateGround = {
  services: [
    { serviceId: "s1", name: "api" },
    { serviceId: "s2", name: "web" },
  ],
  modules: [{ repositoryId: "r1", name: "timetable", path: "packages/timetable" }],
};
const plan = (instructions: string, of: TemplateGround = ground) =>
  planTemplatePages({ type: "pages", instructions, templateId }, of);

it("makes a page for every service", () => {
  expect(plan("One page per service.")).toEqual([
    { title: "api", serviceId: "s1", folder: null },
    { title: "web", serviceId: "s2", folder: null },
  ]);
});

it.each(["One page for every module of the code.", "a page for each package", "Components, one page each"])(
  "makes pages of the code's modules: %s",
  (instructions) => {
    const folder = { repositoryId: "r1", path: "packages/timetable" };
    expect(plan(instructions)).toEqual([{ title: "timetable", serviceId: null, folder }]);
  },
);

it("says what it does not understand, what is not there and what is too much", () => {
  expect(() => plan("One page for every full moon")).toThrow("Say in the instructions for what");
  expect(() => plan("one per module", { ...ground, modules: [] })).toThrow("nothing of the kind");
  const many = Array.from({ length: maxTemplatePages + 1 }, (_, at) => ({
    serviceId: `s${at}`,
    name: `service ${at}`,
  }));
  expect(() => plan("one per service", { ...ground, services: many })).toThrow("would make 41 pages");
});
