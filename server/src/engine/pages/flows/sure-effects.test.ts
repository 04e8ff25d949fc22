import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { findFlowStarts } from "./flow-start.ts";
import { summaryOf } from "./flow-summary.ts";
import { followFlow } from "./follow-flow.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

const files = {
  "go.mod": "module quay\n",
  "schema.sql": ["boats", "berths", "drafts", "users", "comments"]
    .map((name) => `CREATE TABLE ${name} (id BIGINT PRIMARY KEY);\n`)
    .join(""),
  "main.go": `package main

import (
	"net/http"

	"quay/store"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /boats", AddBoat)
	http.ListenAndServe(":80", mux)
}

// AddBoat moors a boat.
func AddBoat(w http.ResponseWriter, r *http.Request) {
	boat, err := store.AddBoat(r)
	if err != nil {
		store.DropBoat(r)
		return
	}
	log.Info("HttpClient calls fetch(boat)")
	if boat.IsLong {
		store.AddBerth(boat)
	}
	store.UpdateRemark(user, boat)
}
`,
  "store/store.go": `package store

func AddBoat(r Request) (Boat, error) {
	_, err := db.Exec("INSERT INTO boats (id) VALUES (1)")
	return Boat{}, err
}

func DropBoat(r Request) {
	db.Exec("DELETE FROM drafts WHERE id = 1")
}

func AddBerth(boat Boat) {
	db.Exec("INSERT INTO berths (id) VALUES (1)")
}
`,
};

it("tells what is written in every case apart from what a branch decides, and nothing of what a failure undoes", async () => {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const scope = openScope(indexed, "/");
  const [start] = findFlowStarts(scope);
  if (start === undefined) throw new Error("no flow begins");
  const { text } = summaryOf((await followFlow(scope, start)).effects);
  expect(text).toBe("writes `boats` and may write `berths`");
});

it("says of a list that it cuts by how much, so that nobody reads it as whole", () => {
  const effects = ["boats", "berths", "drafts", "users", "comments"].map((target, at) => ({
    verb: "deletes" as const,
    target,
    path: "store.go",
    line: at + 1,
    text: "",
    whole: { text: "", endLine: at + 1 },
  }));
  expect(summaryOf(effects.slice(1)).text).toBe("deletes from `berths`, `drafts`, `users` and `comments`");
  expect(summaryOf(effects).text).toBe("deletes from `boats`, `berths`, `drafts` and 2 more");
});
