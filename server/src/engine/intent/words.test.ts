import { expect, it } from "vitest";

import {
  isCodeWord,
  isKnownWord,
  isPlainSpeech,
  isVague,
  splitWords,
  spelledOut,
  stem,
  stemsOf,
  subjectWords,
  synonymStems,
} from "./words.ts";

it.each([
  ["moveTask", ["move", "task"]],
  ["move_task", ["move", "task"]],
  ["kebab-case-name", ["kebab", "case", "name"]],
  ["MAX_DELAY_MS", ["max", "delay", "ms"]],
  ["XMLHttpRequest", ["xml", "http", "request"]],
  ["parseHTTPResponse2", ["parse", "http", "response2"]],
  ["USState", ["us", "state"]],
  ["$scope", ["scope"]],
  ["sha256Hash", ["sha", "256", "hash"]],
  ["port8080", ["port", "8080"]],
  ["utf8 v2 e2eTest", ["utf8", "v2", "e2e", "test"]],
  ["café.au/lait", ["café", "au", "lait"]],
  ["über_groß", ["über", "groß"]],
  ["日本語 テスト", ["日本語", "テスト"]],
  ["", []],
  [" _-/ ", []],
])("an identifier is split to its words: %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it.each([
  ["APIs", ["apis"]],
  ["URLs of the API", ["urls", "of", "the", "api"]],
  ["userIDs", ["user", "ids"]],
  ["parseURLsOf", ["parse", "urls", "of"]],
  ["HTTPSocket", ["http", "socket"]],
])("the plural of an abbreviation is one word: %s", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it.each([
  ["delay", "delays delayed"],
  ["policy", "policies"],
  ["process", "processes processing"],
  ["class", "classes"],
  ["box", "boxes"],
  ["batch", "batches"],
  ["migrate", "migrates migrated migrating migration migrations"],
  ["create", "created creating creation creator creators"],
  ["authorize", "authorized authorizing authorization"],
  ["authenticate", "authenticated authenticating authentication authenticator"],
  ["configure", "configured configuring configuration"],
  ["install", "installs installed installation"],
  ["delete", "deletes deleted deleting deletion"],
  ["retry", "retries retried retrying"],
  ["verify", "verifies verified verifying"],
  ["plan", "plans planned planning planner"],
  ["stop", "stops stopped stopping"],
  ["cache", "caches cached caching"],
  ["parse", "parses parsed parsing parser parsers"],
  ["route", "routes routed routing router"],
  ["header", "headers"],
  ["folder", "folders"],
  ["API", "APIs"],
  ["id", "ids IDs"],
])("%s is met by %s", (word, others) => {
  const roots = new Set(others.split(" ").flatMap(stemsOf));
  expect([...roots]).toEqual(stemsOf(word));
});

it.each([
  ["header", "head"],
  ["folder", "fold"],
  ["letter", "let"],
  ["status", "stat"],
  ["address", "add"],
  ["bus", "bu"],
  ["pay", "payload"],
])("%s is not met by %s", (word, other) => {
  expect(stem(word)).not.toBe(stem(other));
});

it.each([
  ["How are the delays of a boat computed?", ["delays", "boat", "computed"]],
  ["Delay delay DELAY", ["delay"]],
  ["What’s the boat's delay?", ["boat", "delay"]],
  ["How do GET requests work?", ["get", "requests"]],
  ["How do I get requests?", ["requests"]],
  ["Which part of x1 is a b 2?", ["x1", "2"]],
  ["isn't it", []],
  ["how is it?", []],
  ["éclair vélo", ["éclair", "vélo"]],
])("the words that carry a subject: %s", (text, words) => {
  expect(subjectWords(text)).toEqual(words);
});

it("tells what code calls what people say, and never the other way round", () => {
  const spelled = (word: string) => synonymStems(stem(word)).map(spelledOut);
  expect(spelled("visitor")).toEqual(["client", "user", "remote", "request", "peer"]);
  expect(spelled("request")).not.toContain("visitor");
  expect(spelled("wizard")).toEqual([]);
  expect([...new Set(spelled("delay"))]).toEqual(expect.arrayContaining(["wait", "timeout", "sleep"]));
});

it.each([
  ["visitor", { isVague: true, isKnown: true, isPlain: true, isOfCode: false }],
  ["crash", { isVague: false, isKnown: true, isPlain: true, isOfCode: true }],
  ["server", { isVague: true, isKnown: true, isPlain: false, isOfCode: true }],
  ["boat", { isVague: false, isKnown: false, isPlain: false, isOfCode: false }],
  ["whether", { isVague: false, isKnown: true, isPlain: false, isOfCode: false }],
])("%s is known for what it is", (word, known) => {
  const root = stem(word);
  const is = { isVague: isVague(word), isKnown: isKnownWord(word), isPlain: isPlainSpeech(root), isOfCode: isCodeWord(root) }; // prettier-ignore
  expect(is).toEqual(known);
});

it("spells out a stem as a whole word, and one that is unknown as it is", () => {
  expect(spelledOut(stem("authentication"))).toBe("authenticate");
  expect(spelledOut(stem("expired"))).toBe("expire");
  expect(spelledOut("zzz")).toBe("zzz");
  expect(spelledOut("constructor")).toBe("constructor");
  expect(synonymStems("__proto__")).toEqual([]);
  expect(["constructor", "toString", "__proto__"].map(stem)).toEqual(["construct", "tostr", "__proto__"]);
});
