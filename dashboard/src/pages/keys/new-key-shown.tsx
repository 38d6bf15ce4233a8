import { useMe } from "../../frame/me-context.ts";
import { instanceAddress } from "../../parts/instance-address.ts";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { SnippetTabs } from "../../parts/snippet-tabs.tsx";
import { keySnippets } from "./key-snippets.ts";

export interface NewKeyShownProps {
  keyText: string | null;
  projectId: string | null;
  onClose: () => void;
}

export function NewKeyShown({ keyText, projectId, onClose }: NewKeyShownProps) {
  const { publicUrl } = useMe();
  const origin = publicUrl ?? instanceAddress();
  return (
    <ShownOnce
      title="Your new key"
      what="API key"
      value={keyText}
      about="The service keeps a hash of the key only. Put it where your other secrets are, never into a repository."
      onClose={onClose}
    >
      {keyText !== null && <SnippetTabs snippets={keySnippets({ key: keyText, origin, projectId })} />}
    </ShownOnce>
  );
}
