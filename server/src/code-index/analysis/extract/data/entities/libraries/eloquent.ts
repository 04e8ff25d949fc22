import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { EntityFieldFact, EntityRelationFact } from "#server/code-index/ports/data-facts.ts";

/** The class that a relation leads to: `Harbour::class`. */
function targetOf(call: CallView, cls: EntityClass, reader: EntityReader): string | null {
  const target = /(\w+)::class$/.exec(reader.source(reader.argument(call, [0, "related"])) ?? "")?.[1] ?? null;
  return target === "self" || target === "static" ? cls.name : target;
}

/** `return $this->belongsToMany(Tag::class, 'boat_tags', 'boat_id', 'tag_id');`: a table in between. */
function readMany(call: CallView, cls: EntityClass, reader: EntityReader): EntityRelationFact {
  const [own, other] = (
    [
      [2, "foreignPivotKey"],
      [3, "relatedPivotKey"],
    ] as const
  ).map((position) => reader.text(reader.argument(call, position)));
  const target = targetOf(call, cls, reader);
  const throughColumns = [own ?? `${snake(cls.name)}_id`, other ?? `${snake(target ?? "")}_id`] as const;
  return reader.toMany(target, {
    holdsKey: true,
    isKey: false,
    through: reader.text(reader.argument(call, [1, "table"])),
    throughColumns,
  });
}

/** `return $this->belongsTo(Harbour::class, 'port_id');` in a method named as the relation. */
function readMethods(cls: EntityClass, reader: EntityReader): EntityFieldFact[] {
  const { view } = reader;
  return view.s.children(cls.body).flatMap((node): EntityFieldFact[] => {
    const method = view.functionOf(node);
    if (method === null || method.name === null || method.body < 0) return [];
    const many = reader.findCall(method.body, /^belongsToMany$/);
    if (many !== null) return [reader.field(method.name, node, { relation: readMany(many, cls, reader) })];
    const call = reader.findCall(method.body, /^belongsTo$/);
    if (call === null) return [];
    const written = reader.argument(call, [1, "foreignKey"]);
    const column = written === null ? `${snake(method.name)}_id` : reader.text(written);
    const relation = reader.toOne(targetOf(call, cls, reader), { isKey: false });
    return column === null ? [] : [reader.field(method.name, node, { column, relation })];
  });
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  if (cls.baseNames.length === 0 || cls.name === "") return null;
  const table = reader.text(cls.fields.find(({ name }) => name === "table")?.value ?? null);
  return { table, kind: cls.isAbstract === true ? "abstract" : "open", fields: readMethods(cls, reader) };
}

export const eloquent: EntityLibrary = {
  name: "eloquent",
  languages: ["php"],
  mark: /\bIlluminate\\(?:Database\\Eloquent|Foundation\\Auth)\\|\bnamespace\s+\S*Models\b/,
  roots: /^(?:Model|Pivot|MorphPivot|Authenticatable)$/,
  naming: {
    table: (name) => plural(snake(name)),
    column: (field) => field,
    key: (field) => `${snake(field)}_id`,
    id: null,
    isWhole: false,
    inheritance: "separate",
    between: ({ entity, target }) => ({
      table: [snake(entity), snake(target)].sort().join("_"),
      id: null,
      columns: [`${snake(entity)}_id`, `${snake(target)}_id`],
    }),
  },
  entity: readModel,
  examples: [
    {
      files: {
        "database/migrations/2024_01_01_000000_create_boats.php": `<?php
use Illuminate\\Database\\Migrations\\Migration;
return new class extends Migration {
    public function up(): void
    {
        Schema::create('boats', function (Blueprint $table) {
            $table->id();
            $table->unsignedInteger('port_id');
            $table->unsignedInteger('chief_captain_id');
        });
        Schema::create('ports', function (Blueprint $table) {
            $table->id();
        });
        Schema::create('captains', function (Blueprint $table) {
            $table->id();
        });
        Schema::create('boat_captain', function (Blueprint $table) {
            $table->unsignedInteger('boat_id');
            $table->unsignedInteger('captain_id');
        });
        Schema::create('visits', function (Blueprint $table) {
            $table->unsignedInteger('ship_id');
            $table->unsignedInteger('port_id');
        });
    }
};
`,
        "app/Models/Boat.php": `<?php
namespace App\\Models;
use Illuminate\\Database\\Eloquent\\Model;
class Boat extends Model
{
    public function harbour(): BelongsTo
    {
        return $this->belongsTo(Harbour::class, 'port_id');
    }
    public function chiefCaptain()
    {
        return $this->belongsTo(Captain::class)->withTrashed();
    }
    public function captains()
    {
        return $this->belongsToMany(Captain::class)->withTimestamps();
    }
    public function visited(): BelongsToMany
    {
        return $this->belongsToMany(Harbour::class, 'visits', 'ship_id', 'port_id');
    }
}
`,
        "app/Models/Harbour.php": `<?php
namespace App\\Models;
use Illuminate\\Database\\Eloquent\\Model;
class Harbour extends Model
{
    protected $table = 'ports';
}
class Captain extends Model
{
}
`,
      },
      tables: [
        "boat_captain(boat_id unsignedinteger!, captain_id unsignedinteger!) boat_id->boats captain_id->captains",
        "boats(id biginteger! primary, port_id unsignedinteger!, chief_captain_id unsignedinteger!) port_id->ports chief_captain_id->captains",
        "captains(id biginteger! primary)",
        "ports(id biginteger! primary)",
        "visits(ship_id unsignedinteger!, port_id unsignedinteger!) ship_id->boats port_id->ports",
      ],
    },
  ],
};
