import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { draftEndpoints, draftTellingEndpoints } from "#server/engine/pages/service/draft-endpoints.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function told(
  draft: (subject: PageSubject) => Promise<Draft | null>,
  files: Record<string, string>,
): Promise<string> {
  await indexed?.remove();
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const subject: PageSubject = { name: "Quay", scopes: [openScope(indexed, "/")], service: null, services: [] };
  const drafted = await draft(subject);
  return (drafted && (await setDraft(drafted, subject))?.content) ?? "";
}

const controller = (name: string) => `<?php
namespace App\\Http\\Controllers;
class ${name}
{
    public function __invoke() { return null; }
}
`;
const names = [
  "Moor",
  "Sell",
  "Paint",
  "Tow",
  "Lend",
  "Sink",
  "Raise",
  "Count",
  "Weigh",
  "Wash",
  "Turn",
  "Load",
  "Tie",
];
const laravel = {
  "composer.json": '{ "name": "quay/quay", "require": { "laravel/framework": "^13.0" } }\n',
  ...Object.fromEntries(
    names.map((name) => [`app/Http/Controllers/${name}BoatController.php`, controller(`${name}BoatController`)]),
  ),
  "bootstrap/app.php": `<?php
return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(api: __DIR__.'/../routes/api.php', then: function () {
        Route::group([], base_path('routes/rest.php'));
    })->create();
`,
  "routes/rest.php": `<?php
$calls = ['ping' => PingController::class, 'sail' => SailController::class];
Route::prefix('rest')->middleware([AuthenticateCalls::class])->group(static function () use ($calls): void {
    foreach ($calls as $call => $controller) {
        Route::match(['get', 'post'], "{$call}{format?}", $controller);
    }
});
`,
  "routes/api.php": `<?php
${names.map((name) => `use App\\Http\\Controllers\\${name}BoatController;`).join("\n")}
Route::middleware('auth')->group(function () {
${names.map((name) => `    Route::post('boats/${name.toLowerCase()}', ${name}BoatController::class);`).join("\n")}
});
`,
};

it("names the handler of each request, and none for all of an area", async () => {
  expect(await told(draftEndpoints, laravel)).toContain("POST `/api/boats/count` by `CountBoatController`");
  const short = await told(draftTellingEndpoints, laravel);
  expect(short).not.toContain("about `boats` in");
});

it("tells jobs of none of which anything is said in one line", async () => {
  const job = (name: string) => `<?php
namespace App\\Jobs;
use Illuminate\\Contracts\\Queue\\ShouldQueue;
class ${name} implements ShouldQueue
{
    public function handle(): void { }
}
`;
  const text = await told(draftTriggers, {
    "composer.json": laravel["composer.json"],
    "app/Jobs/WeighBoat.php": job("WeighBoat"),
    "app/Jobs/TowBoat.php": job("TowBoat"),
  });
  expect(text).toMatch(/^Jobs by Laravel queue: `TowBoat` and `WeighBoat`\. /);
  expect(text).not.toContain("|");
});
