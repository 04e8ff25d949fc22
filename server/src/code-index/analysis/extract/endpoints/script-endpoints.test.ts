import { describe, expect, it } from "vitest";

import { endpointsOf } from "#server/code-index/testing/facts-as-text.ts";

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
      "GET / null 5-7",
      "POST /login AuthController@login 8-8",
      "GET /old LegacyController@show 9-9",
      "DELETE /posts/{post} DeletePost 10-10",
      "GET /admin/users UserController@index 14-14",
      "PUT /admin/logs/{log} LogController@update 16-16",
      "ANY /webhook HookController@any 19-19",
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
