import { expect, it } from "vitest";

import { parseCallback } from "./parse-callback.ts";

const sent = { code: "a1b2", installation_id: "4711", state: "signed.state" };

it("parses the parameters of GitHub", () => {
  expect(parseCallback({ ...sent, setup_action: "install" })).toEqual({
    code: "a1b2",
    installationId: "4711",
    state: "signed.state",
  });
});

it("accepts an id that the router parsed as a number", () => {
  expect(parseCallback({ ...sent, installation_id: 4711 }).installationId).toBe("4711");
});

it.each([
  ["a refusal there", { ...sent, error: "access_denied" }, "GitHub did not allow it, or somebody cancelled it there."],
  [
    "a request to an owner",
    { state: "signed.state", setup_action: "request" },
    "An owner of the account on GitHub was asked to allow it. Connect it again once they did.",
  ],
  [
    "a link that nobody here asked for",
    { code: "a1b2", installation_id: "4711" },
    "This did not start here. Connect the account from the integrations of your organization.",
  ],
  ["no account", { ...sent, installation_id: "4711; x" }, "GitHub did not say which account was chosen."],
  ["no code", { ...sent, code: "" }, "GitHub did not say which account was chosen."],
])("throws a readable message: %s", (_name, query, message) => {
  expect(() => parseCallback(query)).toThrow(message);
});

it("shows no text from the query", () => {
  const attempt = () => parseCallback({ ...sent, error: "x", error_description: "Call +1 555 0100" });
  expect(attempt).toThrow(/^GitHub did not allow it, or somebody cancelled it there\.$/);
});
