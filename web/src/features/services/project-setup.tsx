import type { SetupProgress } from "@cairn/contract/projects";
import { useState } from "react";

import { useFinishSetup } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";

import { CreateServiceDialog } from "./create-service-dialog.tsx";
import { SetupCard } from "./setup-card.tsx";

interface ProjectSetupProps {
  project: ProjectKey;
  productName: string;
  setup: SetupProgress;
}

/** The steps of a product that is not set up yet, with what each of them opens. */
export function ProjectSetup({ project, productName, setup }: ProjectSetupProps) {
  const finish = useFinishSetup(project);
  const [isConnecting, setIsConnecting] = useState(false);
  return (
    <>
      <SetupCard
        productName={productName}
        setup={setup}
        settingsHref={href("projectSettings", { ...project })}
        isFinishing={finish.isPending}
        onConnect={() => setIsConnecting(true)}
        onFinish={() => finish.mutate()}
      />
      <CreateServiceDialog project={project} isOpen={isConnecting} onOpenChange={setIsConnecting} />
    </>
  );
}
