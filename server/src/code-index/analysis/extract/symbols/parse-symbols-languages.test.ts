import { describe, expect, it } from "vitest";

import { factsOf, symbolsOf } from "#server/code-index/testing/facts-as-text.ts";

it("reads Python: decorators, nested classes, conditional and dunder names", async () => {
  const text = `import os

DEFAULT_TIMEOUT = 30
logger = logging.getLogger(__name__)
__all__ = ["Session"]
_private = 1


@dataclass(frozen=True)
class Session(Base):
    """Keeps a connection."""

    timeout: int = DEFAULT_TIMEOUT

    class Meta:
        ordering = ["name"]

        def inner(self): ...

    @property
    def is_open(self) -> bool:
        return True

    @staticmethod
    async def open(url): ...

    def __enter__(self):
        def local(): ...
        return self

    def _close(self): ...


if os.name == "nt":
    def clear(): ...


@app.task
def send(to: str, *, subject: str = "") -> None:
    x = 1
`;
  expect(await symbolsOf("session.py", text)).toEqual([
    "constant DEFAULT_TIMEOUT 3-3 exported",
    "variable logger 4-4 exported",
    "variable __all__ 5-5 exported",
    "variable _private 6-6",
    "class Session 10-31 exported",
    "class Session.Meta 15-18 exported",
    "method Meta.inner 18-18 exported",
    "method Session.is_open 21-22 exported",
    "method Session.open 25-25 exported",
    "method Session.__enter__ 27-29 exported",
    "method Session._close 31-31",
    "function clear 35-35 exported",
    "function send 39-40 exported",
  ]);
});

it("reads Go: groups of declarations, receivers and generics", async () => {
  const text = `package store

const (
	StatusOpen = iota
	statusClosed
)

var ErrNotFound, errInner = errors.New("a"), errors.New("b")
var (
	mu    sync.Mutex
	Cache map[string]int
)

type (
	ID      string
	Handler func(w http.ResponseWriter)
	Store   interface {
		Get(id ID) error
	}
)
type List[T any] struct{ items []T }
type Alias = List[int]

func New[T any](items ...T) *List[T] {
	inner := func() {}
	return nil
}
func (l *List[T]) Push(item T) {}
func (l List[T]) len() int     { return 0 }
func init()                    {}
`;
  expect(await symbolsOf("store.go", text)).toEqual([
    "constant StatusOpen 4-4 exported",
    "constant statusClosed 5-5",
    "variable ErrNotFound 8-8 exported",
    "variable errInner 8-8",
    "variable mu 10-10",
    "variable Cache 11-11 exported",
    "type ID 15-15 exported",
    "type Handler 16-16 exported",
    "interface Store 17-19 exported",
    "struct List 21-21 exported",
    "type Alias 22-22 exported",
    "function New 24-27 exported",
    "method List.Push 28-28 exported",
    "method List.len 29-29",
    "function init 30-30",
  ]);
});

it("reads Rust: implementations, traits, modules and macros", async () => {
  const text = `pub(crate) const MAX: usize = 3;
static mut COUNT: u32 = 0;
pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug)]
pub enum Kind { A, B }

pub struct Pool<T> { items: Vec<T> }

impl<T: Clone> Pool<T> {
    pub const fn new() -> Self { todo!() }
    async fn grow(&mut self) {}
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {}
}

pub trait Store: Send {
    const NAME: &'static str;
    fn get(&self, id: u32) -> Option<String>;
    fn has(&self) -> bool { true }
}

#[macro_export]
macro_rules! square { ($x:expr) => { $x * $x }; }

mod inner {
    pub fn deep() {}
}

#[tokio::main]
async fn main() { fn local() {} }
`;
  expect(await symbolsOf("src/pool.rs", text)).toEqual([
    "constant MAX 1-1 exported",
    "variable COUNT 2-2",
    "type Result 3-3 exported",
    "enum Kind 6-6 exported",
    "struct Pool 8-8 exported",
    "method Pool.new 11-11 exported",
    "method Pool.grow 12-12",
    "method Pool.drop 16-16",
    "trait Store 19-23 exported",
    "constant Store.NAME 20-20",
    "method Store.get 21-21",
    "method Store.has 22-22",
    "function square 26-26 exported",
    "module inner 28-30",
    "function inner.deep 29-29 exported",
    "function main 33-33",
  ]);
});

it("reads Java: nested types, records, constructors and constants", async () => {
  const text = `package org.acme;

public sealed interface Shape permits Circle {
    double area();
    default String name() { return "shape"; }
}

public record Circle(double radius) implements Shape {
    public static final double UNIT = 1.0;
    private static int count;

    public Circle {
        count++;
    }

    @Override
    public double area() { return Math.PI * radius; }

    static class Builder {
        private Circle build() { return new Circle(1); }
    }
}

@interface Audited {}
enum Color { RED; public int code() { return 1; } }
`;
  expect(await symbolsOf("Shape.java", text)).toEqual([
    "interface Shape 3-6 exported",
    "method Shape.area 4-4",
    "method Shape.name 5-5 exported",
    "class Circle 8-22 exported",
    "constant Circle.UNIT 9-9 exported",
    "constant Circle.count 10-10",
    "method Circle.area 16-17 exported",
    "class Circle.Builder 19-21 exported",
    "method Builder.build 20-20",
    "interface Audited 24-24",
    "enum Color 25-25",
    "method Color.code 25-25 exported",
  ]);
});

it("reads Kotlin: extensions, objects, companions and aliases", async () => {
  const text = `package app

const val MAX = 3
typealias Handler = (Int) -> Unit

sealed interface Result
data class User(val name: String)

class UserRepo(private val db: Db) : Repo<User> {
    private val cache = mutableMapOf<Int, User>()
    override suspend fun find(id: Int): User? {
        return cache[id]
    }
    internal fun <T> map(block: () -> T): T = block()
    private fun hide() {}
    companion object Factory {
        fun create() = UserRepo(Db())
    }
}

object Registry
enum class Color { RED }
fun String.shout(): String = uppercase()
// fun former() {}
`;
  expect(await symbolsOf("app/src/Repo.kt", text)).toEqual([
    "constant MAX 3-3 exported",
    "type Handler 4-4 exported",
    "interface Result 6-6 exported",
    "class User 7-7 exported",
    "class UserRepo 9-19 exported",
    "method UserRepo.find 11-13 exported",
    "method UserRepo.map 14-14 exported",
    "method UserRepo.hide 15-15",
    "class UserRepo.Factory 16-18 exported",
    "method Factory.create 17-17 exported",
    "class Registry 21-21 exported",
    "enum Color 22-22 exported",
    "function shout 23-23 exported",
  ]);
  const [found] = (await factsOf("A.kt", '/** Finds. */\n@Query("x")\nfun find(id: Int): Boat? {\n  return null\n}\n'))
    .symbols;
  expect([found?.signature, found?.doc?.text]).toEqual(['@Query("x") fun find(id: Int): Boat?', "Finds."]);
});

it("reads C#: properties, records, delegates and attributes", async () => {
  const text = `namespace Shop.Api;

public delegate void Changed(object sender);

[Serializable]
public partial class Order : Entity
{
    public const int Max = 3;
    private static readonly Order Empty = new();
    public string Name { get; set; } = "";
    public Order(string name) { Name = name; }
    protected internal override void Save() { }
    private async Task<int> CountAsync() => 1;
    internal struct Line { public int Size; }
}

public record Point(int X, int Y);
interface IStore { void Put(); }
enum Level { Low }
`;
  expect(await symbolsOf("Order.cs", text)).toEqual([
    "type Changed 3-3 exported",
    "class Order 5-15 exported",
    "constant Order.Max 8-8 exported",
    "constant Order.Empty 9-9",
    "variable Order.Name 10-10 exported",
    "method Order.Order 11-11 exported",
    "method Order.Save 12-12 exported",
    "method Order.CountAsync 13-13",
    "struct Order.Line 14-14",
    "class Point 17-17 exported",
    "interface IStore 18-18",
    "method IStore.Put 18-18",
    "enum Level 19-19",
  ]);
});

it("reads C: pointers, macros, type definitions and what a header only announces", async () => {
  const text = `#include <stdio.h>
#define BUFFER_SIZE 1024
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define GUARD_H

typedef struct client {
    int fd;
} client;
enum state { OPEN, CLOSED };
union value { int i; float f; };

int serverCron(struct loop *l, long long id);

static inline void *zmalloc(size_t size) {
    return NULL;
}
char **split(const char *text, int *count)
{
    return NULL;
}
int main(int argc, char **argv) { return 0; }
`;
  expect(await symbolsOf("server.c", text)).toEqual([
    "constant BUFFER_SIZE 2-2 exported",
    "function MAX 3-3 exported",
    "type client 6-8 exported",
    "struct client 6-8 exported",
    "enum state 9-9 exported",
    "struct value 10-10 exported",
    "function zmalloc 14-16",
    "function split 17-20 exported",
    "function main 21-21 exported",
  ]);
});

it("reads C++: templates, operators, destructors and methods outside of their class", async () => {
  const text = `namespace leveldb {
using Key = std::string;
template <typename T>
class Cache : public Base {
 public:
  explicit Cache(size_t capacity) : capacity_(capacity) {}
  ~Cache() override {}
  T& operator[](int i) { return items_[i]; }
  virtual void Erase(const Key& key) = 0;
 private:
  size_t capacity_;
};
enum class Level { kLow };
static bool IsEmpty(const Key& key) { return key.empty(); }
}  // namespace leveldb

leveldb::Status DB::Open(const Options& options) { return Status(); }
std::unique_ptr<Iterator> DB::Scan() { return nullptr; }
const Options& DB::options() const { return options_; }
`;
  expect(await symbolsOf("db/cache.cc", text)).toEqual([
    "module leveldb 1-15 exported",
    "type leveldb.Key 2-2 exported",
    "class leveldb.Cache 4-12 exported",
    "method Cache.Cache 6-6 exported",
    "method Cache.~Cache 7-7 exported",
    "method Cache.operator[] 8-8 exported",
    "enum leveldb.Level 13-13 exported",
    "method leveldb.IsEmpty 14-14",
    "method DB.Open 17-17 exported",
    "method DB.Scan 18-18 exported",
    "method DB.options 19-19 exported",
  ]);
});

it("reads Ruby: modules, singleton methods, constants and what is private", async () => {
  const text = `module Billing
  RATE = 0.2

  class Invoice < ApplicationRecord
    has_many :lines

    def self.overdue
    end

    def total!
      lines.sum(&:amount)
    end

    private

    def round(amount) = amount

    def self.of(order) = new(order)

    public

    def pay; end
  end
end

def helper; end
`;
  expect(await symbolsOf("app/models/invoice.rb", text)).toEqual([
    "module Billing 1-24 exported",
    "constant Billing.RATE 2-2 exported",
    "class Billing.Invoice 4-23 exported",
    "method Invoice.overdue 7-8 exported",
    "method Invoice.total! 10-12 exported",
    "method Invoice.round 16-16",
    "method Invoice.of 18-18 exported",
    "method Invoice.pay 22-22 exported",
    "function helper 26-26 exported",
  ]);
});

it("reads PHP: interfaces, traits, enums and visibility", async () => {
  const text = `<?php
namespace App\\Models;

const VERSION = '1';

interface HasName { public function name(): string; }
trait Sluggable { protected function slug(): string { return ''; } }
enum Status: string { case Open = 'open'; public function label(): string { return ''; } }

#[Entity]
final class Post extends Model implements HasName
{
    const MAX = 10;
    private const HIDDEN = 1;
    public static function make(): self {}
    abstract protected function inner();
    function name(): string { return ''; }
}

function helper() {}
`;
  expect(await symbolsOf("src/Post.php", text)).toEqual([
    "constant VERSION 4-4 exported",
    "interface HasName 6-6 exported",
    "method HasName.name 6-6 exported",
    "trait Sluggable 7-7 exported",
    "method Sluggable.slug 7-7",
    "enum Status 8-8 exported",
    "method Status.label 8-8 exported",
    "class Post 10-18 exported",
    "constant Post.MAX 13-13 exported",
    "constant Post.HIDDEN 14-14",
    "method Post.make 15-15 exported",
    "method Post.inner 16-16",
    "method Post.name 17-17 exported",
    "function helper 20-20 exported",
  ]);
});

it("reads scripts and style sheets", async () => {
  const shell = `#!/usr/bin/env bash\nset -e\nexport PATH_TO=/x\nlocal_name=1\nfunction build {\n  inner=2\n}\nrun() { build; }\n`;
  expect(await symbolsOf("run.sh", shell)).toEqual([
    "variable PATH_TO 3-3 exported",
    "variable local_name 4-4",
    "function build 5-7 exported",
    "function run 8-8 exported",
  ]);
  expect(await symbolsOf("Build.ps1", `function Get-Thing {\n  param($Name)\n}\n`)).toEqual([
    "function Get-Thing 1-3 exported",
  ]);
  const css = `:root { --gap: 4px; }\n.card, .card:hover { color: red; }\n@keyframes spin { to { rotate: 1turn; } }\n#id { top: 0; }\n`;
  expect(await symbolsOf("a.css", css)).toEqual([
    "variable --gap 1-1 exported",
    "type card 2-2 exported",
    "type spin 3-3 exported",
  ]);
});

describe("what documents a declaration", () => {
  it.each([
    ["a.go", "// Run starts it.\n// Twice.\nfunc Run() {}\n", ["Run starts it.\nTwice.", 1, 2]],
    ["a.rs", "/// Opens it.\n#[inline]\npub fn open() {}\n", ["Opens it.", 1, 1]],
    ["A.java", "/**\n * Pays {@code once}.\n * @param amount how much\n */\n@Transactional\npublic class A {}\n", ["Pays {@code once}.\n@param amount how much", 1, 4]],
    ["A.cs", "/// <summary>\n/// Pays once.\n/// </summary>\n[Obsolete]\npublic class A {}\n", ["Pays once.", 1, 3]],
    ["a.rb", "# Pays once.\ndef pay; end\n", ["Pays once.", 1, 1]],
    ["a.php", "<?php\n/** Pays once. */\n#[Pure]\nfunction pay() {}\n", ["Pays once.", 2, 2]],
    ["a.c", "/* Pays\n * once. */\nint pay(void) { return 0; }\n", ["Pays\nonce.", 1, 2]],
    ["a.py", "# Not this one.\ndef pay(\n    amount: int = 1,  # how much\n) -> None:\n\n    '''Pays once.'''\n", ["Pays once.", 6, 6]],
    ["b.py", "# Pays once.\n@task\ndef pay(): ...\n", ["Pays once.", 1, 1]],
    ["a.sh", "#!/bin/sh\n# Pays once.\npay() { :; }\n", ["Pays once.", 2, 2]],
    ["a.ts", "/** Pays once. */\nexport const pay = () => {};\n", ["Pays once.", 1, 1]],
  ])("is read in %s", async (path, text, expected) => {
    const { doc } = (await factsOf(path, text)).symbols[0] ?? {};
    expect([doc?.text, doc?.startLine, doc?.endLine]).toEqual(expected);
  }); // prettier-ignore

  it.each([
    ["stands apart", "// About something else.\n\nfunction pay() {}\n"],
    ["stands beside code", "const a = 1; // one\nfunction pay() {}\n"],
    ["is only a rule", "// -------------\nfunction pay() {}\n"],
  ])("is no comment that %s", async (_name, text) => {
    expect((await factsOf("a.ts", text)).symbols.at(-1)).toMatchObject({ name: "pay", doc: null });
  });
});
