import { afterAll, beforeAll, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

const columns = Array.from(
  { length: 15 },
  (_, at) => `    if (props.showHeaders.id${at}) {
      hdrs.push({ text: i18n.t("general.users${at}"), value: "shown" });
    }`,
).join("\n");
const files: Record<string, string> = {
  "web/components/BoatGrid.vue": `<template><div /></template>
<script lang="ts">
import { defineComponent } from "vue";
export default defineComponent({
  props: { boat: { type: Object, required: true } },
  setup(props) {
    const hdrs = [];
${columns}
    return { hdrs };
  },
});
</script>
`,
  "web/components/BoatPanel.vue": `<template><div /></template>
<script lang="ts">
export default {
  data() {
    return { household: 1, boat: 2, change: 3, belongs: 4 };
  },
};
</script>
`,
  "harbour/boat_service.py": `class BoatService:
    def can_update(self, boat):
        if self.user.id == boat.user_id:
            return True
        # Check if this user has permission to edit this boat
        if self.household.id != boat.household_id:
            return False
        return not boat.locked

    def update_one(self, boat):
        self.boats.update(boat)
`,
};

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
});
afterAll(() => indexed.remove());
const ask = async (text: string) => (await askCodebase(indexed.codebase, { text })).text;

it("doubts a long body without a name of its own, whose file is called otherwise", async () => {
  expect(await ask("Where do the texts shown to users live?")).toMatch(/^No place was found that surely does this/);
});

it("doubts what answers no case that a question asks for", async () => {
  expect(await ask("What if the household has no boat?")).toMatch(/^No place was found that surely does this/);
});

it("is sure of what says of itself whether somebody may", async () => {
  const text = await ask("Where is it decided whether someone may change a boat that belongs to another household?");
  expect(text).toMatch(/^In `harbour\/boat_service\.py`, line 2: \*\*`BoatService\.can_update`\*\*/);
});
