import { getArchitecture, moveArchitectureNodes } from "@cairn/contract/architecture";
import type { Architecture, ArchitectureEdge, ArchitectureNode } from "@cairn/contract/architecture";
import { getProject } from "@cairn/contract/projects";
import { deleteService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/setup/architecture";
const names = ["gate", "catalogservice", "cart", "checkout", "mail", "shipping", "payment", "adverts", "search"];
/** The gate uses all others, which is what makes a row of the specification too long. */
const services = names.map((name, at) => makeService(at + 1, { name, type: at === 0 ? "frontend" : "api" }));
const call = (from: number, to: number): ArchitectureEdge => ({
  sourceId: sampleId(from),
  targetId: sampleId(to),
  stance: null,
  derived: { kinds: ["call"], count: 1, certainty: "resolved", evidence: [] },
  drift: null,
  broughtBy: null,
});
const standing = (number: number, position: ArchitectureNode["position"]): ArchitectureNode => ({
  nodeId: sampleId(number),
  kind: "service",
  serviceId: sampleId(number),
  name: names[number - 1] ?? "",
  type: "api",
  technology: null,
  position,
  evidence: [],
});

interface Sight {
  nodes?: ArchitectureNode[];
  edges?: ArchitectureEdge[];
  shown?: Service[];
  isPhone?: boolean;
}

function open({ nodes = [], edges, shown = services, isPhone }: Sight = {}): Promise<FakeApi> {
  const stored = [...shown];
  const architecture: Architecture = {
    nodes,
    edges: edges ?? services.slice(1).map((_service, at) => call(1, at + 2)),
    baselineAt: null,
    hasContract: false,
    index: { isFresh: true, repositories: [] },
    isCutOff: false,
  };
  return openScreen(address, {
    ...(isPhone && { viewport: { width: 375, height: 740 } }),
    api: (fake) => {
      fake.adjust(getProject, {
        slug: "shop",
        name: "Ferry Board",
        setupComplete: true,
        get services() {
          return [...stored];
        },
      });
      fake.reply(getArchitecture, architecture);
      fake.reply(deleteService, ({ serviceId }) => {
        stored.splice(
          stored.findIndex((service) => service.serviceId === serviceId),
          1,
        );
        return undefined;
      });
    },
  });
}

const canvas = () => page.getByRole("application", { name: "Architecture canvas" });
const node = (label: string) => canvas().getByRole("group", { name: label, exact: true });
const boxOf = (label: string) => node(label).element().getBoundingClientRect();
const surface = () => canvas().element().getBoundingClientRect();
/** The size of the letters of a name as they are in the window. */
const lettersOf = (label: string) => {
  const card = node(label).element();
  const name = card.querySelector<HTMLElement>(".card-name")!;
  return (Number.parseFloat(getComputedStyle(name).fontSize) * boxOf(label).width) / (card as HTMLElement).offsetWidth;
};

it("of many services shows all at first, who uses others above them, with names that can be read", async () => {
  const api = await open();
  await expect.element(node("gate, Frontend")).toBeVisible();
  const boxes = () => names.map((name, at) => boxOf(`${name}, ${at === 0 ? "Frontend" : "Api"}`));
  await expect
    .poll(() => {
      const { left, right, top, bottom } = surface();
      return boxes().every((box) => box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom);
    })
    .toBe(true);
  const all = boxes();
  expect(all.slice(1).every((box) => box.top > all[0]!.bottom)).toBe(true);
  expect(lettersOf("catalogservice, Api")).toBeGreaterThanOrEqual(10.5);
  // Everybody sees this picture from then on, also once connections change.
  await expect.poll(() => api.received(moveArchitectureNodes).length).toBe(1);
  const positions = api.received(moveArchitectureNodes)[0]?.positions ?? [];
  expect(positions.map(({ nodeId }) => nodeId).toSorted()).toEqual(
    names.map((_name, at) => sampleId(at + 1)).toSorted(),
  );
});

it("shows of a small card nothing but its name, in letters that do not shrink with it", async () => {
  await open();
  await expect.element(node("gate, Frontend")).toBeVisible();
  await expect.poll(() => boxOf("gate, Frontend").width).toBeGreaterThan(70);
  await userEvent.keyboard("---");
  await expect
    .poll(() => getComputedStyle(node("cart, Api").element().querySelector(".card-more")!).display)
    .toBe("none");
  await userEvent.keyboard("++++");
  await expect
    .poll(() => getComputedStyle(node("cart, Api").element().querySelector(".card-more")!).display)
    .toBe("flex");
});

it("leaves rows of few, and what somebody moved, where they are", async () => {
  await open({
    shown: services.slice(0, 3),
    edges: [call(1, 2)],
    nodes: [standing(3, { x: 40, y: 600 })],
  });
  const place = (label: string) => (node(label).element() as HTMLElement).style.transform;
  await expect.element(node("gate, Frontend")).toBeVisible();
  expect(place("gate, Frontend")).toBe("translate(0px, 0px)");
  expect(place("catalogservice, Api")).toBe("translate(0px, 240px)");
  expect(place("cart, Api")).toBe("translate(40px, 600px)");
});

it("lets the lines of a chosen node stand out and the others step back", async () => {
  await open({ edges: [call(1, 2), call(3, 4)] });
  const stroke = (name: string) =>
    page.getByLabelText(`${name}. In the code`).element().querySelector<SVGPathElement>("path")?.style.stroke;
  await expect.element(node("gate, Frontend")).toBeVisible();
  const before = stroke("cart calls checkout");
  await node("gate, Frontend").click();
  await expect.poll(() => stroke("gate calls catalogservice")).toBe("var(--accent-text)");
  expect(stroke("cart calls checkout")).not.toBe(before);
  await userEvent.keyboard("{Escape}");
});

it("puts the templates away and brings them back", async () => {
  await open({ shown: services.slice(0, 2), edges: [] });
  const panel = page.getByRole("complementary", { name: "Add Node" });
  await expect.element(panel).toBeVisible();
  await panel.getByRole("button", { name: "Fold away" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  const add = page.getByRole("button", { name: "Add Node" });
  await expect.element(add).toHaveFocus();
  await add.click();
  await expect.element(panel).toBeVisible();
});

it("goes on to the next node once one was deleted by keyboard", async () => {
  await open({ shown: services.slice(0, 3), edges: [] });
  await expect.element(node("gate, Frontend")).toBeVisible();
  node("gate, Frontend").element().focus();
  await userEvent.keyboard("{Delete}");
  const dialog = page.getByRole("dialog", { name: "Delete gate?" });
  await dialog.getByRole("textbox").fill("gate");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(node("catalogservice, Api")).toHaveFocus();
});

it("brings a connection that was chosen from a list into the window and marks it", async () => {
  await open({
    shown: services.slice(0, 3),
    edges: [call(1, 3)],
    nodes: [standing(1, { x: 0, y: 0 }), standing(3, { x: 6_000, y: 0 })],
  });
  await expect.element(node("gate, Frontend")).toBeVisible();
  await userEvent.keyboard("++++++");
  node("gate, Frontend").element().focus();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("region", { name: "Connections" }).getByRole("button", { name: "gate calls cart" }).click();
  const line = () =>
    page.getByLabelText("gate calls cart. In the code").element().querySelector<SVGPathElement>("path");
  await expect.poll(() => line()?.style.stroke).toBe("var(--accent-text)");
  const middle = () => (surface().left + surface().right) / 2;
  await expect
    .poll(() => {
      const { left, right } = line()!.getBoundingClientRect();
      return Math.abs((left + right) / 2 - middle());
    })
    .toBeLessThan(40);
});

it("first shows on a phone as much as can be read", async () => {
  await open({ isPhone: true });
  await page.getByText("Canvas", { exact: true }).click();
  await expect.element(node("gate, Frontend")).toBeVisible();
  await expect.poll(() => lettersOf("gate, Frontend")).toBeGreaterThanOrEqual(10.5);
  const { left, right } = boxOf("gate, Frontend");
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(375);
});

it("puts beside a kept picture what the code added to it, and keeps that too", async () => {
  const places = names.map((_name, at) => standing(at + 1, { x: (at % 3) * 300, y: Math.floor(at / 3) * 180 + 7 }));
  const api = await open({ nodes: [...places.slice(0, 8), standing(9, null)] });
  await expect.poll(() => api.received(moveArchitectureNodes).length).toBe(1);
  const [kept, ...others] = api.received(moveArchitectureNodes)[0]?.positions ?? [];
  expect([kept?.nodeId, others]).toEqual([sampleId(9), []]);
  // It is wider than high, so there is more room below.
  expect(kept?.position.y).toBeGreaterThan(2 * 180 + 7 + 92);
});
