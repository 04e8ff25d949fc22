import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { readTaskText } from "./read-task-text.ts";

const read = (description: string, title = "Delays") => readTaskText({ title, description, criteria: [] });

describe("a report written into a form", () => {
  const form = `<!-- Thank you for reporting! Delete nothing below. -->
### Is there an existing issue for this?

- [X] I have searched the existing issues

### Describe the bug

A boat that left early is shown as **late**.

### Steps to reproduce

1. Go to '...'
2. Open the [timetable](https://github.com/boats/boats/wiki)

### Expected behavior
A clear and concise description of what you expected to happen.

### Environment

\`\`\`markdown
- OS: Ubuntu 22.04
- Browser: Firefox 120
\`\`\`

**Screenshots:**
![image](https://user-images.example.net/1/2.png)

**Version:**
 - boats: v2.0.0

- Docker image tag: latest
### Acknowledgements
- [x] I will fill out all of the requested information in this form.
`;

  it("is what its author says, without what the form asks", () => {
    expect(
      read(form)
        .prose.split("\n")
        .filter((line) => line.trim() !== ""),
    ).toEqual(["A boat that left early is shown as **late**.", "2. Open the timetable"]);
  });

  it("spells e-mail as code does", () => {
    expect(read("Two E-Mails, one e-mail.", "E-mail of the harbour")).toMatchObject({
      title: "email of the harbour",
      prose: "Two emails, one email.",
    });
  });

  it("keeps headings of the author's own, and criteria", () => {
    const { prose } = readTaskText({
      title: "[Feature Request] Show tides",
      description: "## Low tide\n\nShow it in blue.\n\n**Harbours:** all of them",
      criteria: ["Blue at low tide"],
    });
    expect(prose).toBe("Low tide\n\nShow it in blue.\n\n**Harbours:** all of them\nBlue at low tide");
  });

  it("has a title without its label", () => {
    const titles = ["[Bug]: Late boats", "Feature request: Late boats", "[BUG] Late boats", "Late boats"];
    expect(titles.map((title) => read("", title).title)).toEqual(Array(4).fill("Late boats"));
    expect(read("", "Bugs of the harbour").title).toBe("Bugs of the harbour");
  });
});

describe("output that is quoted", () => {
  const trace = `It fails:
\`\`\`
2026-03-04 10:00:00 ERROR: Internal Server Error: /boats/7
Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/django/core/handlers/base.py", line 197, in dispatch
  File "/app/boats/views.py", line 42, in show
    return boat.delay
AttributeError: 'NoneType' object has no attribute 'delay'
deadbeefdeadbeefdeadbeefdeadbeefdeadbeef
\`\`\``;

  it("gives its errors, and its files without those of packages", () => {
    const { prose, errors, files, output } = read(trace);
    expect(prose).toBe("It fails:");
    expect(errors).toEqual([
      "Internal Server Error: /boats/7",
      "AttributeError: 'NoneType' object has no attribute 'delay'",
    ]);
    expect(files).toEqual([{ path: "app/boats/views.py", line: 42 }]);
    expect(output).toContain("return boat.delay");
    expect(output).not.toContain("deadbeef");
  });

  it("names files in every language's way", () => {
    const written = `    at Boat.depart (/srv/app/dist/boats/depart.js:12:7)
    at org.boats.Tide.read(Tide.java:88)
bounce.go:122: error scanning
see [the code](https://github.com/o/r/blob/main/src/harbour/quay.ts#L9) and \`web/Timetable.vue\``;
    expect(read(written).files).toEqual([
      { path: "srv/app/dist/boats/depart.js", line: 12 },
      { path: "Tide.java", line: 88 },
      { path: "bounce.go", line: 122 },
      { path: "src/harbour/quay.ts", line: 9 },
      { path: "web/Timetable.vue", line: null },
    ]);
  });

  it("keeps the path of an address of the product's own", () => {
    const { prose } = read("Open http://localhost:3000/settings/import, not https://elsewhere.org/other/page");
    expect(prose).toBe("Open  /settings/import,  not");
  });
});

it("leaves scripts and styles out, and other languages as they are", () => {
  expect(read('<script>alert("boats")</script>قارب متأخر<style>a{}</style>').prose).toBe("قارب متأخر");
  expect(read("```html\n<style>\n.boat-list-row { color: red }\n</style>\n```").output).toContain(".boat-list-row");
});

it("takes no longer for what is made to take long", () => {
  const hostile = ["`", "*", "[", "<a ", "![", "@", "a_", ". ", "(/", "- [ ] ", "**x", "x.ts:", "<!--", "#"];
  const readAll = () => hostile.map((part) => read(part.repeat(40_000), part.repeat(1000)));
  readAll();
  const clock = startCpuClock();
  expect(readAll()).toHaveLength(hostile.length);
  expect(clock()).toBeLessThan(1500);
});

it("knows the names that a task marks as code, those of its title first", () => {
  const text = "`list(chunked([1], -1))` fails. See `Ledger.book` and `a b`, not chunk; tail() has it.";
  expect(read(text, "chunked() with a negative n").code).toEqual(["chunked", "list", "book", "tail"]);
});
