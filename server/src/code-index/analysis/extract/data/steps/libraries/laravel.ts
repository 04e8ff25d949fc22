import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";

/** Columns that a call makes whatever it is given, with their types. */
const fixed: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  timestamps: [["created_at", "timestamp"], ["updated_at", "timestamp"]],
  timestampsTz: [["created_at", "timestamp"], ["updated_at", "timestamp"]],
  nullableTimestamps: [["created_at", "timestamp"], ["updated_at", "timestamp"]],
  datetimes: [["created_at", "datetime"], ["updated_at", "datetime"]],
  rememberToken: [["remember_token", "string"]],
}; // prettier-ignore
/** Columns whose names are made of the one that is given. */
const morphs = /^(?:nullable)?(?:uuid|ulid|numeric)?Morphs$/i;
const keys = /^(?:id|increments|bigIncrements|mediumIncrements|smallIncrements|tinyIncrements|integerIncrements)$/;
const noColumn =
  /^(?:index|unique|primary|fullText|spatialIndex|rawIndex|foreign|drop\w*|rename\w*|comment|engine|charset|collation|temporary|after)$/;

function typeOf(name: string): string {
  return name.replace(/^foreign(Id|Uuid|Ulid)$/, "$1").toLowerCase();
}

/** `increments` counts in 32 bits, as `integerIncrements`. */
function keyTypeOf(name: string): string {
  const size = /^(medium|small|tiny|integer|big)?increments$/i.exec(name);
  if (size === null) return "biginteger";
  const [, word = "integer"] = size;
  return word === "integer" ? word : `${word}integer`;
}

function readColumn(link: CallLink, rest: readonly CallLink[], reader: StepReader, draft: TableDraft): void {
  const { name, call, node } = link;
  const word = reader.textAt(call, [0, "column"]);
  const isNullable = rest.some(
    (one) => one.name === "nullable" && reader.source(reader.argument(one.call, 0)) !== "false",
  );
  const given = rest.find((one) => one.name === "default")?.call ?? null;
  const value = given === null ? null : (reader.textAt(given, 0) ?? reader.source(reader.argument(given, 0)));
  const more = { isNullable, default: value };
  if (rest.some((one) => one.name === "change")) {
    reader.alterColumn(draft.table, word, { type: typeOf(name), isNullable }, node);
    return;
  }
  for (const [column, type] of Object.hasOwn(fixed, name) ? (fixed[name] ?? []) : [])
    reader.column(draft, column, node, { type, isNullable: true });
  if (Object.hasOwn(fixed, name)) return;
  if (morphs.test(name)) {
    const isOpen = /^nullable/i.test(name);
    for (const [end, type] of [
      ["type", "string"],
      ["id", /uuid/i.test(name) ? "uuid" : "biginteger"],
    ] as const)
      reader.column(draft, word === null ? null : `${word}_${end}`, node, { type, isNullable: isOpen });
  } else if (name.startsWith("softDeletes"))
    reader.column(draft, word ?? "deleted_at", node, { type: "timestamp", isNullable: true });
  else if (keys.test(name))
    reader.column(draft, word ?? "id", node, { type: keyTypeOf(name), isNullable: false, isPrimary: true });
  else if (name === "addColumn") reader.column(draft, reader.textAt(call, 1), node, { ...more, type: word });
  else if (name === "foreignIdFor") readModelKey(link, rest, reader, draft);
  else {
    const isUsual = /^(?:uuid|ulid|ipAddress|macAddress)$/.test(name) && (call?.args.length ?? 0) === 0;
    const usual = name === "ipAddress" ? "ip_address" : name === "macAddress" ? "mac_address" : name;
    const column = isUsual ? usual : word;
    const isPrimary = rest.some((one) => one.name === "primary");
    reader.column(draft, column, node, { ...more, type: typeOf(name), isPrimary });
    if (column === null) return;
    if (rest.some((one) => one.name === "unique")) reader.index(draft, [column], node, { isUnique: true });
    readTarget([column], { node, rest }, reader, draft);
  }
}

/** `->constrained()`, `->constrained("boats")`, `->references("id")->on("boats")`. */
function readTarget(
  columns: readonly string[],
  { node, rest }: { node: CallLink["node"]; rest: readonly CallLink[] },
  reader: StepReader,
  draft: TableDraft,
): void {
  const on = rest.find((one) => one.name === "on" || one.name === "constrained");
  const [first = ""] = columns;
  const usual = plural(first.replace(/_(?:id|uuid)$/, ""));
  if (on !== undefined)
    reader.key(
      draft,
      { columns, target: reader.textAt(on.call, [0, "table"]) ?? (on.name === "on" ? null : usual) },
      node,
    );
}

/** `$table->foreignIdFor(Boat::class)`. */
function readModelKey(
  { call, node }: CallLink,
  rest: readonly CallLink[],
  reader: StepReader,
  draft: TableDraft,
): void {
  const model = /(\w+)::class/.exec(reader.source(reader.argument(call, 0)) ?? "")?.[1];
  const word = model?.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase();
  const column = reader.textAt(call, [1, "column"]) ?? (word === undefined ? null : `${word}_id`);
  const isNullable = rest.some((one) => one.name === "nullable");
  reader.column(draft, column, node, { type: "biginteger", isNullable });
  if (column !== null && rest.some((one) => one.name === "constrained"))
    reader.key(draft, { columns: [column], target: plural(word ?? "") }, node);
}

/** What changes a table and makes no column. */
function readChange(
  { name, call, node }: CallLink,
  rest: readonly CallLink[],
  reader: StepReader,
  draft: TableDraft,
): void {
  const { table } = draft;
  const names = reader.allTexts(call);
  const [first = null, second = null] = names;
  if (/^(?:index|unique)$/.test(name))
    reader.index(draft, reader.textsAt(call, 0), node, { name: reader.textAt(call, 1), isUnique: name === "unique" });
  else if (name === "primary") reader.primary(draft, reader.textsAt(call, 0), node);
  else if (name === "foreign") readTarget(reader.textsAt(call, 0), { node, rest }, reader, draft);
  else if (/^drop(?:Column|Columns)$/.test(name)) reader.dropColumns(table, names, node);
  else if (/^drop(?:Foreign|Unique|Index)$/.test(name)) {
    const isList = reader.view.itemsOf(reader.argument(call, 0) ?? -1) !== null;
    const at = isList ? { columns: names } : { name: first };
    if (name === "dropForeign") reader.dropKey(table, at, node);
    else reader.dropIndex(table, at, node);
  } else if (name === "dropConstrainedForeignId") reader.dropColumns(table, [first], node);
  else if (name.startsWith("dropTimestamps")) reader.dropColumns(table, ["created_at", "updated_at"], node);
  else if (name.startsWith("dropSoftDeletes")) reader.dropColumns(table, ["deleted_at"], node);
  else if (name === "dropRememberToken") reader.dropColumns(table, ["remember_token"], node);
  else if (name === "dropMorphs" && first !== null) reader.dropColumns(table, [`${first}_id`, `${first}_type`], node);
  else if (name === "renameColumn") reader.renameColumn(table, first, second, node);
  else if (name === "rename") reader.rename(table, first, node);
}

export const laravel: StepLibrary = {
  name: "laravel",
  languages: ["php"],
  mark: /\bSchema::|\bBlueprint\b/,
  role: "migration",
  back: /^down$/,
  steps: {
    create: ({ call, node }, reader) => reader.within(reader.create(reader.textAt(call, 0), node), reader.bodyOf(call)),
    table: ({ call, node, before }, reader) => {
      const body = reader.bodyOf(call);
      // `DB::table('boats')` only reads.
      if (body !== null && before.length === 0) reader.within(reader.change(reader.textAt(call, 0), node), body);
    },
    drop: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    dropIfExists: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    dropColumns: ({ call, node }, reader) => reader.dropColumns(reader.textAt(call, 0), reader.allTexts(call, 1), node),
    rename: ({ call, node }, reader) => reader.rename(reader.textAt(call, 0), reader.textAt(call, 1), node),
    statement: ({ call }, reader) => reader.sql(call.args[0] ?? null),
    unprepared: ({ call }, reader) => reader.sql(call.args[0] ?? null),
  },
  column: (link, rest, reader, draft) => {
    if (link.call === null) return;
    if (noColumn.test(link.name)) readChange(link, rest, reader, draft);
    else readColumn(link, rest, reader, draft);
  },
  examples: [
    {
      files: {
        "database/migrations/2024_01_01_000000_create_boats.php": `<?php
return new class extends Migration {
    public function up(): void {
        Schema::create('harbours', function (Blueprint $table) {
            $table->uuid('id')->primary();
            $table->string('name', 20)->unique();
        });
        Schema::create('boats', function (Blueprint $table): void {
            $table->id();
            $table->foreignUuid('harbour_id')->nullable()->constrained()->cascadeOnDelete();
            $table->unsignedInteger('tide_id');
            $table->foreign('tide_id')->references('id')->on('tides');
            $table->string('name')->default('x');
            $table->nullableMorphs('owner');
            $table->integer('draft');
            $table->index(['name', 'draft']);
            $table->softDeletes();
            $table->timestamps();
        });
        Schema::create('tides', static fn (Blueprint $table) => $table->increments('id'));
    }
    public function down(): void { Schema::dropIfExists('boats'); }
};
`,
        "database/migrations/2024_01_02_000000_change_boats.php": `<?php
class AlterBoats extends Migration {
    public function up() {
        Schema::table('boats', function (Blueprint $table) {
            $table->renameColumn('name', 'title');
            $table->dropColumn(['draft']);
            $table->string('title')->nullable()->change();
            $table->text('notes')->nullable()->after('title');
        });
        DB::table('boats')->update(['a' => 1]);
        DB::statement('ALTER TABLE boats ADD COLUMN port text');
        Schema::rename('tides', 'currents');
    }
}
`,
      },
      tables: [
        "boats(id biginteger! primary, harbour_id uuid?, tide_id unsignedinteger!, title string? = x, owner_type string?, owner_id biginteger?, deleted_at timestamp?, created_at timestamp?, updated_at timestamp?, notes text?, port text) harbour_id->harbours tide_id->currents",
        "currents(id integer! primary)",
        "harbours(id uuid! primary, name string!)",
      ],
    },
    {
      files: {
        "database/migrations/2024_02_01_000000_promote_ids.php": `<?php
return new class extends Migration {
    public function up(): void {
        Schema::create('piers', static function (Blueprint $table): void {
            $table->increments('id');
            $table->string('public_id', 26);
        });
        if (DB::getDriverName() === 'sqlite') {
            Schema::create('piers_new', static function (Blueprint $table): void {
                $table->string('id', 26)->primary();
            });
            Schema::dropIfExists('piers');
            Schema::rename('piers_new', 'piers');
        } else {
            Schema::table('piers', static function (Blueprint $table): void {
                $table->dropColumn('id');
                $table->renameColumn('public_id', 'id');
                $table->primary('id');
            });
        }
        Schema::create('pilots', fn (Blueprint $table) => $table->string('id')->primary());
        Schema::create('boats', function (Blueprint $table) {
            $table->id();
            $table->foreignIdFor(Pier::class)
                ->constrained()
                ->cascadeOnDelete();
            $table->string('pilot_id');
            if (DB::getDriverName() !== 'sqlite') {
                $table->foreign('pilot_id')
                    ->references('id')
                    ->on('pilots');
            }
        });
    }
};
`,
      },
      tables: [
        "boats(id biginteger! primary, pier_id biginteger!, pilot_id string!) pier_id->piers pilot_id->pilots",
        "pilots(id string! primary)",
        "piers(id string! primary)",
      ],
    },
  ],
};
