import type { ThemeRegistrationRaw } from "shiki/core";

/** The ten syntax colours of the design, so that a theme change repaints code without highlighting it again. */
const colors: readonly (readonly [token: string, scopes: string[]])[] = [
  ["comment", ["comment", "punctuation.definition.comment"]],
  ["string", ["string", "constant.other.symbol", "markup.inline.raw", "markup.inserted"]],
  ["number", ["constant.numeric", "constant.language", "constant.character.escape", "keyword.other.unit"]],
  [
    "keyword",
    [
      "keyword",
      "storage",
      "variable.language",
      "support.type.property-name.json keyword",
      "markup.heading",
      "markup.bold",
    ],
  ],
  ["function", ["entity.name.function", "support.function", "meta.function-call entity.name.function"]],
  [
    "type",
    [
      "entity.name.type",
      "entity.name.class",
      "support.type",
      "support.class",
      "entity.other.inherited-class",
      "storage.type.java",
    ],
  ],
  ["tag", ["entity.name.tag", "markup.deleted", "punctuation.definition.list.begin.markdown"]],
  [
    "property",
    [
      "entity.other.attribute-name",
      "variable.other.property",
      "support.type.property-name",
      "meta.object-literal.key",
      "variable.other.object.property",
      "entity.name.label",
    ],
  ],
  ["punct", ["punctuation", "keyword.operator", "meta.brace", "storage.type.function.arrow"]],
];

export const syntaxTheme: ThemeRegistrationRaw = {
  name: "tokens",
  type: "dark",
  fg: "var(--syn-fg)",
  bg: "transparent",
  settings: [
    { settings: { foreground: "var(--syn-fg)" } },
    ...colors.map(([token, scope]) => ({ scope, settings: { foreground: `var(--syn-${token})` } })),
    {
      scope: ["string.template punctuation.definition.template-expression"],
      settings: { foreground: "var(--syn-punct)" },
    },
    { scope: ["punctuation.definition.string"], settings: { foreground: "var(--syn-string)" } },
    { scope: ["markup.underline.link"], settings: { foreground: "var(--syn-function)" } },
  ],
};
