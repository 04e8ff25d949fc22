import { expect, it } from "vitest";

import { resolveFiles } from "#server/code-index/analysis/structure/data/testing/resolve-files.ts";

const gormBoat = `
package models

type BoatPart struct {
	ID   int64 \`gorm:"primaryKey"\`
	Name string \`gorm:"not null"\`
}
`;
const xormBoat = `
package models

type BoatPart struct {
	ID int64 \`xorm:"pk autoincr"\`
}
`;
const open = (strategy: string) => `
package database

func Open() (*gorm.DB, error) {
	return gorm.Open(postgres.Open(dsn), &gorm.Config{
		NamingStrategy: ${strategy},
	})
}
`;

async function namesOf(files: Record<string, string>): Promise<string[]> {
  return (await resolveFiles(files)).tables.map(({ name }) => name).toSorted();
}

async function gormNames(strategy: string): Promise<string[]> {
  return await namesOf({ "models/boat.go": gormBoat, "database/open.go": open(strategy) });
}

it("names tables of GORM as another file tells it to", async () => {
  expect(await namesOf({ "models/boat.go": gormBoat })).toEqual(["boat_parts"]);
  expect(await gormNames("schema.NamingStrategy{\n\t\t\tSingularTable: true,\n\t\t}")).toEqual(["boat_part"]);
  expect(await gormNames('schema.NamingStrategy{TablePrefix: "sea_", SingularTable: true}')).toEqual(["sea_boat_part"]);
  expect(await gormNames('schema.NamingStrategy{TablePrefix: "sea_"}')).toEqual(["sea_boat_parts"]);
});

it("tells of no table whose name only the running program knows", async () => {
  expect(await gormNames("ownNaming{}")).toEqual([]);
  expect(await gormNames("schema.NamingStrategy{TablePrefix: cfg.Prefix}")).toEqual([]);
  expect(
    await namesOf({ "models/boat.go": xormBoat, "models/open.go": "package models\nfunc f() { x.SetMapper(own{}) }" }),
  ).toEqual([]);
});

it("keeps the name that a class says itself", async () => {
  const named = `${gormBoat}\nfunc (BoatPart) TableName() string { return "parts" }\n`;
  expect(await namesOf({ "models/boat.go": named, "database/open.go": open("ownNaming{}") })).toEqual(["parts"]);
});

it("tells of none where two files name tables in two ways and neither is nearer", async () => {
  const two = {
    "models/boat.go": gormBoat,
    "one/open.go": open("schema.NamingStrategy{SingularTable: true}"),
    "two/open.go": open("schema.NamingStrategy{}"),
  };
  expect(await namesOf(two)).toEqual([]);
  expect(await namesOf({ ...two, "models/open.go": open("schema.NamingStrategy{SingularTable: true}") })).toEqual([
    "boat_part",
  ]);
});

it("knows the mappers of xorm", async () => {
  const mapped = (mapper: string) => ({
    "models/boat.go": xormBoat,
    "models/open.go": `package models\nfunc open() {\n\tx.SetMapper(${mapper})\n}\n`,
  });
  expect(await namesOf(mapped("names.GonicMapper{}"))).toEqual(["boat_part"]);
  expect(await namesOf(mapped("names.SameMapper{}"))).toEqual(["BoatPart"]);
  expect(await namesOf(mapped('names.NewPrefixMapper(names.SnakeMapper{}, "sea_")'))).toEqual(["sea_boat_part"]);
  expect(await namesOf(mapped("names.NewPrefixMapper(names.SnakeMapper{}, prefix)"))).toEqual([]);
});

it("takes what Hibernate is told in the settings of Spring", async () => {
  const boat = `
package sea;
import jakarta.persistence.*;
@Entity
public class BoatPart {
  @Id
  private Long id;
}
`;
  const files = (yaml: string) => ({
    "src/main/java/sea/BoatPart.java": boat,
    "src/main/resources/application.yml": yaml,
  });
  const strategy = (name: string) =>
    `spring:\n  jpa:\n    hibernate:\n      naming:\n        physical-strategy: ${name}\n`;
  expect(await namesOf(files("spring: {}\n"))).toEqual(["boat_part"]);
  expect(await namesOf(files(strategy("org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl")))).toEqual([
    "BoatPart",
  ]);
  expect(await namesOf(files(strategy("sea.OwnNaming")))).toEqual([]);
});
