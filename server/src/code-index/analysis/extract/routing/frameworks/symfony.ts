import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const paths = ["path", "0"];
const rest = (method: string): MarkRule => ({
  from: /^\\?FOS\\RestBundle\b/,
  methods: [method],
  paths,
  otherwise: method,
});

/** Symfony: attributes and annotations of controllers, where a document of routes takes their folder in; FOSRestBundle's. */
export const symfony: WebFramework = {
  name: "Symfony",
  languages: ["php"],
  documents: {
    files: /(?:^|\/)config\/(?:routes|routing)(?:\/[\w-]+)?\.(?:ya?ml|php)$/,
    areLists: true,
  },
  controllers: {
    classNames: /(?:)/,
    invoked: "__invoke",
    placeholders: /%([\w.-]{1,100})%/g,
    // Nothing is served that no document takes in.
    servesAtRoot: /(?!)/,
    marks: {
      Route: { from: /^\\?(?:Symfony|Sensio)\\/, makes: "controller", paths, methodsIn: ["methods"], otherwise: "ANY" },
      Method: { from: /^\\?Sensio\\/, methodsIn: ["0"] },
      Get: rest("GET"),
      Post: rest("POST"),
      Put: rest("PUT"),
      Patch: rest("PATCH"),
      Delete: rest("DELETE"),
      IsGranted: { isGuard: true },
      Security: { isGuard: true, from: /^\\?Sensio\\/ },
    },
  },
  chains: {
    text: /\bRoutingConfigurator\b/,
    roots: /^\$\w+$/,
    from: /(?!)/,
    serves: /(?!)/,
    guards: /(?!)/,
    words: {
      add: { kind: "route", methods: ["ANY"], path: 1 },
      import: { kind: "folder", type: 1 },
      prefix: { kind: "path" },
      methods: { kind: "methods" },
      controller: { kind: "controller" },
    },
  },
  examples: [
    {
      files: {
        "config/routes.yaml": `
home:
    path: /
    controller: App\\Controller\\HomeController::index
    methods: [GET, HEAD]
controllers:
    resource: { path: ../src/Controller/, namespace: App\\Controller }
    type: attribute
    prefix: /{_locale}
api:
    resource: ../src/Api/
    type: attribute
    prefix: /api
auth:
    resource: ../src/Controller/Auth/
    type: attribute
more:
    resource: ../tides/routing.yaml
    prefix: /tides
when@dev:
    _profiler: { path: /_profiler, controller: Profiler::show }
`,
        "tides/routing.yaml": `
today:
    path: /today
    controller: App\\Tides::today
`,
        "src/Controller/BoatController.php": `<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
use Symfony\\Component\\Security\\Http\\Attribute\\IsGranted;

#[Route('/boats', name: 'boat_', requirements: ['path' => '.+'])]
final class BoatController extends AbstractController
{
    public function __construct(private Boats $boats) {}

    #[Route('', methods: 'GET')]
    #[Route('/all', methods: ['GET', 'POST'])]
    public function list(): Response {}

    #[Route(path: '/{id}', requirements: ['id' => '\\d+', 'path' => '.+'])]
    #[IsGranted('ROLE_CAPTAIN')]
    public function show(int $id): Response {}
}
`,
        "src/Controller/Auth/LoginController.php": `<?php
namespace App\\Controller\\Auth;
use Symfony\\Component\\Routing\\Annotation\\Route;

#[Route('/login', methods: ['POST'])]
class LoginController
{
    public function __invoke(): Response {}
}
`,
        "src/Api/BoatApi.php": `<?php
namespace App\\Api;
use FOS\\RestBundle\\Controller\\Annotations as Rest;
use Symfony\\Component\\Routing\\Annotation\\Route;

/**
 * Boats of a (small) harbour.
 *
 * @Route("/boats")
 */
class BoatApi
{
    /**
     * @Rest\\Get("/{id}.{_format}", requirements={"id" = "\\d+"})
     */
    public function find(int $id) {}

    /**
     * All of them.
     * @Route(path="", name="all",
     *     methods={"GET", "DELETE"})
     * @IsGranted("ROLE_ADMIN")
     */
    public function all() {}
}
`,
      },
      endpoints: [
        "GET /",
        "HEAD /",
        "ANY /tides/today",
        "GET /{_locale}/boats",
        "GET /{_locale}/boats/all",
        "POST /{_locale}/boats/all",
        "ANY /{_locale}/boats/{id}",
        "POST /login",
        "GET /api/boats/{id}.{_format}",
        "GET /api/boats",
        "DELETE /api/boats",
      ],
      guards: {
        "ANY /{_locale}/boats/{id}": ["IsGranted('ROLE_CAPTAIN')"],
        "GET /api/boats": ['IsGranted("ROLE_ADMIN")'],
        "DELETE /api/boats": ['IsGranted("ROLE_ADMIN")'],
      },
    },
    {
      files: {
        "config/routes.php": `<?php
use Symfony\\Component\\Routing\\Loader\\Configurator\\RoutingConfigurator;
return static function (RoutingConfigurator $routes): void {
    $routes->import('../src/Controller/', 'attribute')->prefix('/api');
    $routes->add('tides', '/tides/{day}')->controller([TideController::class, 'show'])->methods(['GET']);
};
`,
        "src/Controller/BoatController.php": `<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
class BoatController
{
    #[Route('/boats', methods: ['GET'])]
    public function list() {}
}
`,
      },
      endpoints: ["GET /api/boats", "GET /tides/{day}"],
    },
    {
      files: {
        "config/routes.yaml": `
controllers:
    resource: routing.controllers
    prefix: /{_locale}
`,
        "src/Controller/BoatController.php": `<?php
namespace App\\Controller;
use Symfony\\Component\\HttpFoundation\\Request;
use Symfony\\Component\\Routing\\Attribute\\Route;
class BoatController
{
    #[Route('/boats', methods: [Request::METHOD_PUT])]
    public function change() {}
}
`,
      },
      endpoints: ["PUT /{_locale}/boats"],
    },
  ],
};
