import type { ChainRule } from "#server/code-index/analysis/extract/routing/chain-rules.ts";
import type { ResourceStyle } from "#server/code-index/analysis/extract/routing/expand-resources.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]): ChainRule => ({ kind: "route", methods, path: 0, handler: 1 });
const option: ChainRule = { kind: "option" };
const resource: ResourceStyle = {
  written: "{{}}",
  parameter: "id",
  nestedParameter: "prefixed",
  manyOnly: ["index"],
  actions: [
    { name: "index", methods: ["GET"], path: "" },
    { name: "create", methods: ["POST"], path: "" },
    { name: "view", methods: ["GET"], path: "/{}" },
    { name: "update", methods: ["PUT", "PATCH"], path: "/{}" },
    { name: "delete", methods: ["DELETE"], path: "/{}" },
  ],
};

/** CakePHP: scopes of a builder of routes. What its fallbacks connect is told as they connect it. */
export const cakePhp: WebFramework = {
  name: "CakePHP",
  languages: ["php"],
  chains: {
    text: /\bRouteBuilder\b|\bCake\\Routing\\/,
    roots: /^\$(?:routes|builder|route)$|^\\?(?:Cake\\Routing\\)?Router$/,
    from: /^\\?Cake\\Routing\\Router$/,
    serves: /./,
    guards: /auth/i,
    spelling: "dashed",
    words: {
      connect: route("ANY"),
      get: route("GET"),
      post: route("POST"),
      put: route("PUT"),
      patch: route("PATCH"),
      delete: route("DELETE"),
      redirect: { kind: "route", methods: ["ANY"], path: 0 },
      fallbacks: {
        kind: "listed",
        root: /^\$(?:routes|builder|route)$/,
        parts: { "": { isOn: true, routes: ["ANY /{controller}", "ANY /{controller}/{action}/*"] } },
      },
      resources: { kind: "resources", style: resource },
      scope: { kind: "group", path: 0 },
      prefix: { kind: "group", path: 0, isName: true },
      plugin: { kind: "group", path: 0, isName: true },
      path: { kind: "path" },
      setMethods: { kind: "methods" },
      only: option,
    },
  },
  examples: [
    {
      files: {
        "config/routes.php": `<?php
use Cake\\Routing\\Route\\DashedRoute;
use Cake\\Routing\\RouteBuilder;
return function (RouteBuilder $routes): void {
    $routes->setRouteClass(DashedRoute::class);
    $routes->scope('/', function (RouteBuilder $builder): void {
        $builder->connect('/', ['controller' => 'Pages', 'action' => 'display', 'home']);
        $builder->connect('/boats/{id}', ['controller' => 'Boats', 'action' => 'view'])->setMethods(['GET', 'PUT'])->setPass(['id']);
        $builder->fallbacks();
    });
    $routes->scope('/api', ['prefix' => 'Api'], function (RouteBuilder $builder): void {
        $builder->setExtensions(['json']);
        $builder->resources('BoatTypes', ['only' => ['index', 'view']]);
        $builder->post('/tides', ['controller' => 'Tides', 'action' => 'add']);
    });
    $routes->prefix('HarbourAdmin', function (RouteBuilder $routes) {
        $routes->delete('/docks/{id}', 'Docks::remove');
    });
    $routes->plugin('Lights', ['path' => '/beacons'], function (RouteBuilder $routes) {
        $routes->get('/all', 'Beacons::all');
    });
};
`,
      },
      endpoints: [
        "ANY /",
        "GET /boats/{id}",
        "PUT /boats/{id}",
        "ANY /{controller}",
        "ANY /{controller}/{action}/*",
        "GET /api/boat-types",
        "GET /api/boat-types/{id}",
        "POST /api/tides",
        "DELETE /harbour-admin/docks/{id}",
        "GET /beacons/all",
      ],
    },
  ],
};
