import { expect, it } from "vitest";

import { interpretSubject } from "./interpret-subject.ts";

it.each([
  ["How many spelling mistakes may a path contain so that the route is found?", [["spelling", "mistakes"], ["path"]]],
  ["What is the default size of the mail queue?", [["mail", "queue"]]],
  ["How many megabytes may the virus scanner check per upload?", [["virus", "scanner"], ["upload"]]],
  ["Which code closes idle database connections after a while?", [["idle", "database", "connections"]]],
  ["How does the mail queue retry?", [["mail", "queue"]]],
  ["What limits the upload of avatars per tenant?", [["upload"], ["avatars"], ["tenant"]]],
  ["How are users' sessions stored?", [["users", "sessions"]]],
  ["Is the boat’s delay rounded?", [["boat", "delay"]]],
  ["What does the tide clock measure?", [["tide", "clock"]]],
  ["tell me about ferry-clock sync", [["ferry", "clock", "sync"]]],
  ["Where is the `parse` of dates?", [["dates"]]],
])("reads what is asked for, without how much and when: %s", (question, things) => {
  expect(interpretSubject(question).things).toEqual(things);
});

it.each([
  ["Where are personal passwords scrambled before they go out?", [["passwords"]]],
  ["Where is the huge old list of endings kept?", [["endings"]]],
])("takes no word of how something is for the thing: %s", (question, things) => {
  expect(interpretSubject(question).things).toEqual(things);
});

it("reads what the side clauses say where the question itself names nothing", () => {
  expect(interpretSubject("What happens when the shelf collapses?").things.flat()).toContain("shelf");
});

it("names no thing for a question that only points back", () => {
  expect(interpretSubject("and how many does it use otherwise?").things).toEqual([]);
});

it.each([
  ["How does the mail queue retry?", false],
  ["What happens when the shelf collapses?", true],
  ["list all the things", true],
  ["", true],
])("tells whether only a side clause names the thing: %j", (question, isAside) => {
  expect(interpretSubject(question).isAside).toBe(isAside);
});
