import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** WordPress: the interface of plugins over REST, below where it is without a setting. */
export const wordpress: WebFramework = {
  name: "WordPress",
  languages: ["php"],
  listedCalls: {
    call: "register_rest_route",
    prefix: "/wp-json",
    path: [0, 1],
    routes: 2,
    keys: { methods: "methods", handler: "callback", guard: "permission_callback" },
    open: /^["']__return_true["']$/,
    constants: {
      READABLE: ["GET"],
      CREATABLE: ["POST"],
      EDITABLE: ["POST", "PUT", "PATCH"],
      DELETABLE: ["DELETE"],
      ALLMETHODS: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    },
    otherwise: "GET",
  },
  examples: [
    {
      files: {
        "includes/class-harbour.php": `<?php
class Harbour { const REST_NAMESPACE = 'harbour/v2'; }
abstract class Base_Controller extends WP_REST_Controller { protected $namespace = 'base/v1'; }
`,
        "includes/class-tides.php": `<?php
class Tides extends Base_Controller {
  public function register_routes() {
    register_rest_route( Harbour::REST_NAMESPACE, '/tides', [ 'methods' => 'GET', 'callback' => [ $this, 'all' ], 'permission_callback' => fn () => true ] );
    register_rest_route( $this->namespace, '/moons', [ 'callback' => 'moons' ] );
  }
}
`,
        "includes/class-boats.php": `<?php
class Boats extends WP_REST_Controller {
  const NS = 'harbour/v1';
  protected $rest_base = 'boats';
  public function register_routes() {
    register_rest_route( self::NS, '/' . $this->rest_base, array(
      array( 'methods' => WP_REST_Server::READABLE, 'callback' => array( $this, 'list' ), 'permission_callback' => '__return_true' ),
      array( 'methods' => \\WP_REST_Server::CREATABLE, 'callback' => [ $this, 'add' ], 'permission_callback' => [ $this, 'may_add' ] ),
      'schema' => array( $this, 'schema' ),
    ) );
    register_rest_route( self::NS, "/{$this->rest_base}/(?P<id>[\\d]+)", [ 'methods' => 'PUT, DELETE', 'callback' => 'change' ] );
  }
}
`,
      },
      endpoints: [
        "GET /wp-json/harbour/v2/tides",
        "GET /wp-json/base/v1/moons",
        "GET /wp-json/harbour/v1/boats",
        "POST /wp-json/harbour/v1/boats",
        "PUT /wp-json/harbour/v1/boats/{id}",
        "DELETE /wp-json/harbour/v1/boats/{id}",
      ],
    },
  ],
};
