import { describe, expect, it } from "vitest";

import { endpointsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Go", () => {
  it("reads the standard library's patterns, with and without a method", async () => {
    const text = `package main

func main() {
	http.HandleFunc("/", home)
	mux.Handle("/static/", http.StripPrefix("/static/", files))
	mux.HandleFunc("POST /items/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(204)
	})
	// mux.HandleFunc("/former", former)
	log.Handle("no path", x)
}
`;
    expect(await endpointsOf("main.go", text)).toEqual([
      "ANY / home 4-4",
      "ANY /static/ files 5-5",
      "POST /items/{id} null 6-8",
    ]);
  });

  it("reads gorilla's methods, written as texts and as constants, below its subrouters", async () => {
    const text = `package api

func routes() {
	r := mux.NewRouter()
	r.HandleFunc("/products", listProducts).Methods("GET", "HEAD")
	r.HandleFunc("/products", addProduct).Methods(http.MethodPost)
	s := r.PathPrefix("/admin").Subrouter()
	s.HandleFunc("/users/{key}", getUser).Methods(http.MethodGet, http.MethodDelete)
	s.Handle("/jobs", jobs)
}
`;
    expect(await endpointsOf("api/routes.go", text)).toEqual([
      "GET /products listProducts 5-5",
      "HEAD /products listProducts 5-5",
      "POST /products addProduct 6-6",
      "GET /admin/users/{key} getUser 8-8",
      "DELETE /admin/users/{key} getUser 8-8",
      "ANY /admin/jobs jobs 9-9",
    ]);
  });

  it("reads groups of gin and echo, each function's own", async () => {
    const text = `package api

func users(r *gin.RouterGroup) {
	g := r.Group("/users")
	g.GET("/:id", auth(), s.getUser)
	inner := g.Group("/:id/posts")
	inner.POST("", s.addPost)
}

func tags(e *echo.Echo) {
	g := e.Group("/tags")
	g.GET("", listTags, middleware.Gzip())
	e.Any("/proxy", proxy)
	e.GET("/inline", func(c echo.Context) error {
		return nil
	})
}

func health(g *gin.Engine) {
	g.GET("/health", ok)
}
`;
    expect(await endpointsOf("api/api.go", text)).toEqual([
      "GET /users/:id s.getUser 5-5",
      "POST /users/:id/posts s.addPost 7-7",
      "GET /tags null 12-12",
      "ANY /proxy proxy 13-13",
      "GET /inline null 14-16",
      "GET /health ok 20-20",
    ]);
  });

  it("puts chi's blocks in front of every kind of route in them", async () => {
    const text = `package api
func mount(r chi.Router) {
	r.Route("/v1", func(r chi.Router) {
		r.Get("/list", list)
		r.HandleFunc("/ws", socket)
	})
}
`;
    expect(await endpointsOf("chi.go", text)).toEqual(["GET /v1/list list 4-4", "ANY /v1/ws socket 5-5"]);
  });

  it.each([
    ["a request", `resp, err := http.Get("/x")\nreq, _ := http.NewRequest("GET", "/y", nil)\n`],
    ["a test file", null],
    ["a client", `client.R().Get("/x")\nrdb.Get("/key", value)\n`],
  ])("leaves out %s", async (_name, text) => {
    const path = text === null ? "api_test.go" : "client.go";
    expect(await endpointsOf(path, text ?? `package api\nfunc a() { mux.HandleFunc("/x", x) }\n`)).toEqual([]);
  });
});

describe("Spring", () => {
  it("reads controllers of Kotlin", async () => {
    const text = `@RestController
@RequestMapping("/api/article")
class ArticleController(private val repository: ArticleRepository) {

    @GetMapping("/")
    fun findAll() = repository.findAll()

    @DeleteMapping("/{slug}")
    suspend fun remove(@PathVariable slug: String): Unit = repository.remove(slug)
}
`;
    expect(await endpointsOf("src/HttpControllers.kt", text)).toEqual([
      "GET /api/article findAll 5-6",
      "DELETE /api/article/{slug} remove 8-9",
    ]);
  });
});
