import { describe, expect, it } from "vitest";

import { cleanProse, codeSpan } from "./clean-prose.ts";

describe("cleanProse", () => {
  it.each([
    ["![logo](a.png) [![CI](b.svg)](https://ci) A **small** _library_.", "A small library."],
    ["See [the docs](https://x.test/a_(b)) and [Jinja] or [WSGI][wsgi].", "See the docs and Jinja or WSGI."],
    ["<p align='center'>Hello&nbsp;<b>you</b></p><!-- hidden -->", "Hello you"],
    [
      "Uses :class:`~flask.Response` and ``g`` of `the guide <https://x.test>`__.",
      "Uses `flask.Response` and `g` of the guide.",
    ],
    ["The {@link Gson} class", "The `Gson` class"],
    ["Made by {@link Factory a factory} and {@linkplain #create(Class) created}.", "Made by a factory and created."],
    [
      "See {@link Retrofit.Builder#build()} and {@link #url}; {@code a b}.",
      "See `Retrofit.Builder.build()` and `url`; `a b`.",
    ],
    ["See {@link delay | the rules}.", "See the rules."],
    ["🚀 Fast :rocket: and ~~slow~~ small", "Fast and slow small"],
    ["- a point", "a point"],
    [
      "all of *@example.com, *@*.example.com and **/*.ts",
      String.raw`all of \*@example.com, \*@\*.example.com and \*\*/\*.ts`,
    ],
    ["*really* and **truly**. *So*.", "really and truly. So."],
  ])("reads %j", (text, expected) => {
    expect(cleanProse(text)).toBe(expected);
  });

  it("leaves nothing that could be read as a citation, a table cell or a tag", () => {
    const clean = cleanProse("Take item [1] or [2](x) | Array<T> where a * b, see list[3]");
    expect(clean).not.toMatch(/\[\d+\]/);
    expect(clean).not.toMatch(/(?<!\\)[|<>*]/);
  });

  it("keeps code as it is", () => {
    expect(cleanProse("Call `a[0] | *b*` twice")).toBe("Call `a[0] | *b*` twice");
  });
});

describe("code", () => {
  it.each([
    ["plain", "`plain`"],
    ["a`b", "`` a`b ``"],
    ["two\n lines", "`two lines`"],
  ])("wraps %j", (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });

  it("cuts long text", () => {
    expect(codeSpan("x".repeat(300), 20)).toHaveLength(22);
  });
});
