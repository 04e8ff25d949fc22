import { describe, expect, it } from "vitest";

import { endpointsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Flask", () => {
  it("reads the routes of a blueprint", async () => {
    const text = `import functools
from flask import Blueprint, g, render_template

bp = Blueprint("auth", __name__, url_prefix="/auth")


@bp.route("/register", methods=("GET", "POST"))
def register():
    """@bp.route("/documented")"""
    return render_template("auth/register.html")


@bp.route("/<int:id>/update")
@login_required
def update(id):
    pass


# @bp.route("/former")
@bp.post("/logout")
async def logout():
    pass
`;
    expect(await endpointsOf("flaskr/auth.py", text)).toEqual([
      "GET /auth/register register 7-8",
      "POST /auth/register register 7-8",
      "GET /auth/<int:id>/update update 13-15",
      "POST /auth/logout logout 20-21",
    ]);
  });

  it("reads several routes of one function and methods on the next line", async () => {
    const text = `@app.route("/")
@app.route("/<path:rest>",
           methods=["DELETE"])
def index(rest=None):
    return ""
`;
    expect(await endpointsOf("app.py", text)).toEqual(["GET / index 1-4", "DELETE /<path:rest> index 2-4"]);
  });

  it("reads rules that are added by calls, with their methods", async () => {
    const text = `from flask import Flask
app = Flask(__name__)
app.add_url_rule("/", endpoint="index")
app.add_url_rule("/login", "login", login, methods=["POST"])
app.add_url_rule(
    "/users/<int:id>",
    view_func=UserAPI.as_view("user"),
    methods=["GET", "PUT"],
)
`;
    expect(await endpointsOf("app.py", text)).toEqual([
      "GET / null 3-3",
      "POST /login login 4-4",
      "GET /users/<int:id> UserAPI 5-9",
      "PUT /users/<int:id> UserAPI 5-9",
    ]);
  });
});

describe("FastAPI", () => {
  it("reads decorators over several lines and the router's own prefix", async () => {
    const text = `from fastapi import APIRouter

router = APIRouter(prefix="/items", tags=["items"])


@router.get(
    "/{id}",
    response_model=ItemPublic,
    responses={404: {"model": Message}},
)
def read_item(session: SessionDep, id: uuid.UUID) -> Any:
    """
    Get item by ID.
    """


@router.get("/", response_model=ItemsPublic)
def read_items(session: SessionDep) -> Any:
    pass


@router.websocket("/ws")
async def watch(websocket: WebSocket):
    pass


@app.api_route("/any", methods=["PUT", "PATCH"])
async def anything():
    pass
`;
    expect(await endpointsOf("app/api/routes/items.py", text)).toEqual([
      "GET /items/{id} read_item 6-11",
      "GET /items read_items 17-18",
      "ANY /items/ws watch 22-23",
      "PUT /any anything 27-28",
      "PATCH /any anything 27-28",
    ]);
  });
});

describe("Django", () => {
  it("reads URL patterns of functions, classes and regular expressions, and no includes", async () => {
    const text = `from django.contrib import admin
from django.urls import include, path, re_path

from . import views

app_name = "polls"
urlpatterns = [
    path("", views.IndexView.as_view(), name="index"),
    path("<int:pk>/", views.DetailView.as_view(), name="detail"),
    path("<int:question_id>/vote/", views.vote, name="vote"),
    re_path(r"^articles/(?P<year>[0-9]{4})/$", views.year_archive),
    path("accounts/", include("django.contrib.auth.urls")),
    # path("former/", views.former),
]
`;
    expect(await endpointsOf("polls/urls.py", text)).toEqual([
      "ANY / views.IndexView 8-8",
      "ANY /<int:pk>/ views.DetailView 9-9",
      "ANY /<int:question_id>/vote/ views.vote 10-10",
      "ANY /articles/{year}/ views.year_archive 11-11",
    ]);
  });
});

describe("what only looks like an endpoint in Python", () => {
  it.each([
    ["a patch of a test helper", "helpers.py", `@mock.patch("app.services.send")\ndef run(send):\n    pass\n`],
    ["a path on disk", "paths.py", `from pathlib import Path\npath("users/", views)\n`],
    ["a client's call", "client.py", `response = requests.get("/users")\nsession.post("/login", data)\n`],
    ["a route of an email", "mail.py", `mail.route("/x")\n`],
    ["a test", "tests/test_app.py", `@app.route("/x")\ndef x():\n    pass\n`],
    ["a docstring", "docs.py", `def route():\n    """\n    @app.route("/documented")\n    def x(): ...\n    """\n`],
  ])("leaves out %s", async (_name, path, text) => {
    expect(await endpointsOf(path, text)).toEqual([]);
  }); // prettier-ignore
});
