import { describe, expect, it } from "vitest";

import { mergePages, type PageState, type SectionState } from "./merge-sections.ts";

const section = (sectionId: string, change: Partial<SectionState> = {}): SectionState => ({
  sectionId,
  title: `Title ${sectionId}`,
  prompt: null,
  output: "markdown",
  content: `Text of ${sectionId}.`,
  sources: [],
  writtenBy: null,
  ...change,
});
const auto = (sectionId: string, change: Partial<SectionState> = {}) =>
  section(sectionId, { prompt: `Tell of ${sectionId}`, writtenBy: "Built-in engine", ...change });
const page = (...sections: SectionState[]): PageState => ({ title: "Tides", sections });
const source = (hash: string, commit = "a".repeat(40)) => {
  return { repositoryId: "00000000-0000-4000-8000-000000000001", path: "a.ts", startLine: 1, endLine: 2, commit, hash };
};

const orderOf = (merged: ReturnType<typeof mergePages>) => merged.sections.map(({ state }) => state.sectionId).join("");

describe("a merge of two changes", () => {
  const [a, b, c] = [section("a"), section("b"), section("c")];
  const base = page(a, b, c);

  it("takes from each side what only it changed", () => {
    const theirs = page({ ...a, content: "Theirs." }, b, c, section("d"));
    const mine = { title: "Ebb", sections: [c, a, { ...b, title: "Mine" }] };
    const merged = mergePages({ base, theirs, mine });
    expect(merged).toMatchObject({ title: "Ebb", conflict: null });
    expect(orderOf(merged)).toBe("cdab");
    expect(merged.sections.map(({ state, isMine }) => [state.content, state.title, isMine])).toEqual([
      ["Text of c.", "Title c", false],
      ["Text of d.", "Title d", false],
      ["Theirs.", "Title a", false],
      ["Text of b.", "Mine", true],
    ]);
  });

  it("is a conflict where both changed the same section, and only there", () => {
    const theirs = {
      title: "Flood",
      sections: [
        { ...a, content: "Theirs." },
        { ...b, content: "Both." },
      ],
    };
    const mine = {
      title: "Ebb",
      sections: [
        { ...a, title: "Mine" },
        { ...b, content: "Both." },
        { ...c, content: "X." },
      ],
    };
    expect(mergePages({ base, theirs, mine }).conflict).toEqual({ title: "Flood", sectionIds: ["a", "c"] });
  });

  it("is one where one side took away what the other changed", () => {
    const theirs = page({ ...a, content: "Theirs." }, b);
    expect(mergePages({ base, theirs, mine: page(b, { ...c, content: "Mine." }) }).conflict?.sectionIds).toEqual([
      "a",
      "c",
    ]);
    expect(mergePages({ base, theirs: page(b), mine: page(a, b) })).toMatchObject({ conflict: null, sections: [{}] });
  });

  it("knows cited lines again wherever a push moved them", () => {
    const written = auto("a", { sources: [source("one")] });
    const moved = { ...written, sources: [{ ...source("one", "b".repeat(40)), startLine: 7, endLine: 8 }] };
    const mine = { ...written, title: "Mine" };
    const merged = mergePages({ base: page(written), theirs: page(moved), mine: page(mine) });
    expect(merged).toMatchObject({ conflict: null, sections: [{ state: { title: "Mine" }, isMine: true }] });
  });

  it("lets a writer and a person work on one Auto section while the person leaves its text alone", () => {
    const [written, rewritten] = [auto("a"), auto("a", { content: "New code.", sources: [source("two")] })];
    const sides = { base: page(written, b), theirs: page(rewritten, b) };
    const requested = mergePages({ ...sides, mine: page({ ...written, prompt: "Tell more", writtenBy: null }, b) });
    expect(requested.conflict).toBeNull();
    expect(requested.sections[0]).toMatchObject({
      isMine: true,
      state: { prompt: "Tell more", content: "New code.", sources: rewritten.sources },
    });
    const seen = mergePages({ ...sides, mine: page({ ...rewritten, title: "Mine" }, b) });
    expect(seen).toMatchObject({ conflict: null, sections: [{ state: { title: "Mine", content: "New code." } }, {}] });
    const gone = mergePages({ ...sides, mine: page(b) });
    expect([gone.conflict, orderOf(gone)]).toEqual([null, "b"]);
    const edited = mergePages({ ...sides, mine: page({ ...written, content: "By hand." }, b) });
    expect(edited.conflict?.sectionIds).toEqual(["a"]);
  });

  it.each([
    { theirs: "bac", mine: "bca", order: "bca", why: "mine stands where both moved the same" },
    { theirs: "acb", mine: "bca", order: "cba", why: "each moved another" },
    { theirs: "cab", mine: "abc", order: "cab", why: "only they moved" },
    { theirs: "abc", mine: "bac", order: "bac", why: "only I moved" },
    { theirs: "abcX", mine: "cab", order: "cXab", why: "what they added goes behind the one it follows there" },
    { theirs: "Xabc", mine: "Yabc", order: "XYabc", why: "what both added stands beside each other" },
    { theirs: "", mine: "abcY", order: "Y", why: "they took away everything" },
  ])("keeps an order: $why", ({ theirs, mine, order }) => {
    const pageOf = (ids: string) => page(...ids.split("").map((id) => section(id)));
    expect(orderOf(mergePages({ base, theirs: pageOf(theirs), mine: pageOf(mine) }))).toBe(order);
  });
});

/** Numbers from 0 up to 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A few edits by one side; the other side may happen to make the same ones. */
function edit(
  base: PageState,
  random: () => number,
  { side, isWriterAtWork }: { side: string; isWriterAtWork: boolean },
) {
  const sections = [...base.sections];
  let { title } = base;
  const word = () => (random() < 0.3 ? "both" : side) + Math.floor(random() * 3);
  const at = () => Math.floor(random() * sections.length);
  const change = (make: (one: SectionState) => Partial<SectionState>) => {
    const index = at();
    const one = sections[index];
    if (one) sections[index] = { ...one, ...make(one) };
  };
  const edits = [
    () => change(() => ({ title: word() })),
    () => change(() => ({ content: word(), writtenBy: null })),
    () => change((one) => (one.prompt === null ? {} : { prompt: word() })),
    () => change((one) => ({ prompt: one.prompt === null ? word() : null })),
    () => void sections.splice(at(), 1),
    () => void sections.splice(at(), 0, section(`${side}${sections.length}${Math.floor(random() * 100)}`)),
    () => void sections.splice(at(), 0, ...sections.splice(at(), 1)),
    () => void (title = word()),
    () => isWriterAtWork && change((one) => (one.prompt === null ? {} : { content: word(), writtenBy: "Engine" })),
  ];
  for (let left = Math.floor(random() * 5); left > 0; left -= 1) edits[Math.floor(random() * edits.length)]?.();
  return { title, sections };
}

const seeds = Array.from({ length: 3000 }, (_, at) => at);
const headOf = ({ title, prompt, output }: SectionState) => JSON.stringify([title, prompt, output]);
const shown = (one: SectionState | undefined) => (one ? headOf(one) + one.content : "gone");
const find = (side: PageState, sectionId: string) => side.sections.find((one) => one.sectionId === sectionId);

function world(seed: number) {
  const random = randomFrom(seed);
  const base = page(..."abcdef".split("").map((id) => (random() < 0.5 ? section(id) : auto(id))));
  const theirs = edit(base, random, { side: "t", isWriterAtWork: true });
  const mine = edit(base, random, { side: "m", isWriterAtWork: false });
  const merged = mergePages({ base, theirs, mine });
  const result = { title: merged.title, sections: merged.sections.map(({ state }) => state) };
  return { base, theirs, mine, merged, result };
}

describe("whatever two sides do", () => {
  it("nothing is lost in silence: each change is in the result or in the conflict", () => {
    for (const seed of seeds) {
      const { base, theirs, mine, merged, result } = world(seed);
      const ids = new Set([base, theirs, mine].flatMap((side) => side.sections.map((one) => one.sectionId)));
      for (const id of ids) {
        const [was, their, my, now] = [base, theirs, mine, result].map((side) => find(side, id));
        const isTheirChange = shown(their) !== shown(was);
        const isMyChange = shown(my) !== shown(was);
        if (merged.conflict?.sectionIds.includes(id)) {
          expect([isTheirChange, isMyChange, shown(their) !== shown(my)], `seed ${seed}, ${id}`).not.toContain(false);
          continue;
        }
        const isRewritten = was?.prompt && their && headOf(was) === headOf(their) && their.writtenBy === "Engine";
        const mixed = my && their && isRewritten ? headOf(my) + their.content : null;
        const allowed = isMyChange
          ? [shown(my), ...(mixed && my?.content === was?.content ? [mixed] : [])]
          : [shown(isTheirChange ? their : was)];
        expect(allowed, `seed ${seed}, ${id}`).toContain(shown(now));
        if (isTheirChange && isMyChange && !isRewritten) expect(shown(now), `seed ${seed}`).toBe(shown(their));
      }
      if (merged.conflict?.title == null) expect([mine.title, theirs.title], `seed ${seed}`).toContain(result.title);
    }
  });

  it("an order that one side alone changed stands, and nothing stands twice", () => {
    for (const seed of seeds) {
      const { base, theirs, mine, result } = world(seed);
      const order = (side: PageState, ids: Set<string>) =>
        side.sections.map((one) => one.sectionId).filter((id) => ids.has(id));
      const now = new Set(result.sections.map((one) => one.sectionId));
      expect(now.size, `seed ${seed}`).toBe(result.sections.length);
      const common = new Set([...now].filter((id) => [base, theirs, mine].every((side) => find(side, id))));
      const [was, their, my, is] = [base, theirs, mine, result].map((side) => order(side, common).join());
      expect(is, `seed ${seed}`).toBe(my === was ? their : their === was ? my : is);
    }
  });
});
