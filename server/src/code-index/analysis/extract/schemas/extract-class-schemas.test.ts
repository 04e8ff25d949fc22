import { describe, expect, it } from "vitest";

import { schemasOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Python", () => {
  it("reads classes that describe data, and no other classes", async () => {
    const text = `@dataclass(slots=True)
class Point:
    x: int
    y: int = 0  # across
    names: list[str] = field(default_factory=list)

class Movie(TypedDict, total=False):
    name: str

class Serializer(serializers.ModelSerializer):
    title = serializers.CharField()

class Service:
    url: str
    retries: int = 3

class Error(Exception):
    code: int
`;
    expect(await schemasOf("app/types.py", text)).toEqual([
      "validation Point 2-5",
      "  x: int",
      "  y: int",
      "  names: list[str]",
      "validation Movie 7-8",
      "  name: str",
      "validation Serializer 10-11",
      "  title: CharField",
    ]);
  });
});

describe("Go", () => {
  it("reads structs with tags, as models where a database names the fields", async () => {
    const text = `package models

type Product struct {
	gorm.Model
	Code    string   \`gorm:"index" json:"code"\`
	Owner   *User    \`json:"owner"\` // whose
	Parts   []Part   \`json:"parts"\`
	Meta    map[string]string \`json:"meta"\`
	// Former string \`json:"former"\`
	secret  string
}

type Response struct {
	Total int \`json:"total"\`
}

type Plain struct {
	Name string
}
`;
    expect(await schemasOf("models/product.go", text)).toEqual([
      "model Product 3-11",
      "  Code: string",
      "  Owner: *User",
      "  Parts: []Part",
      "  Meta: map[string]string",
      "  -> User",
      "  -> Part",
      "type Response 13-15",
      "  Total: int",
    ]);
  });
});

describe("Rust", () => {
  it("reads structs that serde and diesel derive for", async () => {
    const text = `#[derive(Queryable, Selectable)]
#[diesel(table_name = crate::schema::posts)]
pub struct Post {
    pub id: i32,
    #[serde(default)]
    pub(crate) title: String, // shown
    author: Option<User>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Config {
    servers: Vec<Server>,
}

#[derive(Debug)]
struct Plain {
    a: u8,
}
`;
    expect(await schemasOf("src/models.rs", text)).toEqual([
      "model Post 3-8",
      "  id: i32",
      "  title: String",
      "  author: Option<User>",
      "  -> User",
      "type Config 11-13",
      "  servers: Vec<Server>",
      "  -> Server",
    ]);
  });
});
