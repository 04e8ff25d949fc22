/** Bodies that operations take from everybody who may. */

export const template = {
  title: "Runbook",
  scope: { type: "project" },
  content: { type: "sections", sections: [{ title: "Start", instructions: { prompt: "How it starts" } }] },
};
export const rule = { condition: "A migration is added", instruction: "Add a line to the changelog" };
export const task = { title: "Show tides", acceptanceCriteria: ["High water is shown"], state: "todo" };
export const description = "A board of departures for the people on the quay. ".repeat(4);
