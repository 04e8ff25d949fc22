import { expect, it } from "vitest";

import { createGitSlots } from "./git-slots.ts";

const { signal } = new AbortController();

it("lets clients wait for a place and serves them in turn, past those whose own places are all taken", async () => {
  const places = createGitSlots({ perCaller: 1, inAll: 2 });
  const served: string[] = [];
  const take = async (callerId: string, name: string) => {
    const leave = await places.take(callerId, signal);
    served.push(name);
    return leave;
  };
  const leaveFirst = await take("ada", "ada 1");
  const leaveOther = await take("bob", "bob 1");
  const second = take("ada", "ada 2");
  const third = take("cyd", "cyd 1");
  leaveOther();
  leaveOther();
  const leaveThird = await third;
  expect(served).toEqual(["ada 1", "bob 1", "cyd 1"]);
  leaveFirst();
  (await second)();
  leaveThird();
  expect(served).toEqual(["ada 1", "bob 1", "cyd 1", "ada 2"]);
});

it("refuses who waited for long or went away, and gives their turn to the next", async () => {
  const places = createGitSlots({ perCaller: 2, inAll: 1, maxWaitMs: 20 });
  const leave = await places.take("ada", signal);
  await expect(places.take("ada", signal)).rejects.toThrow("The server is busy with git.");
  const gone = new AbortController();
  const given = places.take("bob", gone.signal);
  const next = places.take("cyd", signal);
  gone.abort();
  leave();
  await expect(given).rejects.toMatchObject({ code: "unavailable" });
  (await next)();
});
