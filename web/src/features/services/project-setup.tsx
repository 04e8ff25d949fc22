import type { SetupProgress } from "@cairn/contract/projects";
import { lazy, Suspense, useState } from "react";

import { useFinishSetup } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";

import { SetupCard } from "./setup-card.tsx";

/** The form is loaded when it is opened. */
const CreateServiceDialog = lazy(() =>
  import("./create-service-dialog.tsx").then((module) => ({ default: module.CreateServiceDialog })),
);

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
      {isConnecting && (
        <Suspense>
          <CreateServiceDialog project={project} isOpen onOpenChange={setIsConnecting} />
        </Suspense>
      )}
    </>
  );
}
