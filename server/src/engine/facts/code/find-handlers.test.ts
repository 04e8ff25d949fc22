import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findEndpoints } from "./find-endpoints.ts";

it("takes for a handler of Go what stands in the package that its name tells", async () => {
  const declared = (name: string, body: string) => `package ${name}\n\n${body}`;
  const files = {
    "go.mod": "module quay\n",
    "main.go": `package main

import (
	"net/http"

	"quay/database"
	"quay/route/boat"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /merge", boat.Merge)
	mux.HandleFunc("POST /gone", boat.Gone)
	mux.HandleFunc("POST /held", holder.Hold)
	http.ListenAndServe(":80", mux)
}
`,
    "database/boats.go": declared("database", "func Merge() {}\n\nfunc Gone() {}\n"),
    "route/boat/merge.go": declared("boat", "func Merge(w http.ResponseWriter, r *http.Request) {}\n"),
    "route/hold.go": declared(
      "route",
      "type Holder struct{}\n\nfunc (h *Holder) Hold(w http.ResponseWriter, r *http.Request) {}\n",
    ),
  };
  const indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const found = findEndpoints(openScope(indexed, "/")).map(
    ({ endpoint, handler }) => `${endpoint.path} ${handler?.path ?? ""}`,
  );
  expect(found.toSorted()).toEqual(["/gone ", "/held route/hold.go", "/merge route/boat/merge.go"]);
  await indexed.remove();
});
