import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]) =>
  ({ kind: "route", methods, methodsIn: "methods", path: [0, "rule"] }) as const satisfies CallRule;
const register: CallRule = { kind: "mount", child: [0, "blueprint"], path: "url_prefix", replacesPath: true };

/** Flask and Quart with their blueprints, Flask-RESTful's resources, Sanic. */
export const flask: WebFramework = {
  name: "Flask",
  languages: ["python"],
  routers: {
    Flask: { isRoot: true },
    Quart: { isRoot: true },
    Sanic: { isRoot: true },
    Blueprint: { path: "url_prefix" },
    Api: { path: "prefix" },
  },
  types: ["Flask", "Quart", "Sanic", "Blueprint"],
  calls: {
    route: { ...route("GET"), isView: true },
    get: route("GET"),
    post: route("POST"),
    put: route("PUT"),
    patch: route("PATCH"),
    delete: route("DELETE"),
    add_url_rule: {
      kind: "route",
      methods: ["GET"],
      methodsIn: "methods",
      path: [0, "rule"],
      handler: [2, "view_func"],
      isView: true,
    },
    register_blueprint: register,
    blueprint: register,
    add_resource: { kind: "route", methods: ["ANY"], path: 1, handler: 0, isView: true },
  },
  examples: [
    {
      files: {
        "app/__init__.py": `
from flask import Flask
def create_app():
    app = Flask(__name__)
    from .auth import bp as auth_bp
    app.register_blueprint(auth_bp, url_prefix="/auth")
    from app import boats
    app.register_blueprint(boats.bp)
    return app
`,
        "app/auth.py": `
from flask import Blueprint
bp = Blueprint("auth", __name__, url_prefix="/never")
@bp.route("/login", methods=("GET", "POST"))
def login(): ...
`,
        "app/boats.py": `
bp = Blueprint("boats", __name__, url_prefix="/boats")
@bp.get("/<int:id>")
@login_required
def show(id): ...
bp.add_url_rule("/all", view_func=ListBoats.as_view("all"))
class ListBoats(MethodView):
    def get(self): ...
    def delete(self): ...
@bp.route("/log")
class LogView(MethodView):
    def put(self): ...
`,
      },
      endpoints: [
        "GET /auth/login",
        "POST /auth/login",
        "GET /boats/<int:id>",
        "GET /boats/all",
        "DELETE /boats/all",
        "PUT /boats/log",
      ],
      guards: { "GET /boats/<int:id>": ["login_required"] },
    },
  ],
};
