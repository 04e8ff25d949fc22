/** "1 task", "1,200 tasks". */
export function countTasks(count: number): string {
  return count === 1 ? "1 task" : `${count.toLocaleString("en")} tasks`;
}
