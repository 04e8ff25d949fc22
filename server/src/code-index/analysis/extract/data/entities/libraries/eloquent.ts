import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** `return $this->belongsTo(Harbour::class, 'port_id');` in a method named as the relation. */
function readMethods(cls: EntityClass, reader: EntityReader): EntityFieldFact[] {
  const { view } = reader;
  return view.s.children(cls.body).flatMap((node): EntityFieldFact[] => {
    const method = view.functionOf(node);
    if (method === null || method.name === null || method.body < 0) return [];
    const call = reader.findCall(method.body, /^belongsTo$/);
    if (call === null) return [];
    const target = /(\w+)::class$/.exec(reader.source(reader.argument(call, [0, "related"])) ?? "")?.[1] ?? null;
    const written = reader.argument(call, [1, "foreignKey"]);
    const column = written === null ? `${snake(method.name)}_id` : reader.text(written);
    const own = target === "self" || target === "static" ? cls.name : target;
    return column === null
      ? []
      : [reader.field(method.name, node, { column, relation: reader.toOne(own, { isKey: false }) })];
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
        "boats(id biginteger! primary, port_id unsignedinteger!, chief_captain_id unsignedinteger!) port_id->ports chief_captain_id->captains",
        "captains(id biginteger! primary)",
        "ports(id biginteger! primary)",
      ],
    },
  ],
};
