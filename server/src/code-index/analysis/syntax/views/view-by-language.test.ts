import { describe, expect, it } from "vitest";

import { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

/** What a view sees in a text, one construct a line. */
async function see(language: string, text: string): Promise<string[]> {
  const whole = new WholeTree(readSourceText(text, language));
  const view = await whole.view();
  const seen: string[] = [];
  if (view !== null) visit(view, 0, seen);
  whole.dispose();
  return seen;
}

function visit(view: CodeView, node: SyntaxNode, seen: string[]): void {
  seen.push(...constructs(view, node));
  for (const child of view.s.children(node)) visit(view, child, seen);
}

function constructs(view: CodeView, node: SyntaxNode): string[] {
  const { s } = view;
  const text = (one: SyntaxNode): string => view.textOf(one, () => "…") ?? s.textOf(one).replaceAll(/\s+/g, " ");
  const found: string[] = [];
  const type = view.classOf(node);
  if (type !== null) {
    const fields = view.fieldsOf(type.body);
    const shown = fields.map(({ name, type: of, decorators }) => `${name}: ${of ?? "-"} @${decorators.length}`);
    found.push(`class ${type.name} < ${type.bases.map(text).join(", ")} { ${shown.join("; ")} }`);
  }
  const method = view.functionOf(node);
  if (method?.name)
    found.push(`def ${method.owner ?? ""}.${method.name}(${method.parameters.map((one) => one.name).join(", ")})`);
  const call = view.callOf(node);
  if (call !== null) {
    const member = view.memberOf(call.callee);
    const name = member === null ? text(call.callee) : `${text(member.object)} . ${member.name}`;
    const named = [...call.named].map(([key, value]) => `${key}=${text(value)}`);
    found.push(
      `call ${name}(${[...call.args.map(text), ...named].join(", ")})${call.block === undefined ? "" : " do"}`,
    );
  }
  for (const { target, value } of view.assignmentsOf(node) ?? []) found.push(`${text(target)} := ${text(value)}`);
  for (const one of view.importsOf(node) ?? []) found.push(`import ${one.local} of ${one.specifier}#${one.name}`);
  const decorated = view.decoratedOf(node);
  if (decorated !== null)
    found.push(`above ${s.line(decorated.definition)}: ${decorated.decorators.map(text).join(" ")}`);
  const returned = view.returnOf(node);
  if (returned !== null) found.push(`return ${text(returned)}`);
  return found;
}

describe("views of code", () => {
  it.each([
    [
      "ruby",
      `
require_relative "mast"
class Boat < Harbour::Base
  include Sails
  belongs_to :owner, class_name: "User", :old => 1
  PATH = "/boats".freeze
  def open(id, deep: false, &block)
    ENV.fetch("DEPTH")
    hull.mast&.rise(%w[a b]) do |x| end
    [1]
  end
end`,
      [
        "call require_relative(mast)",
        "import * of ./mast#*",
        "class Boat < Harbour::Base, Sails { include: include @1; owner: belongs_to @1; PATH: - @0 }",
        "call include(Sails)",
        "call belongs_to(owner, class_name=User, old=1)",
        "PATH := /boats",
        "call /boats . freeze()",
        "def .open(id, deep, block)",
        "call ENV . fetch(DEPTH)",
        "call hull.mast . rise(%w[a b]) do",
        "call hull . mast()",
        "return [1]",
      ],
    ],
    [
      "elixir",
      `
defmodule Harbour.Boat do
  use Ecto.Schema
  alias Harbour.{Mast, Sail}
  alias Harbour.Crew, as: Hands
  @path "/boats"
  schema "boats" do
    field :name, :string, default: "x"
  end
  def open(%{id: id} = boat, deep \\\\ false) when is_map(boat), do: boat
  defp close(boat) do
    depth = System.get_env("DEPTH")
    "#{@path}/" <> Enum.join(boat, ~p"/x/#{depth}")
  end
end`,
      [
        "class Harbour.Boat < Ecto.Schema { Ecto.Schema: use @1; @path: - @0; boats: schema @1 }",
        "call use(Ecto.Schema)",
        "call alias(Harbour.{Mast, Sail})",
        "import Mast of Harbour.Mast#*",
        "import Sail of Harbour.Sail#*",
        "call alias(Harbour.Crew, as=Hands)",
        "import Hands of Harbour.Crew#*",
        '@path "/boats" := /boats',
        "call schema(boats) do",
        "call field(name, string, default=x)",
        "def .open(boat, deep)",
        "%{id: id} := boat",
        "call is_map(boat)",
        "def .close(boat)",
        'depth := System.get_env("DEPTH")',
        "call System . get_env(DEPTH)",
        "call Enum . join(boat, /x/…)",
      ],
    ],
    [
      "kotlin",
      `
package ferry
import ferry.base.*
import io.ktor.server.routing.get as read
const val PATH = "/boats"
@RestController
@RequestMapping("$PATH/x", produces = ["json"])
class Boats(private val hull: Hull, @Value("x") val deep: Int = 3, other: Int) : Base<Boat>(hull), Api {
  var mast: String? = null
  @Get
  suspend fun open(@Body id: Long?): Boat? = hull.open(id)
}
fun Route.boats(repo: Repo) {
  route("/x") {
    get { call.respond(mapOf("a" to 1)) }
    repo.list().forEach { boat -> show(boat) }
  }
  return close("a\${b}c" + PATH, ::open, Boats::open)
}
object App
class Tides(@Value($$"\${tides.delay:30}") val delay: Int, @Value($$"""{"a": "\${b}"}""") val text: String)`,
      [
        "import * of ferry.base#*",
        "import read of io.ktor.server.routing.get#get",
        "PATH := /boats",
        "class Boats < Base<Boat>, Api { hull: Hull @0; deep: Int @1; mast: String? @0 }",
        'call RequestMapping(…/x, produces=["json"])',
        "call Value(x)",
        "call Base<Boat>(hull)",
        "mast := null",
        "def .open(id)",
        "call hull . open(id)",
        "def Route.boats(this, repo)",
        'call  . route(/x, { get { call.respond(mapOf("a" to 1)) } repo.list().forEach { boat -> show(boat) } })',
        'call  . get({ call.respond(mapOf("a" to 1)) })',
        'call call . respond(mapOf("a" to 1))',
        'call  . mapOf("a" to 1)',
        "call repo.list() . forEach({ boat -> show(boat) })",
        "call repo . list()",
        "call show(boat)",
        'return close("a${b}c" + PATH, ::open, Boats::open)',
        'call  . close("a${b}c" + PATH, ::open, Boats::open)',
        "class App <  {  }",
        "class Tides <  { delay: Int @1; text: String @1 }",
        "call Value(${tides.delay:30})",
        'call Value({"a": "${b}"})',
      ],
    ],
    [
      "rust",
      `
use axum::{routing::{get, post as send}, Router};
use crate::boats::*;
const PATH: &str = "/boats";
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Conf {
  #[serde(default = "deep", alias = "d")]
  pub depth: Option<String>,
  name: String,
}
impl Conf {
  pub fn open(&self, id: u32) -> Router {
    let (a, b) = Router::new().route("/x", get(boats::show)).split();
    Router::<S>::new().routes(routes!(boats::show, add)).at(format!("{}/x/{id}", PATH))
  }
}
#[utoipa::path(get, path = "/api", responses((status = 200)))]
async fn show(Path(id): Path<u32>) { call(["/a", PATH].concat().to_string()); env!("DEPTH"); }
enum Kind { A, B(String) }`,
      [
        "import get of axum::routing#get",
        "import send of axum::routing#post",
        "import Router of axum#Router",
        "import * of crate::boats#*",
        "PATH := /boats",
        'above 7: derive(Debug, Deserialize) serde(rename_all = "camelCase")',
        "call derive(Debug, Deserialize)",
        "call serde(rename_all=camelCase)",
        "class Conf < Debug, Deserialize { depth: Option<String> @1; name: String @0 }",
        'above 9: serde(default = "deep", alias = "d")',
        "call serde(default=deep, alias=d)",
        "def Conf.open(id)",
        'a := Router::new().route("/x", get(boats::show)).split()',
        'call Router::new().route("/x", get(boats::show)) . split()',
        "call Router::new() . route(/x, get(boats::show))",
        "call Router . new()",
        "call get(boats::show)",
        "call Router::<S>::new().routes(routes!(boats::show, add)) . at(…/x/{id})",
        'return Router::<S>::new().routes(routes!(boats::show, add)).at(format!("{}/x/{id}", PATH))',
        "call Router::<S>::new() . routes(routes!(boats::show, add))",
        "call Router::<S> . new()",
        "call routes(show, add)",
        "call format({}/x/{id}, PATH)",
        'above 19: utoipa::path(get, path = "/api", responses((status = 200)))',
        "call utoipa . path(get, ((status = 200)), path=/api)",
        "call responses((status = 200))",
        "def .show(Path(id))",
        "call call(/a…)",
        "call /a… . to_string()",
        'call ["/a", PATH] . concat()',
        "call env(DEPTH)",
        'return env!("DEPTH")',
        "class Kind <  { A: - @0; B: (String) @0 }",
      ],
    ],
  ])("are alike: %s", async (language, text, expected) => {
    expect(await see(language, text)).toEqual(expected);
  });
});
