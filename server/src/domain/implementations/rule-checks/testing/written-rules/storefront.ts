import { edit, move, put, remove, type RuledRepository } from "./written-rule.ts";

/** A web app with components, styles and texts in two languages. */
export const storefront: RuledRepository = {
  files: {
    "src/components/Price.tsx":
      'export function Price({ cents }: { cents: number }) {\n  return <span data-testid="price">{cents / 100}</span>;\n}\n',
    "src/components/Basket.tsx":
      'import { useState } from "react";\n\nexport function Basket() {\n  const [items] = useState([]);\n  return <a href="https://shop.test" target="_blank" rel="noopener">{items.length}</a>;\n}\n',
    "src/api/client.ts": "export const load = (path: string) => fetch(path);\n",
    "src/locales/en.json": '{\n  "basket": "Basket"\n}\n',
    "src/locales/de.json": '{\n  "basket": "Warenkorb"\n}\n',
    "src/styles/base.css": ".price {\n  color: var(--text);\n}\n",
    "src/price.test.ts": 'it("adds", () => {});\n',
    "public/robots.txt": "User-agent: *\n",
    ".env.example": "API=\n",
    ".github/workflows/ci.yml": "on: push\npermissions:\n  contents: read\n",
  },
  rules: [
    {
      condition: "A component is added in src/components/*.tsx",
      instruction: "It must have `data-testid`",
      breaks: [
        [put("src/components/Row.tsx", "export const Row = () => <tr />;")],
        [put("src/components/Cell.tsx", '// data-test-id="x"', "export const Cell = () => <td />;")],
        [put("src/components/A.tsx", '<i data-testid="a" />'), put("src/components/B.tsx", "<b />")],
        [put("src/components/Empty.tsx", "")],
      ],
      keeps: [
        [put("src/components/Row.tsx", 'export const Row = () => <tr data-testid="row" />;')],
        [edit("src/components/Basket.tsx", "useState([])", "useState<string[]>([])")],
      ],
    },
    {
      condition: '`target="_blank"` is used in **/*.tsx',
      instruction: 'It comes with `rel="noopener"`',
      breaks: [
        [
          edit(
            "src/components/Price.tsx",
            "return <span",
            'return <a target="_blank" href="/">x</a>;',
            "  return <span",
          ),
        ],
        [put("src/pages/About.tsx", "<a", '  href="https://a.test"', '  target="_blank"', ">", "  About", "</a>")],
        [put("src/pages/Two.tsx", '<a target="_blank" rel="noopener" />', '<a target="_blank" />')],
        [put("src/pages/Three.tsx", '<a target="_blank" rel="noreferrer" href="https://noopener.test" />')],
      ],
      keeps: [
        [put("src/pages/About.tsx", '<a href="https://a.test" target="_blank" rel="noopener">About</a>')],
        [edit("src/components/Basket.tsx", "{items.length}", "{items.length} things")],
      ],
    },
    {
      condition: "You edit src/locales/en.json",
      instruction: "Change `src/locales/de.json` too: a missing text shows its key",
      breaks: [
        [edit("src/locales/en.json", '"Basket"', '"Basket",\n  "pay": "Pay"')],
        [edit("src/locales/en.json", "Basket", "Cart"), put("src/locales/fr.json", "{}")],
        [remove("src/locales/en.json")],
        [
          edit("src/locales/en.json", "Basket", "Bag"),
          edit("src/api/client.ts", "fetch(path)", "fetch(path) // src/locales/de.json"),
        ],
      ],
      keeps: [
        [
          edit("src/locales/en.json", '"Basket"', '"Basket",\n  "pay": "Pay"'),
          edit("src/locales/de.json", '"Warenkorb"', '"Warenkorb",\n  "pay": "Zahlen"'),
        ],
        [edit("src/locales/de.json", "Warenkorb", "Korb")],
      ],
    },
    {
      condition: "You write styles in src/**/*.css",
      instruction: "Do not use `!important`",
      breaks: [
        [edit("src/styles/base.css", "var(--text);", "var(--text) !important;")],
        [put("src/styles/print.css", "a { color: black !important }")],
        [put("src/deep/er/a.css", ".a {", "  margin: 0!important;", "}")],
        [edit("src/styles/base.css", ".price {", "/* reset */", ".x { top: 0 !important; }", ".price {")],
      ],
      keeps: [
        [edit("src/styles/base.css", "var(--text)", "var(--text-strong)")],
        [put("docs/styles.md", "!important is for users")],
      ],
    },
    {
      condition: "You write tests in **/*.test.ts",
      instruction: "Never commit `it.only` or `describe.only`",
      typed: { kind: "forbidden-text", files: "**/*.test.ts", text: ".only(" },
      breaks: [
        [edit("src/price.test.ts", 'it("adds"', 'it.only("adds"')],
        [put("src/a.test.ts", 'describe.only("a", () => {});')],
        [put("src/deep/b.test.ts", 'it("x", () => {});', 'test.only("y", () => {});')],
        [edit("src/price.test.ts", 'it("adds"', 'it.only("first", () => {});\nit("adds"')],
      ],
      keeps: [
        [edit("src/price.test.ts", '"adds"', '"adds only cents"')],
        [put("src/only.ts", "export const only = 1;")],
        [move("src/price.test.ts", "src/prices.test.ts")],
      ],
    },
  ],
};
