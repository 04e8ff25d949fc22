import { useNavigate } from "@tanstack/react-router";

import { SshKeyForm } from "#web/features/keys/ssh-key-form.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { Page, PageHeader } from "#web/ui/page.tsx";

/** /user/settings/keys/new */
export function SshKeyCreateScreen() {
  usePageTitle("New SSH Key");
  const navigate = useNavigate();
  return (
    <Page width="narrow">
      <PageHeader title="New SSH Key" />
      <SshKeyForm onCreated={() => void navigate({ to: href("sshKeys") })} />
    </Page>
  );
}
