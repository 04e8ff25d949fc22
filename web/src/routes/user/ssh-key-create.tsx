import { useNavigate } from "@tanstack/react-router";

import { SshKeyForm } from "#web/features/keys/ssh-key-form.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /user/settings/keys/new */
export function SshKeyCreateScreen() {
  usePageTitle("Add SSH Key");
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader
        title="Add SSH Key"
        description="The public half of your key pair. The private half stays on your computer."
      />
      <SshKeyForm onCreated={() => void navigate({ to: href("sshKeys") })} />
    </Page>
  );
}
