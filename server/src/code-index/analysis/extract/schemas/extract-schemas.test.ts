import { describe, expect, it } from "vitest";

import { factsOf, schemasOf } from "#server/code-index/testing/facts-as-text.ts";

describe("SQL", () => {
  it("reads tables with quoted names, long types, defaults and keys", async () => {
    const text = `CREATE TABLE \`order items\` (id int);
CREATE TABLE IF NOT EXISTS public."orderItems" (
    "id" bigserial PRIMARY KEY,
    order_id integer NOT NULL REFERENCES "orders" ("id") ON DELETE CASCADE,
    price numeric(10, 2) DEFAULT 0.00 CHECK (price >= 0),
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    tags text[] DEFAULT '{a,b}',
    [state] varchar(20) COLLATE "C",
    PRIMARY KEY (id, order_id),
    CONSTRAINT fk_product FOREIGN KEY (product_id) REFERENCES shop.products (id),
    UNIQUE KEY \`u\` (\`state\`),
    INDEX idx_state (state)
) ENGINE=InnoDB;
create temp table scratch (a int);
ALTER TABLE ONLY public."orderItems"
    ADD CONSTRAINT fk_user FOREIGN KEY (user_id) REFERENCES users(id);
INSERT INTO orders VALUES (1, 'a');
`;
    expect(await schemasOf("db/schema.sql", text)).toEqual([
      "table orderItems 2-13",
      "  id: bigserial",
      "  order_id: integer",
      "  price: numeric(10, 2)",
      "  created_at: timestamp with time zone",
      "  tags: text[]",
      "  state: varchar(20)",
      "  -> orders",
      "  -> products",
      "  -> users",
      "table scratch 14-14",
      "  a: int",
    ]);
  });

  it("reads no table out of comments and none that is only changed or dropped", async () => {
    const text = `-- CREATE TABLE former (id int);\n/*\nCREATE TABLE old (id int);\n*/\nDROP TABLE users;\nALTER TABLE users ADD COLUMN age int;\nCREATE INDEX i ON users (age);\n`;
    expect(await schemasOf("db/x.sql", text)).toEqual([]);
  });

  it("refers to a table once, and never to itself", async () => {
    const text = `CREATE TABLE nodes (\n  parent int REFERENCES nodes (id),\n  a int REFERENCES users (id),\n  b int REFERENCES users (id)\n);\n`;
    expect(await schemasOf("a.sql", text)).toEqual([
      "table nodes 1-5",
      "  parent: int",
      "  a: int",
      "  b: int",
      "  -> users",
    ]);
  });
});

describe("definitions", () => {
  it("reads Prisma's models, views and types", async () => {
    const text = `generator client {
  provider = "prisma-client-js"
}

/// A person.
model User {
  id        Int       @id @default(autoincrement())
  // former String
  email     String    @unique
  posts     Post[]
  profile   Profile?
  role      Role      @default(USER)
  createdAt DateTime  @default(now())

  @@map("users")
}
enum Role {
  USER
}
view UserInfo {
  id Int
}
`;
    expect(await schemasOf("prisma/schema.prisma", text)).toEqual([
      "model User 6-16",
      "  id: Int",
      "  email: String",
      "  posts: Post[]",
      "  profile: Profile?",
      "  role: Role",
      "  createdAt: DateTime",
      "  -> Post",
      "  -> Profile",
      "  -> Role",
      "model UserInfo 20-22",
      "  id: Int",
    ]);
  });

  it("reads GraphQL's types, with arguments and directives", async () => {
    const text = `type Query {
  user(id: ID!, deep: Boolean = false): User
  users(
    first: Int
  ): [User!]!
}
"""
type Documented { a: Int }
"""
type User implements Node & Actor @key(fields: "id") {
  id: ID!
  "The name."
  name: String
  team: Team @deprecated(reason: "x")
}
input NewUser {
  name: String! = "x"
}
enum Role { ADMIN }
`;
    expect(await schemasOf("schema.graphql", text)).toEqual([
      "type Query 1-6",
      "  user: User",
      "  first: Int",
      "  -> User",
      "type User 10-15",
      "  id: ID!",
      "  name: String",
      "  team: Team",
      "  -> Team",
      "type NewUser 16-18",
      "  name: String!",
    ]);
  });

  it("reads protobuf's messages, maps and nested ones", async () => {
    const text = `syntax = "proto3";
message Order {
  // string former = 9;
  string id = 1;
  repeated shop.v1.Item items = 2;
  map<string, Price> prices = 3;
  oneof payment {
    Card card = 4;
    bytes token = 5 [deprecated = true];
  }
  message Note { string text = 1; }
  reserved 6 to 8;
  optional uint64 at = 10;
}
service Orders { rpc Get (Order) returns (Order); }
`;
    expect(await schemasOf("shop.proto", text)).toEqual([
      "message Order 2-14",
      "  id: string",
      "  items: shop.v1.Item",
      "  prices: map<string, Price>",
      "  card: Card",
      "  token: bytes",
      "  at: uint64",
      "  -> Item",
      "  -> Price",
      "  -> Card",
      "message Note 11-11",
    ]);
  });
});

describe("builder calls of TypeScript and JavaScript", () => {
  it("reads drizzle's tables in every dialect", async () => {
    const text = `import { pgTable } from "drizzle-orm/pg-core";

export const users = pgTable("users", {
  id: serial("id").primaryKey(),
  /** Where they write from. */
  "e-mail": varchar("email", { length: 256 }).notNull(),
  ...timestamps,
  managerId: integer("manager_id").references((): AnyPgColumn => users.id),
}, (table) => [uniqueIndex("i").on(table.email)]);
const cities = sqliteTable('cities', { name: text("name"), countryId: int("c").references(() => countries.id) });
export const posts = createTable("post", { author: t.varchar("a") });
const audit = mySchema.table("audit", { at: timestamp("at") });
const view = pgView("v").as((qb) => qb.select());
`;
    expect(await schemasOf("src/db/schema.ts", text)).toEqual([
      "table users 3-9",
      "  id: serial",
      "  e-mail: varchar",
      "  managerId: integer",
      "table cities 10-10",
      "  name: text",
      "  countryId: int",
      "  -> countries",
      "table posts 11-11",
      "  author: varchar",
      "table audit 12-12",
      "  at: timestamp",
    ]);
  });

  it("reads objects of zod, valibot, yup, Joi and TypeBox", async () => {
    const text = `export const userSchema = z.object({
  name: z.string().min(1, "a, b"),
  email: z.string().email().optional(),
  address: addressSchema,
  pets: z.array(Pet),
  nested: z.object({ inner: z.number() }),
  role: z.enum(["admin", "user"]),
});
const strict = z.strictObject({ a: z.number() });
const Login = v.object({ email: v.pipe(v.string(), v.email()) });
let form = yup.object({ age: yup.number().required() });
const joi = Joi.object({ port: Joi.number().port() });
const T = Type.Object({ x: Type.Number() });
const notOne = items.object({ a: 1 });
const id = z.string();
`;
    expect(await schemasOf("src/schemas.ts", text)).toEqual([
      "validation userSchema 1-8",
      "  name: string",
      "  email: string",
      "  address: addressSchema",
      "  pets: array",
      "  nested: object",
      "  role: enum",
      "  -> addressSchema",
      "  -> Pet",
      "validation strict 9-9",
      "  a: number",
      "validation Login 10-10",
      "  email: pipe",
      "validation form 11-11",
      "  age: number",
      "validation joi 12-12",
      "  port: number",
      "validation T 13-13",
      "  x: Number",
    ]);
  });

  it("reads Mongoose's schemas", async () => {
    const text = `const mongoose = require('mongoose');
const userSchema = new mongoose.Schema(
  {
    name: { type: String, required: true, trim: true },
    age: Number,
    note: "String, of: one line",
    tags: [String],
    team: { type: mongoose.Schema.Types.ObjectId, ref: 'Team' },
    // former: String,
  },
  { timestamps: true }
);
const tokenSchema = new Schema<Token>({ user: { type: Schema.Types.ObjectId, ref: "User" } });
`;
    expect(await schemasOf("src/models/user.model.js", text)).toEqual([
      "model userSchema 2-12",
      "  name: String",
      "  age: Number",
      "  note: String",
      "  tags: String",
      "  team: Schema.Types.ObjectId",
      "  -> Team",
      "model tokenSchema 13-13",
      "  user: Schema.Types.ObjectId",
      "  -> User",
    ]);
  });

  it("reads entities and models that are classes with decorators", async () => {
    const text = `@Entity({ name: "photos" })
export class Photo extends BaseEntity {
  @PrimaryGeneratedColumn("uuid")
  id: string;

  @Column({ type: "varchar", nullable: true })
  public caption?: string | null;

  @ManyToOne(() => User, (user) => user.photos, { onDelete: "CASCADE" })
  user!: User;

  @OneToMany(() => Tag, (tag) => tag.photo) tags: Tag[];

  cached: string = "";
  size(): number { return 1; }
}

@Schema()
export class Cat {
  @Prop({ required: true }) name: string;
}

export class Plain {
  @Input() title: string;
}
`;
    expect(await schemasOf("src/photo.entity.ts", text)).toEqual([
      "model Photo 2-16",
      "  id: string",
      "  caption: string | null",
      "  user: User",
      "  tags: Tag[]",
      "  -> User",
      "  -> Tag",
      "model Cat 19-21",
      "  name: string",
    ]);
  });
});

describe("limits", () => {
  it("keeps three hundred fields of a table", async () => {
    const columns = Array.from({ length: 400 }, (_, at) => `  c${at} int`).join(",\n");
    const { schemas } = await factsOf("wide.sql", `CREATE TABLE wide (\n${columns}\n);\n`);
    expect(schemas.map(({ fields, endLine }) => [fields.length, fields.at(-1)?.name, endLine])).toEqual([
      [300, "c299", 402],
    ]);
  });

  it("keeps five hundred schemas of a file, the first ones", async () => {
    const tables = Array.from({ length: 600 }, (_, at) => `CREATE TABLE t${at} (a int);`).join("\n");
    const { schemas } = await factsOf("many.sql", tables);
    expect([schemas.length, schemas.at(-1)?.name]).toEqual([500, "t499"]);
  });
});
