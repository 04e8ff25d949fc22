import { expect, it } from "vitest";

import { factsOf, symbolsOf } from "#server/code-index/testing/facts-as-text.ts";

const cases: [string, string, string[]][] = [
  [
    "Sources/Store.swift",
    `import Foundation

@MainActor
public final class Store: ObservableObject {
    @Published var items: [Item] = []
    class func shared() -> Store { Store() }
    fileprivate func hide() {
    }
    init() {}
}

protocol Loading { func load() async throws }
extension Store: Loading {
    func load() async throws {
    }
}
indirect enum Tree { case leaf }
actor Counter {}
typealias ID = String
`,
    [
      "class Store 4-10 exported",
      "method Store.shared 6-6 exported",
      "method Store.hide 7-8",
      "interface Loading 12-12 exported",
      "class Store 13-16 exported",
      "method Store.load 14-15 exported",
      "enum Tree 17-17 exported",
      "class Counter 18-18 exported",
      "type ID 19-19 exported",
    ],
  ],
  [
    "src/Main.scala",
    `package app

final case class User(name: String)
sealed trait Shape
object Main extends App {
  type Id = Long
  private[app] def hide(): Unit = ()
  override def toString = "main"
  implicit class Ops(x: Int) {
    def twice = x * 2
  }
}
enum Color:
  case Red
`,
    [
      "class User 3-3 exported",
      "trait Shape 4-4 exported",
      "class Main 5-12 exported",
      "type Main.Id 6-6 exported",
      "method Main.hide 7-7",
      "method Main.toString 8-8 exported",
      "class Main.Ops 9-11 exported",
      "method Ops.twice 10-10 exported",
      "enum Color 13-14 exported",
    ],
  ],
  [
    "lib/accounts.ex",
    `defmodule App.Accounts do
  @moduledoc """
  def documented
  """
  def get_user!(id), do: Repo.get!(User, id)

  def list_users do
    Repo.all(User)
  end

  defp hide(x) when x > 0, do: x
  defmacro trace(block) do
    block
  end
end
defprotocol Size do
end
`,
    [
      "module App.Accounts 1-15 exported",
      "method App.Accounts.get_user! 5-5 exported",
      "method App.Accounts.list_users 7-9 exported",
      "method App.Accounts.hide 11-11",
      "method App.Accounts.trace 12-14 exported",
      "interface Size 16-17 exported",
    ],
  ],
  ["src/app.erl", `-module(app).\n\nstart(Name) ->\n    loop(Name).\nstop(N) when N > 0 -> ok.\n%% former() -> ok.\n`, ["function start 3-4 exported", "function stop 5-5 exported"]],
  ["a.lua", `local M = {}\nfunction M:open(path)\n  return path\nend\nM.close = function() end\nlocal function hide() end\n-- function former() end\n`, ["function M:open 2-4 exported", "function M.close 5-5 exported", "function hide 6-6"]],
  ["src/main.zig", `const std = @import("std");\npub const Point = struct {\n    x: i32,\n    pub fn add(self: Point) Point {\n        return self;\n    }\n};\nconst Kind = enum { a };\nfn main() void {}\n`, ["constant std 1-1 exported", "struct Point 2-7 exported", "method Point.add 4-6 exported", "enum Kind 8-8 exported", "function main 9-9 exported"]],
  ["lib/a.dart", `abstract class Shape {\n  double area();\n  static Shape of(int x) => Circle();\n}\nmixin Named {}\nenum Kind { a }\ntypedef Done = void Function();\nFuture<void> main() async {\n  await run();\n  if (a(b)) {\n  }\n}\n`, ["class Shape 1-4 exported", "method Shape.of 3-3 exported", "class Named 5-5 exported", "enum Kind 6-6 exported", "type Done 7-7 exported", "function main 8-12 exported"]],
  ["src/Lib.hs", `module Lib where\nimport Data.List\ndata User = User { name :: String }\nnewtype Id = Id Int\ntype Name = String\nclass Eq a => Shape a where\n  area :: a -> Double\nrun :: Int -> IO ()\nrun x = pure ()\n-- former :: Int\n`, ["type User 3-3 exported", "type Id 4-4 exported", "type Name 5-5 exported", "interface Shape 6-7 exported", "function run 8-8 exported"]],
  ["lib/a.ml", `type 'a tree = Leaf\nmodule Store = struct\n  let rec find x =\n    x\nend\nlet run () = ()\n`, ["type tree 1-1 exported", "module Store 2-5 exported", "method Store.find 3-4 exported", "function run 6-6 exported"]],
  ["src/core.clj", `(ns app.core)\n(defn handler [request]\n  request)\n(defn- hide [] nil)\n(def config {})\n(defrecord User [name])\n(defprotocol Store (get [this]))\n; (defn former [])\n`, ["function handler 2-3 exported", "function hide 4-4", "variable config 5-5 exported", "class User 6-6 exported", "interface Store 7-7 exported"]],
  ["src/a.jl", `module App\nstruct Point\n    x\nend\narea(r) = r * r\nfunction norm(p)\n    p.x\nend\nend\n`, ["module App 1-1 exported", "struct Point 2-4 exported", "function area 5-5 exported", "function norm 6-8 exported"]],
  ["a.r", `load <- function(path) {\n  path\n}\nclean = function(x) x\nx <- 3\n`, ["function load 1-3 exported", "function clean 4-4 exported"]],
  ["lib/App.pm", `package App::Main;\nsub run {\n    my $x = 1;\n}\nsub _hide { }\n`, ["module App::Main 1-1 exported", "function run 2-4 exported", "function _hide 5-5"]],
  ["App.m", `@interface Store : NSObject\n- (void)load;\n@end\n@protocol Loading\n@end\n@implementation Store\n- (void)load {\n}\n+ (instancetype)shared { return nil; }\n@end\n`, ["class Store 1-1 exported", "method load 2-2 exported", "interface Loading 4-4 exported", "class Store 6-6 exported", "method load 7-8 exported", "method shared 9-9 exported"]],
  ["build.gradle", `class Deploy extends DefaultTask {\n  void run() {\n  }\n}\ntask release {\n}\ndef version() { '1' }\n`, ["class Deploy 1-4 exported", "method Deploy.run 2-3 exported", "function release 5-6 exported", "function version 7-7 exported"]],
  ["db/views.sql", `CREATE OR REPLACE FUNCTION public.total(a int) RETURNS int AS $$\n  SELECT 1;\n$$ LANGUAGE sql;\ncreate materialized view if not exists sales as select 1;\n-- CREATE VIEW former AS SELECT 1;\n`, ["function public.total 1-2 exported", "type sales 4-4 exported"]],
  ["schema.prisma", `model User {\n  id Int\n}\nenum Role {\n  ADMIN\n}\n`, ["class User 1-3 exported", "enum Role 4-6 exported"]],
  ["schema.graphql", `"""A person."""\ntype User {\n  id: ID!\n}\nextend type Query {\n  user: User\n}\ninput NewUser { name: String }\nscalar Date\nenum Role { ADMIN }\ninterface Node { id: ID! }\n`, ["type User 2-4 exported", "type Query 5-7 exported", "type NewUser 8-8 exported", "type Date 9-9 exported", "enum Role 10-10 exported", "interface Node 11-11 exported"]],
  ["api.proto", `service Users {\n  rpc Get (GetRequest) returns (User);\n}\nmessage User {\n  enum Kind { A = 0; }\n}\n`, ["interface Users 1-3 exported", "method Users.Get 2-2 exported", "struct User 4-6 exported", "enum User.Kind 5-5 exported"]],
  ["main.tf", `resource "aws_s3_bucket" "logs" {\n  bucket = "x"\n}\nvariable "region" {}\noutput "url" {\n}\n`, ["struct logs 1-3 exported", "variable region 4-4 exported", "variable url 5-6 exported"]],
  ["a.scss", `$gap: 4px;\n@mixin card($pad) {\n  padding: $pad;\n}\n// @mixin former {}\n`, ["variable $gap 1-1 exported", "function card 2-4 exported"]],
  ["a.less", `@gap: 4px;\n@media screen {}\n`, ["variable @gap 1-1 exported"]],
  ["Makefile", `CC := gcc\nFLAGS += -O2\nbuild:\n\tOUT=1 make x\n`, ["variable CC 1-1 exported", "variable FLAGS 2-2 exported"]],
  ["notes.txt", `function a() {}\nclass B\n`, []],
]; // prettier-ignore

it.each(cases)("reads %s", async (path, text, expected) => {
  expect(await symbolsOf(path, text)).toEqual(expected);
});

it("gives a declaration its comment and its line as the signature", async () => {
  const text = `/**\n * Finds one.\n */\n@Query("x")\ndef find(id: Int): User {\n    null\n}\n`;
  expect((await factsOf("Repo.scala", text)).symbols).toEqual([
    {
      name: "find",
      kind: "function",
      parent: null,
      signature: "def find(id: Int): User",
      doc: { text: "Finds one.", startLine: 1, endLine: 3 },
      isExported: true,
      startLine: 5,
      endLine: 7,
    },
  ]);
});

it("ends a block at the next line that is indented no deeper, blank lines inside of it included", async () => {
  const text = `def first(x):\n\n  1\n\n\ndef second = 2\nobject Last {\n\n  def a = 1\n\n}\n`;
  expect(await symbolsOf("a.scala", text)).toEqual([
    "function first 1-3 exported",
    "function second 6-6 exported",
    "class Last 7-11 exported",
    "method Last.a 9-9 exported",
  ]);
});
