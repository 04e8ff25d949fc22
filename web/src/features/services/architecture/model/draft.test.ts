import type { Service } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";

import type { ServiceValues } from "#web/features/services/service-values.ts";

import { listCanvasNodes } from "./canvas-node.ts";
import { rememberSaid } from "./deleted-nodes.ts";
import { beginDraft, changeDraft, listInvalid, listUnsaved, toLaidOut } from "./draft.ts";
import type { Draft, DraftChange } from "./draft.ts";
import { parseKept, serializeKept } from "./kept-draft.ts";
import { layOut } from "./layout.ts";

const service = (name: string, change: Partial<Service> = {}): Service => ({
  serviceId: `id-${name}`,
  projectServiceId: 1,
  name,
  description: `Tells everybody about ${name}`,
  type: "frontend",
  repository: null,
  isReadOnly: false,
  workingPath: "/",
  ...change,
});

const after = (draft: Draft, ...changes: DraftChange[]) => changes.reduce(changeDraft, draft);
const nodeOf = (draft: Draft, nodeId: string) => {
  const node = draft.present.nodes.find((one) => one.nodeId === nodeId);
  if (!node) throw new Error(`No node ${nodeId}`);
  return node;
};
const edit = (draft: Draft, nodeId: string, values: Partial<ServiceValues>): DraftChange => ({
  kind: "edited",
  nodeId,
  values: { ...nodeOf(draft, nodeId).values, ...values },
});
const edited = (draft: Draft, nodeId: string, values: Partial<ServiceValues>) =>
  after(draft, edit(draft, nodeId, values), { kind: "checked" });
const added: DraftChange = { kind: "added", nodeId: "n1", type: "api" };
const complete = { name: "api", description: "Serves departures and delays" };
const namesOf = (draft: Draft) => draft.present.nodes.map(({ values }) => values.name);

describe("what is drawn that is no service", () => {
  const nodeId = "drawn:7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009";
  const drawn = (name: string, technology = ""): DraftChange => ({
    kind: "drawn",
    nodeId,
    values: { kind: "store", name, technology },
  });
  const shown = (draft: Draft, found: Parameters<typeof listCanvasNodes>[2] = []) =>
    listCanvasNodes(draft.present, [], found).map(({ label }) => label);
  const stored = (name: string) => ({
    nodeId,
    kind: "store" as const,
    serviceId: null,
    name,
    type: null,
    technology: null,
    position: null,
    evidence: [],
  });

  it("is a node with a state until it is saved, and typing is one step", () => {
    const typed = after(beginDraft([]), drawn(""), drawn("T"), drawn("Ti"), drawn("Tides"));
    expect(shown(after(beginDraft([]), drawn("")))).toEqual(["New Store, Store, Unconfigured"]);
    expect(shown(typed)).toEqual(["Tides, Store, Unsaved"]);
    expect(shown(after(typed, { kind: "undone" }))).toEqual(["New Store, Store, Unconfigured"]);
    expect(shown(after(typed, { kind: "undone" }, { kind: "undone" }))).toEqual([]);
    expect(shown(after(typed, { kind: "undone" }, { kind: "redone" }))).toEqual(["Tides, Store, Unsaved"]);
  });

  it("that is saved stays when steps from before it are taken back, and what was typed since is unsaved", () => {
    const values = { kind: "store" as const, name: "Tides", technology: "" };
    const saved = after(beginDraft([]), drawn("Tides"), { kind: "drawn-saved", nodeId, values });
    expect(shown(saved, [stored("Tides")])).toEqual(["Tides, Store"]);
    expect(shown(after(saved, { kind: "undone" }), [stored("Tides")])).toEqual(["Tides, Store"]);
    const typed = after(beginDraft([]), drawn("Tides"), drawn("Tides of May"), { kind: "drawn-saved", nodeId, values });
    expect(shown(typed, [stored("Tides")])).toEqual(["Tides of May, Store, Unsaved"]);
  });

  it("is no step of its own once it is saved: one press takes back what was done before it", () => {
    const edited = after(beginDraft([service("web")]), {
      kind: "edited",
      nodeId: "id-web",
      values: { ...beginDraft([service("web")]).present.nodes[0]!.values, name: "site" },
    });
    const line = { sourceId: "id-web", targetId: nodeId, stance: "allowed" as const };
    const joined = after(edited, { kind: "applied", edits: [{ kind: "joined", ...line, reason: null }] });
    const saved = after(joined, { kind: "line-saved", line });
    expect(saved.past).toHaveLength(2);
    const back = after(saved, { kind: "undone" });
    expect(back.present.nodes.map(({ values }) => values.name)).toEqual(["web"]);
    expect(after(back, { kind: "redone" }).present.nodes.map(({ values }) => values.name)).toEqual(["site"]);
  });

  it("goes with its lines, comes back, and outlives a visit", () => {
    const line = { kind: "joined" as const, sourceId: "a", targetId: nodeId, stance: "allowed" as const, reason: null };
    const joined = after(beginDraft([]), drawn("Tides"), { kind: "applied", edits: [line] });
    const gone = after(joined, { kind: "drawn", nodeId, values: null });
    expect(gone.present.lines).toEqual([]);
    expect(shown(gone, [stored("Tides")])).toEqual([]);
    expect(after(gone, { kind: "undone" }).present.lines).toHaveLength(1);
    const kept = beginDraft([], {}, parseKept(serializeKept(joined.present)));
    expect(shown(kept)).toEqual(["Tides, Store, Unsaved"]);
    expect(shown(after(kept, { kind: "discarded" }))).toEqual([]);
  });
});

describe("what somebody else deletes", () => {
  const [web, api] = [service("web"), service("api")];
  const store = "drawn:7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009";
  const said = (sourceId: string, targetId: string, stance: "allowed" | "forbidden" | null = "allowed") => {
    return { sourceId, targetId, stance, derived: null, drift: null, broughtBy: null };
  };
  const drawnNode = { kind: "store" as const, serviceId: null, type: null, technology: null, position: null };
  const nodes = ["id-web", "id-api", store].map((nodeId) => ({ ...drawnNode, nodeId, name: nodeId, evidence: [] }));
  const known = rememberSaid(new Map(), {
    nodes,
    edges: [said("id-web", "id-api"), said("id-api", store, "forbidden"), said("id-web", store, null)],
  });
  const left = rememberSaid(known, { nodes: nodes.filter(({ nodeId }) => nodeId !== "id-api"), edges: [] });
  const join = (sourceId: string, targetId: string): DraftChange => ({
    kind: "applied",
    edits: [{ kind: "joined", sourceId, targetId, stance: "allowed", reason: null }],
  });

  it("goes, unless something of it is typed here: then it is made again with what was said of its connections", () => {
    const draft = beginDraft([web, api]);
    const deleted: DraftChange = { kind: "loaded", services: [web], said: left };
    expect(namesOf(after(draft, deleted))).toEqual(["web"]);
    const typed = edited(draft, "id-api", { description: "Serves tides and departures" });
    // Deleted from here it goes with what was typed.
    expect(namesOf(after(typed, { kind: "deleting", nodeId: "id-api" }, deleted))).toEqual(["web"]);
    const { present } = after(typed, deleted);
    expect(present.nodes[1]).toMatchObject({ nodeId: "id-api", serviceId: null, stored: null, state: "unsaved" });
    expect(present.deletedIds).toEqual(["id-api"]);
    expect(present.lines).toEqual([
      { sourceId: "id-web", targetId: "id-api", stance: "allowed" },
      { sourceId: "id-api", targetId: store, stance: "forbidden" },
    ]);
  });

  it("stays as well where a line to it is not saved, and what is said of that line here holds", () => {
    const drawn = after(beginDraft([web, api]), added, join("n1", "id-api"), join("id-api", store));
    const deleted = after(drawn, { kind: "loaded", services: [web], said: left });
    expect(namesOf(deleted)).toContain("api");
    expect(deleted.present.lines.map(({ sourceId, stance }) => `${sourceId} ${stance}`)).toEqual([
      "n1 allowed",
      "id-api allowed",
      "id-web allowed",
    ]);
    expect(after(deleted, { kind: "kept", nodeId: "id-api" }).present.deletedIds).toEqual([]);
    const dropped = after(deleted, { kind: "removed", nodeId: "id-api" });
    expect(namesOf(dropped)).not.toContain("api");
    expect(dropped.present.lines).toEqual([]);
  });

  it("is kept likewise where it was drawn, but not by whom it was taken away here too", () => {
    const values = { kind: "store" as const, name: "Tides", technology: "" };
    const gone: DraftChange = { kind: "drawn-deleted", gone: { [store]: values }, said: known };
    const joined = after(beginDraft([web, api]), added, join("n1", store));
    const kept = after(joined, gone).present;
    expect(kept.drawn).toEqual({ [store]: values });
    expect(kept.deletedIds).toEqual([store]);
    expect(kept.lines).toContainEqual({ sourceId: "id-api", targetId: store, stance: "forbidden" });
    expect(after(beginDraft([web]), gone).present.drawn).toBeUndefined();
    const own = after(joined, { kind: "drawn", nodeId: store, values: null }, gone, { kind: "undone" });
    expect(own.present.deletedIds).toBeUndefined();
  });
});

describe("lines", () => {
  it("stay while they are sent, and go once the server shows them", () => {
    const line = { sourceId: "id-web", targetId: "n1", stance: "allowed" as const };
    const draft = after(beginDraft([service("web")]), added, {
      kind: "applied",
      edits: [{ kind: "joined", ...line, reason: null }],
    });
    const sent = after(draft, { kind: "line-sending", line, save: "saving" });
    expect(sent.present.lines).toEqual([{ ...line, save: "saving" }]);
    expect(after(sent, { kind: "line-saved", line }).present.lines).toEqual([]);
    const otherwise = after(draft, { kind: "line-saved", line: { ...line, stance: "forbidden" } });
    expect(otherwise.present.lines).toEqual([line]);
  });
});

describe("states of nodes", () => {
  it("are none for services that were there, and unconfigured for new ones", () => {
    const draft = after(beginDraft([service("web")]), added);
    expect(draft.present.nodes.map(({ state }) => state)).toEqual([null, "unconfigured"]);
    expect(listInvalid(draft.present.nodes).map(({ nodeId }) => nodeId)).toEqual(["n1"]);
  });

  it("become unsaved or invalid by editing, and nothing again where the edit is taken back by hand", () => {
    const draft = beginDraft([service("web")]);
    const renamed = edited(draft, "id-web", { name: "site" });
    expect(nodeOf(renamed, "id-web").state).toBe("unsaved");
    expect(nodeOf(edited(renamed, "id-web", { name: "s" }), "id-web").state).toBe("invalid");
    expect(nodeOf(edited(renamed, "id-web", { name: "web" }), "id-web").state).toBeNull();
  });

  it("are unconfigured only until somebody edits them", () => {
    const draft = after(beginDraft([]), added);
    expect(nodeOf(edited(draft, "n1", { type: "library" }), "n1").state).toBe("invalid");
    expect(nodeOf(edited(draft, "n1", { name: "api" }), "n1").state).toBe("invalid");
    expect(nodeOf(edited(draft, "n1", complete), "n1").state).toBe("unsaved");
  });

  it("go through saving to saved, or to an error that another edit ends", () => {
    const draft = edited(after(beginDraft([]), added), "n1", complete);
    const saving = after(draft, { kind: "saving", nodeId: "n1" });
    expect(nodeOf(saving, "n1").state).toBe("saving");
    const { values } = nodeOf(saving, "n1");
    const saved = after(saving, { kind: "saved", nodeId: "n1", service: service("api", complete), sent: values });
    expect(nodeOf(saved, "n1")).toMatchObject({ state: "saved", serviceId: "id-api" });
    expect(listUnsaved(saved.present.nodes)).toEqual([]);

    const failed = after(saving, { kind: "failed", nodeId: "n1", message: "The disk is full" }, { kind: "checked" });
    expect(nodeOf(failed, "n1")).toMatchObject({ state: "error", failure: "The disk is full" });
    expect(listUnsaved(failed.present.nodes)).toHaveLength(1);
    expect(nodeOf(edited(failed, "n1", { name: "apis" }), "n1")).toMatchObject({ state: "unsaved", failure: null });
  });

  it("keep what was typed while it was being saved", () => {
    const draft = edited(after(beginDraft([]), added), "n1", complete);
    const sent = nodeOf(draft, "n1").values;
    const typing = edited(after(draft, { kind: "saving", nodeId: "n1" }), "n1", { name: "api 2" });
    const saved = after(typing, {
      kind: "saved",
      nodeId: "n1",
      service: service("api", { ...complete, type: "api" }),
      sent,
    });
    expect(nodeOf(saved, "n1")).toMatchObject({ state: "unsaved", values: { name: "api 2" }, stored: { name: "api" } });
  });
});

describe("another type", () => {
  it("lays the nodes out anew", () => {
    const draft = beginDraft([service("web"), service("site"), service("api", { type: "api" })]);
    const changed = edited(draft, "id-web", { type: "api" });
    const places = layOut(changed.present.nodes.map(toLaidOut), changed.present.moved);
    expect(places.get("id-site")).toEqual({ x: 0, y: 0 });
    expect(places.get("id-web")).toEqual({ x: 0, y: 240 });
    expect(places.get("id-api")).toEqual({ x: 400, y: 240 });
  });

  it("takes a node that was moved into its new row, and leaves the others that were", () => {
    const moved = { "id-web": { x: 55, y: 66 }, "id-api": { x: 10, y: 250 } };
    const draft = beginDraft([service("web"), service("api", { type: "api" })], moved);
    const changed = edited(draft, "id-web", { type: "api" });
    expect(changed.present.moved).toEqual({ ...moved, "id-web": { x: 400, y: 240 } });
  });
});

describe("taking back", () => {
  it("goes word by word through what was typed", () => {
    const draft = after(beginDraft([]), added);
    const texts = ["a", "ab", "ab ", "ab c", "ab cd"];
    const typed = texts.reduce((current, name) => after(current, edit(current, "n1", { name })), draft);
    const once = after(typed, { kind: "undone" });
    const twice = after(once, { kind: "undone" });
    expect([namesOf(once), namesOf(twice)]).toEqual([["ab "], [""]]);
    expect(namesOf(after(twice, { kind: "redone" }, { kind: "redone" }))).toEqual(["ab cd"]);
    expect(after(twice, { kind: "undone" }).present.nodes).toEqual([]);
  });

  it("brings back what was removed and moved", () => {
    const draft = after(beginDraft([service("web")]), added);
    const changed = after(draft, { kind: "moved", places: { n1: { x: 1, y: 2 } } }, { kind: "removed", nodeId: "n1" });
    const back = after(changed, { kind: "undone" });
    expect(back.present.moved).toEqual({ n1: { x: 1, y: 2 } });
    expect(back.present.nodes).toHaveLength(2);
    expect(after(back, { kind: "undone" }).present.moved).toEqual({});
  });

  it("holds 200 steps", () => {
    let draft = beginDraft([service("web")]);
    for (let x = 1; x <= 250; x += 1) draft = after(draft, { kind: "moved", places: { "id-web": { x, y: 0 } } });
    for (let step = 0; step < 250; step += 1) draft = after(draft, { kind: "undone" });
    expect(draft.present.moved).toEqual({ "id-web": { x: 50, y: 0 } });
  });

  it("does not take back what the server did", () => {
    const draft = edited(after(beginDraft([]), added), "n1", complete);
    const sent = nodeOf(draft, "n1").values;
    const saved = after(draft, {
      kind: "saved",
      nodeId: "n1",
      service: service("api", { ...complete, type: "api" }),
      sent,
    });
    const back = after(saved, { kind: "undone" }, { kind: "undone" }, { kind: "undone" });
    expect(back.present.nodes).toMatchObject([{ nodeId: "n1", serviceId: "id-api", state: "saved" }]);
  });
});

describe("what others do", () => {
  it("comes into nodes and fields that nobody changes here", () => {
    const draft = edited(beginDraft([service("web"), service("old")]), "id-web", { name: "site" });
    const services = [service("web", { description: "Somebody else's words" }), service("jobs")];
    const loaded = after(draft, { kind: "loaded", services });
    expect(namesOf(loaded)).toEqual(["site", "jobs"]);
    expect(nodeOf(loaded, "id-web")).toMatchObject({
      state: "unsaved",
      contested: [],
      values: { description: "Somebody else's words" },
    });
  });

  it("is told where both changed the same, and ours stays until it is reverted", () => {
    const draft = edited(beginDraft([service("web")]), "id-web", { name: "site" });
    const loaded = after(draft, { kind: "loaded", services: [service("web", { name: "shop" })] });
    expect(nodeOf(loaded, "id-web")).toMatchObject({ contested: ["name"], values: { name: "site" } });
    expect(nodeOf(after(loaded, { kind: "reverted", nodeId: "id-web" }), "id-web")).toMatchObject({
      state: null,
      contested: [],
      values: { name: "shop" },
    });
  });

  it("does not lose what was typed about a service that is gone", () => {
    const draft = edited(beginDraft([service("web")]), "id-web", { name: "site" });
    const loaded = after(draft, { kind: "loaded", services: [] });
    expect(nodeOf(loaded, "id-web")).toMatchObject({ serviceId: null, state: "unsaved", values: { name: "site" } });
  });

  it("changes nothing where nothing changed", () => {
    const draft = edited(beginDraft([service("web")]), "id-web", { name: "site" });
    expect(after(draft, { kind: "loaded", services: [service("web")] }).present).toBe(draft.present);
  });
});

describe("what is kept in the browser", () => {
  it("is what is not saved, without passwords", () => {
    const draft = edited(after(beginDraft([service("web"), service("shop")]), added), "id-web", {
      name: "site",
      username: "robot",
      password: "s3cret",
    });
    const placed = after(draft, { kind: "placed", places: { [draft.present.nodes[2]!.nodeId]: { x: 7, y: 9 } } });
    const text = serializeKept(placed.present);
    expect(text).not.toContain("s3cret");
    const kept = parseKept(text);
    expect(Object.values(kept.moved)).toEqual([{ x: 7, y: 9 }]);
    const back = beginDraft([service("web"), service("shop")], kept.moved, kept);
    expect(back.present.nodes.map(({ values, state }) => [values.name, state])).toEqual([
      ["site", "unsaved"],
      ["shop", null],
      ["", "unconfigured"],
    ]);
  });

  it("is nothing where all is saved, and nothing that cannot be read", () => {
    expect(serializeKept(beginDraft([service("web")]).present)).toBeNull();
    const none = { nodes: [], lines: [], moved: {} };
    expect([parseKept(null), parseKept("{"), parseKept('[{"nodeId":1}]')]).toEqual([none, none, none]);
  });
});
