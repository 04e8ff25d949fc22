import { AppError } from "@cairn/contract/errors";
import type { Template } from "@cairn/contract/templates";

/** The subject of one page of a template. Null `service` and `folder` mean all of its target. */
export interface TemplatePage {
  title: string;
  serviceId: string | null;
  folder: { repositoryId: string; path: string } | null;
}

/** What pages can be made for, as the code and the product have it. */
export interface TemplateGround {
  services: readonly { serviceId: string; name: string }[];
  /** Packages, workspaces and top folders that hold source; "" is a whole repository. */
  modules: readonly { repositoryId: string; name: string; path: string }[];
}

export const maxTemplatePages = 40;

/** The pages of a template for several pages: its instructions say what each page is for. */
export function planTemplatePages(
  content: Extract<Template["content"], { type: "pages" }>,
  ground: TemplateGround,
): TemplatePage[] {
  const pages = choosePages(content.instructions, ground);
  if (pages.length === 0)
    throw refuse("The code has nothing of the kind that the instructions of this template ask pages for.");
  if (pages.length > maxTemplatePages)
    throw refuse(`This would make ${pages.length} pages; a template may make ${maxTemplatePages} at once.`);
  return pages;
}

function choosePages(instructions: string, { services, modules }: TemplateGround): TemplatePage[] {
  if (/\bservices?\b/i.test(instructions))
    return services.map(({ serviceId, name }) => ({ title: name, serviceId, folder: null }));
  if (/\b(?:modules?|components?|packages?|folders?|workspaces?|parts?|librar(?:y|ies)|apps?)\b/i.test(instructions))
    return modules.map(({ name, repositoryId, path }) => ({
      title: name,
      serviceId: null,
      folder: { repositoryId, path },
    }));
  throw refuse("Say in the instructions for what there shall be one page: every service, or every module.");
}

function refuse(message: string): AppError {
  return new AppError("unprocessable", { message });
}
