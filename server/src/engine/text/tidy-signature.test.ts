import { expect, it } from "vitest";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import { tidySignature } from "./tidy-signature.ts";

it.each([
  ["export type RawRequest<", "type RawRequest"],
  ["class Factory(", "class Factory"],
  ["@Documented @Target(METHOD) @Retention(RUNTIME) public @interface GET", "@interface GET"],
  ["@Deprecated public final class Old", "final class Old"],
  ["export const limit: Minutes =", "const limit: Minutes"],
  ["pub(crate) fn run()", "fn run()"],
  ['defmodule Quay.Berth do @moduledoc """ A berth. """ use Ecto.Schema', "defmodule Quay.Berth"],
  ["class Berth < ApplicationRecord", "class Berth < ApplicationRecord"],
])("%s", (signature, tidy) => {
  expect(tidySignature({ signature } as SymbolFact)).toBe(tidy);
});
