import { describe, expect, it } from "vitest";

import { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

async function view(text: string): Promise<CodeView> {
  const seen = await new WholeTree(readSourceText(`<?php\n${text}`, "php")).view();
  if (seen === null) throw new Error("no view");
  return seen;
}

/** Every node, outer ones first. */
function nodesIn({ s }: CodeView, node = 0): number[] {
  return [node, ...s.children(node).flatMap((child) => nodesIn({ s } as CodeView, child))];
}

describe("PHP", () => {
  it("is seen with what it uses and loads", async () => {
    const seen = await view(`
use App\\Boats\\{Boat, Harbour as Port};
use Illuminate\\Support\\Facades\\Route;
require __DIR__ . '/boats.php'; require base_path('routes/x.php'); require $file;`);
    const found = nodesIn(seen).flatMap((node) =>
      [...(seen.importsOf(node) ?? []), seen.moduleOf?.(node) ?? []].flat(),
    );
    expect(found.map(({ local, specifier, name }) => `${local}=${specifier}#${name}`)).toEqual([
      "Boat=App\\Boats\\Boat#Boat",
      "Port=App\\Boats\\Harbour#Harbour",
      "Route=Illuminate\\Support\\Facades\\Route#Route",
      "=./boats.php#*",
      "=~/routes/x.php#*",
    ]);
  });

  it("is seen with its classes", async () => {
    const seen = await view(`
#[Route('/boats', name: 'boats_')]
abstract class Boats extends Base implements A {
    use Docked;
    public const PREFIX = '/x';
    #[Column(type: 'string')]
    protected ?string $table = 'boats';
    public function __construct(private readonly Log $log, ?Boat $b = null) {}
    #[Route('/{id}', methods: ['GET'])]
    protected function show(int $id): Response { return $this->log->get("/a/{$id}"); }
}`);
    const type = nodesIn(seen).flatMap((node) => seen.classOf(node) ?? [])[0];
    expect(type).toMatchObject({ name: "Boats", isAbstract: true });
    expect(type?.bases.map((one) => seen.s.textOf(one))).toEqual(["Base", "A", "Docked"]);
    const call = seen.callOf(type?.decorators?.[0] ?? -1);
    expect(seen.textOf(call?.args[0] ?? -1, () => "")).toBe("/boats");
    expect([...(call?.named.keys() ?? [])]).toEqual(["name"]);
    expect(
      seen.fieldsOf(type?.body ?? 0).map(({ name, type: of, decorators }) => [name, of, decorators.length]),
    ).toEqual([
      ["PREFIX", null, 0],
      ["table", "?string", 1],
      ["log", "Log", 0],
    ]);
    const show = nodesIn(seen)
      .flatMap((node) => seen.functionOf(node) ?? [])
      .find(({ name }) => name === "show");
    expect(show).toMatchObject({ self: "this", returns: "Response", isPublic: false });
    expect(show?.parameters).toEqual([{ name: "id", type: "int" }]);
  });

  it("is seen with static calls, chains, closures and arrays", async () => {
    const seen = await view(`Route::prefix('api')->group(fn () => ['a', 'b'], ['prefix' => 'x', 'b' . 'c' => 1]);`);
    const calls = nodesIn(seen).flatMap((node) => seen.callOf(node) ?? []);
    expect(calls.map(({ callee }) => seen.memberOf(callee)?.name)).toEqual(["group", "prefix"]);
    expect(seen.nameOf(seen.memberOf(calls[1]?.callee ?? -1)?.object ?? -1)).toBe("Route");
    const [closure = -1, options = -1] = calls[0]?.args ?? [];
    expect(seen.itemsOf(seen.functionOf(closure)?.body ?? -1)?.map((one) => seen.textOf(one, () => ""))).toEqual([
      "a",
      "b",
    ]);
    expect([...(seen.entriesOf(options)?.keys() ?? [])]).toEqual(["prefix", "'b' . 'c'"]);
  });
});
