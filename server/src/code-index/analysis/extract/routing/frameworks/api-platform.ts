import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const operation: MarkRule = { from: /^\\?ApiPlatform\\Metadata\b/, makes: "resource" };

/** API Platform: endpoints that follow from the resources that classes say they are. */
export const apiPlatform: WebFramework = {
  name: "API Platform",
  languages: ["php"],
  // Symfony's lists of routes say what stands in front.
  documents: { files: /(?:^|\/)config\/(?:routes|routing)(?:\/[\w-]+)?\.ya?ml$/ },
  controllers: {
    marks: {
      ApiResource: { from: /^\\?ApiPlatform\\/, makes: "resource" },
      Get: operation,
      GetCollection: operation,
      Post: operation,
      Put: operation,
      Patch: operation,
      Delete: operation,
    },
    // Nothing is served that no document takes in.
    servesAtRoot: /(?!)/,
    resources: {
      operations: "operations",
      unread: ["collectionOperations", "itemOperations"],
      known: {
        Get: { method: "GET", isOne: true },
        GetCollection: { method: "GET", isOne: false },
        Post: { method: "POST", isOne: false },
        Put: { method: "PUT", isOne: true },
        Patch: { method: "PATCH", isOne: true },
        Delete: { method: "DELETE", isOne: true },
      },
      // Older ones have PUT as well.
      otherwise: ["Get", "GetCollection", "Post", "Patch", "Delete"],
      path: "uriTemplate",
      prefix: "routePrefix",
      name: "shortName",
      guard: "security",
      ending: /\{\._format\}$|\.\{_format\}$/,
      key: "{id}",
    },
  },
  examples: [
    {
      files: {
        "config/routes/api_platform.yaml": `
api_platform:
    resource: .
    type: api_platform
    prefix: /api
`,
        "src/Entity/Boat.php": `<?php
namespace App\\Entity;
use ApiPlatform\\Metadata\\ApiResource;
use ApiPlatform\\Metadata\\Get;
use ApiPlatform\\Metadata\\GetCollection;
use ApiPlatform\\Metadata\\Post;

#[ApiResource(
    uriTemplate: '/admin/boats{._format}',
    operations: [
        new GetCollection(),
        new Post(security: "is_granted('ROLE_ADMIN')"),
        new Get(uriTemplate: '/admin/boats/{id}{._format}'),
    ],
)]
#[ApiResource(operations: [new Get()], security: 'is_granted("ROLE_USER")')]
#[GetCollection(uriTemplate: '/docks/{dock}/boats')]
class Boat {}
`,
        "src/Entity/BoatPart.php": `<?php
namespace App\\Entity;
use ApiPlatform\\Metadata\\ApiResource;
#[ApiResource]
class BoatPart {}
`,
        "src/Entity/Crew.php": `<?php
namespace App\\Entity;
use ApiPlatform\\Metadata\\ApiResource;
use ApiPlatform\\Metadata\\Get;
#[ApiResource(shortName: 'Category', routePrefix: '/library', operations: [new Get()])]
class Crew {}
#[ApiResource(operations: [])]
class Hidden {}
`,
      },
      endpoints: [
        "GET /api/admin/boats",
        "POST /api/admin/boats",
        "GET /api/admin/boats/{id}",
        "GET /api/boats/{id}",
        "GET /api/docks/{dock}/boats",
        "GET /api/boat_parts/{id}",
        "GET /api/boat_parts",
        "POST /api/boat_parts",
        "PATCH /api/boat_parts/{id}",
        "DELETE /api/boat_parts/{id}",
        "GET /api/library/categories/{id}",
      ],
      guards: {
        "POST /api/admin/boats": ["is_granted('ROLE_ADMIN')"],
        "GET /api/boats/{id}": ['is_granted("ROLE_USER")'],
        "GET /api/docks/{dock}/boats": ['is_granted("ROLE_USER")'],
      },
    },
  ],
};
