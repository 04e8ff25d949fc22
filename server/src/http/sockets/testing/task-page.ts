import type { Task } from "@cairn/contract/tasks";
import type { Socket } from "socket.io-client";

import { Listener, type SignedIn, type SocketProcess } from "./socket-processes.ts";

/**
 * A page that shows the tasks of a product from their events alone, and what it was told, in order. It comes again from
 * its number whenever it is cut.
 */
export class TaskPage extends Listener {
  readonly tasks = new Map<string, Task>();
  readonly told: string[] = [];
  readonly leave: () => void;

  constructor(socket: Socket, former?: TaskPage) {
    super(socket, former?.last);
    this.leave = comeBack(socket);
    for (const [id, task] of former?.tasks ?? []) this.tasks.set(id, task);
    const write = (event: string) => (tasks: Task[]) => {
      for (const task of tasks) this.tasks.set(task.taskId, task);
      this.told.push(...tasks.map(({ title }) => `${event} ${title}`));
    };
    socket.on("taskCreated", write("created"));
    socket.on("taskUpdated", write("updated"));
    socket.on("taskDeleted", (tasks: Pick<Task, "taskId">[]) => {
      for (const { taskId } of tasks) this.tasks.delete(taskId);
      this.told.push(...tasks.map((task) => `deleted ${Object.keys(task).join()}`));
    });
  }
}

/** A page that is connected and has what there was; `former` is one that it goes on from. */
export async function openTaskPage(
  process: SocketProcess | undefined,
  { projectId, who, former }: { projectId: string; who: SignedIn; former?: TaskPage },
): Promise<TaskPage> {
  const after = () => page.last ?? 0;
  const socket = process?.connect(projectId, { who, after });
  if (!socket) throw new Error("there is no such process");
  const page = new TaskPage(socket, former);
  let isThere = false;
  socket.once("changes", () => (isThere = true));
  await page.until(() => isThere);
  return page;
}

const comeBackMs = 100;

/** Has a socket come again after every loss and refusal, as that of a page does. Answers how it leaves for good. */
function comeBack(socket: Socket): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connectSoon = () => void (retry = setTimeout(() => socket.connect(), comeBackMs));
  socket.on("connect_error", connectSoon);
  socket.on("disconnect", connectSoon);
  return () => {
    socket.off("connect_error", connectSoon);
    socket.off("disconnect", connectSoon);
    clearTimeout(retry);
    socket.disconnect();
  };
}
