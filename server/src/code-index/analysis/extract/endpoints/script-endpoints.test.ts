import { describe, expect, it } from "vitest";

import { endpointsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Rails", () => {
  it("spreads resources into their seven actions", async () => {
    const text = `Rails.application.routes.draw do
  root to: "home#index"
  resources :articles
end
`;
    expect(await endpointsOf("config/routes.rb", text)).toEqual([
      "GET / home#index 2-2",
      "GET /articles articles#index 3-3",
      "POST /articles articles#create 3-3",
      "GET /articles/new articles#new 3-3",
      "GET /articles/:id articles#show 3-3",
      "GET /articles/:id/edit articles#edit 3-3",
      "PATCH /articles/:id articles#update 3-3",
      "DELETE /articles/:id articles#destroy 3-3",
    ]);
  });

  it("keeps the actions that are asked for, and gives a single resource no id", async () => {
    const text = `Rails.application.routes.draw do
  resources :posts, :comments, only: %i[index show]
  resource :profile, only: [:show, :update]
  resources :categories, except: [:new, :edit, :create, :update, :destroy]
  resources :users, param: :slug, only: :show
  resources :photos, path: "images", only: :index
end
`;
    expect(await endpointsOf("config/routes.rb", text)).toEqual([
      "GET /posts posts#index 2-2",
      "GET /posts/:id posts#show 2-2",
      "GET /comments comments#index 2-2",
      "GET /comments/:id comments#show 2-2",
      "GET /profile profiles#show 3-3",
      "PATCH /profile profiles#update 3-3",
      "GET /categories categories#index 4-4",
      "GET /categories/:id categories#show 4-4",
      "GET /users/:slug users#show 5-5",
      "GET /images photos#index 6-6",
    ]);
  });

  it("puts nested resources, members and collections where Rails does", async () => {
    const text = `Rails.application.routes.draw do
  scope "/api" do
    namespace :v1 do
      resources :categories, only: [] do
        member do
          post :pin
        end
        collection do
          get "search", to: "categories#search"
        end
        get :preview, on: :member
        delete :clear, on: :collection
        resources :tags, only: :index
      end
    end
  end
  match "/old", to: "legacy#show", via: [:get, :post]
  match "/any", to: "legacy#any", via: :all
  # get "/former", to: "legacy#former"
  get "/health" => "rails/health#show", as: :health
end
`;
    expect(await endpointsOf("config/routes.rb", text)).toEqual([
      "POST /api/v1/categories/:id/pin null 6-6",
      "GET /api/v1/categories/search categories#search 9-9",
      "GET /api/v1/categories/:id/preview null 11-11",
      "DELETE /api/v1/categories/clear null 12-12",
      "GET /api/v1/categories/:category_id/tags tags#index 13-13",
      "GET /old legacy#show 17-17",
      "POST /old legacy#show 17-17",
      "ANY /any legacy#any 18-18",
      "GET /health rails/health#show 20-20",
    ]);
  });
});

describe("Sinatra", () => {
  it("reads its verbs", async () => {
    const text = `require "sinatra/base"

class App < Sinatra::Base
  get "/hello/:name" do
    "Hello #{params['name']}"
  end

  # post "/former" do
  delete("/session") { logout }
end
`;
    expect(await endpointsOf("app.rb", text)).toEqual(["GET /hello/:name null 4-4", "DELETE /session null 9-9"]);
  });

  it("leaves verbs of other Ruby programs alone", async () => {
    expect(await endpointsOf("client.rb", `get "/users"\nresponse = post("/login")\n`)).toEqual([]);
    expect(await endpointsOf("spec/app_spec.rb", `require "Sinatra"\nget "/users"\n`)).toEqual([]);
  });
});

describe("PHP", () => {
  it("reads Laravel's routes by class, by text and inline, below their groups", async () => {
    const text = `<?php

use Illuminate\\Support\\Facades\\Route;

Route::get('/', function () {
    return view('welcome');
});
Route::post('login', [AuthController::class, 'login'])->name('login');
Route::get('/old', 'LegacyController@show');
Route::delete('/posts/{post}', DeletePost::class);
// Route::get('/former', 'FormerController@show');

Route::middleware('auth')->prefix('admin')->group(function () {
    Route::get('/users', [UserController::class, 'index']);
    Route::group(['prefix' => 'logs', 'middleware' => 'audit'], function () {
        Route::put('/{log}', [LogController::class, 'update']);
    });
});
Route::any('/webhook', [HookController::class, 'any']);
`;
    expect(await endpointsOf("routes/web.php", text)).toEqual([
      "GET / null 5-5",
      "POST /login AuthController@login 8-8",
      "GET /old LegacyController@show 9-9",
      "DELETE /posts/{post} DeletePost 10-10",
      "GET /admin/users UserController@index 14-14",
      "PUT /admin/logs/{log} LogController@update 16-16",
      "ANY /webhook HookController@any 19-19",
    ]);
  });

  it("reads Slim's routes below its groups", async () => {
    const text = `<?php
return function (App $app) {
    $app->options('/{routes:.*}', function (Request $request, Response $response) {
        return $response;
    });
    $app->group('/users', function (Group $group) {
        $group->get('', ListUsersAction::class);
        $group->get('/{id}', ViewUserAction::class);
    });
};
`;
    expect(await endpointsOf("app/routes.php", text)).toEqual([
      "OPTIONS /{routes:.*} null 3-3",
      "GET /users ListUsersAction 7-7",
      "GET /users/{id} ViewUserAction 8-8",
    ]);
  });

  it("reads Symfony's attributes below the path of their class", async () => {
    const text = `<?php

#[Route('/admin/post')]
#[IsGranted(User::ROLE_ADMIN)]
final class BlogController extends AbstractController
{
    #[Route('/', name: 'admin_index', methods: ['GET'])]
    #[Route('/', name: 'admin_post_index', methods: ['GET'])]
    public function index(User $user): Response {}

    #[Route(path: '/{id:post}/edit', name: 'admin_post_edit', requirements: ['id' => Requirement::POSITIVE_INT], methods: ['GET', 'POST'])]
    public function edit(Request $request): Response {}

    #[Route(
        '/rss.xml',
        defaults: ['_format' => 'xml'],
        methods: 'GET',
    )]
    public function feed(): Response {}

    #[Route('/any')]
    public function any(): Response {}
}
`;
    expect(await endpointsOf("src/Controller/Admin/BlogController.php", text)).toEqual([
      "GET /admin/post index 7-9",
      "GET /admin/post index 8-9",
      "GET /admin/post/{id:post}/edit edit 11-12",
      "POST /admin/post/{id:post}/edit edit 11-12",
      "GET /admin/post/rss.xml feed 14-19",
      "ANY /admin/post/any any 21-22",
    ]);
  });

  it("takes no other call of an object for a route", async () => {
    const text = `<?php
$client->get('/users', $options);
$cache->delete('/key', 1);
$this->get('/x', $y);
`;
    expect(await endpointsOf("src/Client.php", text)).toEqual([]);
  });
});
