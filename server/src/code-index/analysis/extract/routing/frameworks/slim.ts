import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]): CallRule => ({ kind: "route", methods, path: 0, handler: 1 });

/** Slim: applications, groups, and files that hand back a function for the application. */
export const slim: WebFramework = {
  name: "Slim",
  languages: ["php"],
  routers: { create: { isRoot: true, from: /\bAppFactory\./ }, App: { isRoot: true, from: /\bSlim\\App\b/ } },
  types: ["RouteCollectorProxyInterface", "RouteCollectorProxy", "Group"],
  rootTypes: ["App"],
  calls: {
    get: route("GET"),
    post: route("POST"),
    put: route("PUT"),
    patch: route("PATCH"),
    delete: route("DELETE"),
    options: route("OPTIONS"),
    any: route("ANY"),
    map: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2 },
    group: { kind: "group", path: 0 },
    setName: { kind: "same" },
    add: { kind: "guard", isNamed: true },
    addMiddleware: { kind: "guard", isNamed: true },
  },
  examples: [
    {
      files: {
        "app/routes.php": `<?php
use Slim\\App;
use Slim\\Interfaces\\RouteCollectorProxyInterface as Group;

return function (App $app) {
    $app->options('/{routes:.*}', function (Request $request, Response $response) {
        return $response;
    });
    $app->group('/boats', function (Group $group) {
        $group->get('', ListBoatsAction::class)->setName('boats');
        $group->get('/{id}', ViewBoatAction::class);
        $group->delete('/{id}', RemoveBoatAction::class)->add(AdminMiddleware::class);
    })->add(Session::class)->add(AuthMiddleware::class);
};
`,
        "public/index.php": `<?php
use Slim\\Factory\\AppFactory;
$app = AppFactory::create();
$routes = require __DIR__ . '/../app/routes.php';
$routes($app);
$app->map(['GET', 'POST'], '/tides', 'TideController:show');
$cache->get('/never', 'a');
`,
      },
      endpoints: [
        "OPTIONS /{routes:.*}",
        "GET /boats",
        "GET /boats/{id}",
        "DELETE /boats/{id}",
        "GET /tides",
        "POST /tides",
      ],
      guards: {
        "GET /boats": ["AuthMiddleware::class"],
        "GET /boats/{id}": ["AuthMiddleware::class"],
        "DELETE /boats/{id}": ["AuthMiddleware::class", "AdminMiddleware::class"],
      },
    },
  ],
};
