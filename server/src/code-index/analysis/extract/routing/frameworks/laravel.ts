import type { ChainRule } from "#server/code-index/analysis/extract/routing/chain-rules.ts";
import type { ResourceStyle } from "#server/code-index/analysis/extract/routing/expand-resources.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const written = { written: "{{}}", parameter: "singular", nestedParameter: "same" } as const;
const apiActions: ResourceStyle["actions"] = [
  { name: "index", methods: ["GET"], path: "" },
  { name: "store", methods: ["POST"], path: "" },
  { name: "show", methods: ["GET"], path: "/{}" },
  { name: "update", methods: ["PUT", "PATCH"], path: "/{}" },
  { name: "destroy", methods: ["DELETE"], path: "/{}" },
];
const api: ResourceStyle = { ...written, actions: apiActions, manyOnly: ["index", "store"] };
const pages: ResourceStyle = {
  ...written,
  actions: [
    ...apiActions,
    { name: "create", methods: ["GET"], path: "/create" },
    { name: "edit", methods: ["GET"], path: "/{}/edit" },
  ],
  manyOnly: ["index"],
};
const single = { isSingle: true, optional: { creatable: ["create", "store"], destroyable: ["destroy"] } } as const;

const route = (...methods: string[]): ChainRule => ({ kind: "route", methods, path: 0, handler: 1 });
const option: ChainRule = { kind: "option" };
const guard: ChainRule = { kind: "guard" };

/** Laravel and Lumen: the Route facade, files that are loaded below a path, resources, and the routes of laravel/ui. */
export const laravel: WebFramework = {
  name: "Laravel",
  languages: ["php"],
  chains: {
    text: /\bRoute::\w+\(|->withRouting\(|->loadRoutesFrom\(|\bVolt::route\(|\bAuth::routes\(|\bLumen\b/,
    roots: /^\\?(?:Illuminate\\Support\\Facades\\)?Route$|^\$(?:this->app->|app->)?router$/,
    from: /^\\?(?:Illuminate\\Support\\Facades\\)?Route$/,
    serves: /\bextends\s+\w*ServiceProvider\b|->withRouting\(|\bLumen\\Application\(/,
    guards:
      /^(?:auth(?:\.basic)?|can|verified|signed|password\.confirm|role|permission|role_or_permission|abilit(?:y|ies)|scopes?)(?=$|[:,])|auth(?!or)|admin|permission|^(?:Require|Ensure)\w*(?:User|Role|Token|Verified|Owner)/i,
    words: {
      get: route("GET"),
      post: route("POST"),
      put: route("PUT"),
      patch: route("PATCH"),
      delete: route("DELETE"),
      options: route("OPTIONS"),
      any: route("ANY"),
      match: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2 },
      view: { kind: "route", methods: ["GET"], path: 0 },
      inertia: { kind: "route", methods: ["GET"], path: 0 },
      livewire: route("GET"),
      route: { kind: "route", methods: ["GET"], path: 0, handler: 1, root: /^Volt$/ },
      redirect: { kind: "route", methods: ["ANY"], path: 0 },
      permanentRedirect: { kind: "route", methods: ["ANY"], path: 0 },
      resource: { kind: "resources", style: pages },
      apiResource: { kind: "resources", style: api },
      resources: { kind: "resources", style: pages, isMap: true },
      apiResources: { kind: "resources", style: api, isMap: true },
      singleton: { kind: "resources", style: pages, ...single },
      apiSingleton: { kind: "resources", style: api, ...single },
      group: { kind: "group" },
      loadRoutesFrom: { kind: "load", root: /^\$this$/ },
      withRouting: {
        kind: "files",
        root: /^\\?(?:\w+\\)*Application$|^\$app$/,
        files: { web: { path: "" }, api: { path: "api", pathIn: "apiPrefix" } },
        routes: ["health"],
      },
      routes: {
        kind: "listed",
        root: /^\\?(?:\w+\\)*Auth$/,
        parts: {
          login: { isOn: true, routes: ["GET login", "POST login"] },
          logout: { isOn: true, routes: ["POST logout"] },
          register: { isOn: true, routes: ["GET register", "POST register"] },
          reset: {
            isOn: true,
            routes: ["GET password/reset", "POST password/email", "GET password/reset/{token}", "POST password/reset"],
          },
          confirm: { isOn: true, routes: ["GET password/confirm", "POST password/confirm"] },
          verify: {
            isOn: false,
            routes: ["GET email/verify", "GET email/verify/{id}/{hash}", "POST email/resend"],
          },
        },
      },
      prefix: { kind: "path" },
      middleware: guard,
      can: { kind: "ownGuard" },
      withoutMiddleware: { kind: "unguard" },
      controller: { kind: "controller" },
      uses: { kind: "handler" },
      only: option,
      except: option,
      shallow: option,
      parameters: option,
      creatable: option,
      destroyable: option,
    },
  },
  examples: [
    {
      files: {
        "bootstrap/app.php": `<?php
return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(
        web: __DIR__.'/../routes/web.php',
        api: __DIR__.'/../routes/api.php',
        commands: __DIR__.'/../routes/console.php',
        health: '/up',
        then: function () {
            Route::middleware('web')->prefix('harbour')->group(base_path('routes/harbour.php'));
        },
    )
    ->withMiddleware(function (Middleware $middleware) {
        $middleware->redirectGuestsTo('/');
    })->create();
`,
        "routes/web.php": `<?php
use App\\Http\\Controllers\\{BoatController, DockController};
use Illuminate\\Support\\Facades\\Route;

Route::get('/', fn () => view('welcome'));
Route::view('/about', 'about')->name('about');
Route::redirect('/old', '/new');
Route::middleware(['auth', 'verified'])->group(function () {
    Route::get('/boats/{boat?}', [BoatController::class, 'index'])->can('view', 'boat');
    Route::get('/open', Open::class)->withoutMiddleware('auth');
    Route::controller(DockController::class)->prefix('docks')->group(function () {
        Route::match(['get', 'post'], 'search', 'search');
    });
});
Auth::routes(['register' => false, 'reset' => false, 'confirm' => false]);
if (Route::has('login')) { echo Route::current(); }
$response = $client->get('/never');
`,
        "routes/api.php": `<?php
use Illuminate\\Support\\Facades\\Route;
Route::group(['prefix' => 'v1', 'middleware' => 'auth:sanctum', 'as' => 'v1.'], function () {
    Route::apiResource('boats', BoatController::class)->only(['index', 'show']);
    Route::resource('docks.berths', BerthController::class, ['except' => ['create', 'edit']])->shallow();
    Route::apiResources(['tides' => TideController::class]);
    Route::singleton('profile', ProfileController::class);
    Route::any('hook', ['uses' => 'HookController@any']);
});
`,
        "routes/harbour.php": `<?php
Route::delete('/{harbour}', DeleteHarbour::class);
require __DIR__ . '/lights.php';
`,
        "routes/lights.php": `<?php
Route::patch('lights', [LightController::class, 'dim']);
`,
      },
      endpoints: [
        "GET /up",
        "GET /",
        "GET /about",
        "ANY /old",
        "GET /boats/{boat?}",
        "GET /open",
        "GET /docks/search",
        "POST /docks/search",
        "GET /login",
        "POST /login",
        "POST /logout",
        "GET /api/v1/boats",
        "GET /api/v1/boats/{boat}",
        "GET /api/v1/docks/{dock}/berths",
        "POST /api/v1/docks/{dock}/berths",
        "GET /api/v1/berths/{berth}",
        "PUT /api/v1/berths/{berth}",
        "PATCH /api/v1/berths/{berth}",
        "DELETE /api/v1/berths/{berth}",
        "GET /api/v1/tides",
        "POST /api/v1/tides",
        "GET /api/v1/tides/{tide}",
        "PUT /api/v1/tides/{tide}",
        "PATCH /api/v1/tides/{tide}",
        "DELETE /api/v1/tides/{tide}",
        "GET /api/v1/profile",
        "PUT /api/v1/profile",
        "PATCH /api/v1/profile",
        "GET /api/v1/profile/edit",
        "ANY /api/v1/hook",
        "DELETE /harbour/{harbour}",
        "PATCH /harbour/lights",
      ],
    },
    {
      files: {
        "app/Providers/RouteServiceProvider.php": `<?php
namespace App\\Providers;
use Illuminate\\Foundation\\Support\\Providers\\RouteServiceProvider as ServiceProvider;
use Illuminate\\Support\\Facades\\Route;
class RouteServiceProvider extends ServiceProvider
{
    protected function mapApi()
    {
        Route::prefix('api')->middleware('auth:api')->group(function ($router) {
            require base_path('routes/api.php');
        });
    }
    public function boot()
    {
        $this->routes(function () {
            $this->mapApi();
            Route::group([], base_path(sprintf('routes/%s.base.php', $type)));
        });
    }
}
`,
        "routes/api.php": `<?php
Route::post('boats', 'BoatController@store')->middleware(EnsureBoat::class);
`,
        "routes/web.base.php": `<?php
Route::get('boats', 'BoatController@index')->middleware('throttle:60', 'can:sail');
`,
        "packages/tides/src/TidesServiceProvider.php": `<?php
class TidesServiceProvider extends ServiceProvider
{
    public function boot()
    {
        $this->loadRoutesFrom(__DIR__.'/../routes/tides.php');
    }
}
`,
        "packages/tides/routes/tides.php": `<?php
$router->get('tides', 'TideController@index');
Route::get('tides/{day}', TideController::class);
`,
      },
      endpoints: ["POST /api/boats", "GET /boats", "GET /tides", "GET /tides/{day}"],
      guards: { "POST /api/boats": ["auth:api"], "GET /boats": ["can:sail"] },
    },
    {
      files: {
        "bootstrap/app.php": `<?php
$app = new Laravel\\Lumen\\Application(dirname(__DIR__));
$app->router->group(['namespace' => 'App\\Http\\Controllers'], function ($router) {
    require __DIR__.'/../routes/web.php';
});
return $app;
`,
        "routes/web.php": `<?php
/** @var \\Laravel\\Lumen\\Routing\\Router $router */
$router->group(['prefix' => 'api', 'middleware' => 'auth'], function () use ($router) {
    $router->get('boats', ['uses' => 'BoatController@index']);
});
`,
      },
      endpoints: ["GET /api/boats"],
      guards: { "GET /api/boats": ["auth"] },
    },
  ],
};
