import { expect, it } from "vitest";

import { isOfAnother } from "./other-receiver.ts";

const note = { name: "mod_note", parent: "MessagesController" };

it.each([
  ["    if @user.is_moderator? && @new_message.mod_note", "ruby", true],
  ["    message?.mod_note();", "typescript", true],
  ["    $message->mod_note();", "php", true],
  ["    mod_note", "ruby", false],
  ["    self.mod_note(message)", "python", false],
  ["    $this->mod_note($message);", "php", false],
  ["    MessagesController.mod_note(message)", "ruby", false],
  // One of several is its own.
  ["    mod_note unless message.mod_note", "ruby", false],
  // A method of Go calls its own thing by any name.
  ["\tc.mod_note(message)", "go", false],
])("%s", (line, language, isOther) => {
  expect(isOfAnother(line, note, language)).toBe(isOther);
});

it("says nothing of functions that belong to no class", () => {
  expect(isOfAnother("message.mod_note()", { name: "mod_note", parent: null }, "ruby")).toBe(false);
});
