import { emptyBuild } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Applications of an Elixir umbrella, and those that are taken in by path. */
export const mix: BuildTool = {
  name: "Mix",
  read: { mix: readMix },
  examples: [
    {
      files: {
        "apps/web/mix.exs": `defmodule Web.MixProject do\n  def project, do: [app: :web]\n  defp deps, do: [{:shop, in_umbrella: true}, {:tools, path: "../../tools"}, {:plug, "~> 1.0"}]\nend\n`,
        "apps/web/lib/page.ex": `defmodule Web.Page do\n  alias Shop.{Cart, Order}\n  def show(%Cart{}), do: Tools.Clock.now()\n  def old, do: Old.Thing.x()\nend\n`,
        "apps/shop/mix.exs": `defmodule Shop.MixProject do\n  def project, do: [app: :shop]\nend\n`,
        "apps/shop/lib/cart.ex": `defmodule Shop.Cart do\n  defmodule Line do\n  end\nend\n`,
        "apps/shop/lib/order.ex": `defmodule Shop.Order do\nend\n`,
        "tools/mix.exs": `defmodule Tools.MixProject do\n  def project, do: [app: :tools]\nend\n`,
        "tools/lib/clock.ex": `defmodule Tools.Clock do\nend\n`,
        "apps/old/mix.exs": `defmodule Old.MixProject do\n  def project, do: [app: :old]\nend\n`,
        "apps/old/lib/thing.ex": `defmodule Old.Thing do\nend\n`,
      },
      edges: [
        "apps/web/lib/page.ex > apps/shop/lib/cart.ex",
        "apps/web/lib/page.ex > apps/shop/lib/order.ex",
        "apps/web/lib/page.ex > tools/lib/clock.ex",
      ],
    },
  ],
}; // prettier-ignore

function readMix(source: SourceText): BuildFacts {
  const build = emptyBuild();
  build.name = /\bapp:\s*:(\w+)/.exec(source.text)?.[1] ?? null;
  for (const { match } of matchesInCode(source, /\{\s*:(\w{1,100})\s*,[^{}]{0,400}?\b(?:(in_umbrella:\s*true)|path:\s*"([^"\n]{1,400})")/g))
    build.uses.push(
      match[2] === undefined
        ? { by: "path", project: match[3] ?? "", alias: null }
        : { by: "name", project: match[1] ?? "", alias: null },
    );
  return build;
} // prettier-ignore
