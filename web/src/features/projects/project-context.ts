import { AppError } from "@cairn/contract/errors";
import type { Project } from "@cairn/contract/projects";
import { createContext, useContext } from "react";

export const ProjectContext = createContext<Project | null>(null);

/** The product of the address; throws outside of a product's screens. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new AppError("internal", { message: "This screen is not inside a product" });
  return project;
}
