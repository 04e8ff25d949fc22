import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]) =>
  ({ kind: "route", methods, methodsIn: "methods", path: [0, "rule"] }) as const satisfies CallRule;
const register: CallRule = { kind: "mount", child: [0, "blueprint"], path: "url_prefix", replacesPath: true };

/** Flask and Quart with their blueprints, the resources of Flask-RESTful and Flask-RESTX, flask-smorest, Sanic. */
export const flask: WebFramework = {
  name: "Flask",
  languages: ["python"],
  routers: {
    Flask: { isRoot: true },
    Quart: { isRoot: true },
    Sanic: { isRoot: true },
    Bottle: { isRoot: true },
    Robyn: { isRoot: true },
    Blueprint: { path: "url_prefix" },
    Api: { path: "prefix", partOf: [0, "app"] },
    Namespace: { path: "path", named: [0, "name"] },
  },
  types: ["Flask", "Quart", "Sanic", "Blueprint"],
  calls: {
    route: { ...route("GET"), isView: true, hasMorePaths: true },
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
    add_resource: { kind: "route", methods: ["ANY"], path: 1, handler: 0, isView: true, hasMorePaths: true },
    add_namespace: { kind: "mount", child: [0, "ns"], path: [1, "path"], replacesPath: true },
    init_app: { kind: "partOf", of: [0, "app"] },
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
    {
      files: {
        "ferry/__init__.py": `
later = Api(prefix="/later")
class FerryFlask(Flask):
    pass
def create_app():
    app = FerryFlask(__name__)
    with app.app_context():
        from ferry.api import api
        app.register_blueprint(api)
        later.init_app(app)
    return app
later.add_resource(Late, "/late", "/late/<id>")
class Late(Resource):
    def get(self, id=None): ...
`,
        "ferry/api.py": `
from flask import Blueprint
from flask_restx import Api, Namespace
from ferry.boats import boats_namespace
from ferry.tides import tides
api = Blueprint("api", __name__, url_prefix="/api/v1")
v1 = Api(api, version="v1")
v1.add_namespace(boats_namespace, "/fleet")
v1.add_namespace(tides)
`,
        "ferry/boats.py": `
boats_namespace = Namespace("boats", description="All boats")
@boats_namespace.route("")
class BoatList(Resource):
    @boats_namespace.doc(description="x")
    def get(self): ...
    def post(self): ...
@boats_namespace.route("/<id>", "/<id>/all")
class Boat(Resource):
    def delete(self, id): ...
`,
        "ferry/tides.py": `
tides = Namespace("tides")
@tides.route("/now")
class Now(Resource):
    def get(self): ...
`,
      },
      endpoints: [
        "GET /api/v1/fleet",
        "POST /api/v1/fleet",
        "DELETE /api/v1/fleet/<id>",
        "DELETE /api/v1/fleet/<id>/all",
        "GET /api/v1/tides/now",
        "GET /later/late",
        "GET /later/late/<id>",
      ],
    },
    {
      files: {
        "web.py": `
from bottle import Bottle
app = Bottle()
@app.get("/boats/<name>")
def boat(name): ...
@app.route("/docks", method="POST")
def docks(): ...
cache.get("/never")
`,
        "api.py": `
from robyn import Robyn
api = Robyn(__file__)
@api.post("/tides")
async def tides(request): ...
`,
      },
      endpoints: ["GET /boats/<name>", "GET /docks", "POST /tides"],
    },
  ],
};
