import { createProject, deleteProject } from "@cairn/contract/projects";
import type { TaskState } from "@cairn/contract/task-states";
import { createTask } from "@cairn/contract/tasks";

import { signInAsClient, type ApiClient } from "../server/src/main/seed/api-client.ts";
import { demoPerson, type Person } from "./fixtures.ts";

const organizationId = "northquay";

export interface BoardProduct {
  /** Address of its board. */
  board: string;
  /** Adds a task, and answers the address of its page. */
  addTask(title: string, state: TaskState): Promise<string>;
  remove(): Promise<void>;
}

/** Mateo, an Admin of the demo workspace. */
export function demoColleague(): Person {
  const { password } = demoPerson();
  const email = "mateo@northquay.example";
  return { firstName: "Mateo", lastName: "Ruiz", email, password: `${password}-Mateo` };
}

/** A product of the demo workspace that has tasks and nothing else. */
export async function makeBoardProduct(address: string): Promise<BoardProduct> {
  const client = await signInAsApiClient(address, demoPerson());
  const name = `Quay Works ${Date.now()}`;
  const { projectId, slug } = await client.call(createProject, { params: { organizationId }, body: { name } });
  const params = { organizationId, projectId };
  const board = `/o/northquay/p/${slug}/tasks`;
  return {
    board,
    async addTask(title, state) {
      const { taskId } = await client.call(createTask, { params, body: { title, state } });
      return `${board}/${taskId}`;
    },
    async remove() {
      await client.call(deleteProject, { params });
    },
  };
}

export async function signInAsApiClient(address: string, person: Person): Promise<ApiClient> {
  const response = await fetch(new URL("/config.json", address));
  return await signInAsClient((await response.json()) as Parameters<typeof signInAsClient>[0], person);
}
