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

describe("Rust", () => {
  it("reads axum's routes, and nothing out of closures", async () => {
    const text = `let app = Router::new()
    .route("/", get(root))
    .route("/todos", get(todos_index).post(todos_create))
    .route(
        "/todos/{id}",
        patch(handlers::todos_update).delete(|id| async move { cache.get(id) }),
    )
    // .route("/former", get(former))
    .layer(TraceLayer::new_for_http());
`;
    expect(await endpointsOf("src/main.rs", text)).toEqual([
      "GET / root 2-2",
      "GET /todos todos_index 3-3",
      "POST /todos todos_create 3-3",
      "PATCH /todos/{id} handlers::todos_update 4-7",
      "DELETE /todos/{id} null 4-7",
    ]);
  });

  it("reads actix's and Rocket's attributes and actix's calls", async () => {
    const text = `#[get("/users/{id}")]
pub async fn show(path: web::Path<u32>) -> impl Responder {
    HttpResponse::Ok()
}

#[post("/todo", data = "<todo>")]
#[instrument]
fn new(todo: Form<Todo>) -> Flash<Redirect> {}

fn config(cfg: &mut web::ServiceConfig) {
    cfg.route("/hey", web::get().to(manual_hello));
}
`;
    expect(await endpointsOf("src/routes.rs", text)).toEqual([
      "GET /users/{id} show 1-2",
      "POST /todo new 6-8",
      "GET /hey manual_hello 11-11",
    ]);
  });
});

describe("Spring", () => {
  it("reads controllers of Java", async () => {
    const text = `package org.springframework.samples.petclinic.owner;

@Controller
@RequestMapping(value = "/owners/{ownerId}", produces = "text/html")
class PetController {

	@ModelAttribute("types")
	public Collection<PetType> populatePetTypes() {}

	@GetMapping("/pets/new")
	public String initCreationForm(Owner owner, ModelMap model) {
		return VIEWS;
	}

	@PostMapping(path = { "/pets/new", "/pets" }, consumes = "application/json")
	@Transactional
	public ResponseEntity<List<Pet>> processCreationForm(@Valid Pet pet) {}

	@RequestMapping(method = { RequestMethod.PUT, RequestMethod.PATCH })
	ModelAndView update() {}

	@RequestMapping("/all")
	String all() {}
}
`;
    expect(await endpointsOf("src/main/java/PetController.java", text)).toEqual([
      "GET /owners/{ownerId}/pets/new initCreationForm 10-11",
      "POST /owners/{ownerId}/pets/new processCreationForm 15-17",
      "POST /owners/{ownerId}/pets processCreationForm 15-17",
      "PUT /owners/{ownerId} update 19-20",
      "PATCH /owners/{ownerId} update 19-20",
      "ANY /owners/{ownerId}/all all 22-23",
    ]);
  });

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

  it("reads resources of JAX-RS, the path above or below the method", async () => {
    const text = `import jakarta.ws.rs.*;

@Path("/fruits")
public class FruitResource {
    @GET
    public List<Fruit> list() {}

    @POST
    @Path("/{id}/eat")
    public Response eat(@PathParam("id") Long id) {}

    @Path("{id}")
    @DELETE
    @Transactional
    public void delete(Long id) {}
}
`;
    expect(await endpointsOf("FruitResource.java", text)).toEqual([
      "GET /fruits list 5-6",
      "POST /fruits/{id}/eat eat 8-10",
      "DELETE /fruits/{id} delete 13-15",
    ]);
  });
});

describe("ASP.NET", () => {
  it("reads controllers, their tokens and the paths of their actions", async () => {
    const text = `[Route("api/v1/[controller]")]
[ApiController]
public class CatalogController : ControllerBase
{
    [HttpGet]
    [Route("items")]
    [ProducesResponseType(typeof(Item), 200)]
    public async Task<IActionResult> ItemsAsync([FromQuery] int pageSize = 10) {}

    [Route("items")]
    [HttpPut("{id:int}")]
    public ActionResult Update(int id) => Ok();

    // [HttpDelete("former")]
    [HttpDelete("{id}", Name = "drop")]
    public IActionResult Drop(int id) { }
}
`;
    expect(await endpointsOf("CatalogController.cs", text)).toEqual([
      "GET /api/v1/catalog/items ItemsAsync 5-8",
      "PUT /api/v1/catalog/{id:int} Update 11-12",
      "DELETE /api/v1/catalog/{id} Drop 15-16",
    ]);
  });

  it("reads minimal APIs with their groups", async () => {
    const text = `var app = builder.Build();
app.MapGet("/", () => "Hello World!");
var todos = app.MapGroup("/todoitems");
todos.MapGet("/", GetAllTodos);
todos.MapPost("/", CreateTodo).WithName("create");
todos.MapPut("{id}", async (int id, TodoDb db) =>
{
    await db.SaveChangesAsync();
});
cache.MapGet("no path", x);
`;
    expect(await endpointsOf("Program.cs", text)).toEqual([
      "GET / null 2-2",
      "GET /todoitems GetAllTodos 4-4",
      "POST /todoitems CreateTodo 5-5",
      "PUT /todoitems/{id} null 6-9",
    ]);
  });
});
