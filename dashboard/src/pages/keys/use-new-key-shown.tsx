import { useMe } from "../../frame/me-context.ts";
import { instanceAddress } from "../../parts/instance-address.ts";
import { SnippetTabs } from "../../parts/snippet-tabs.tsx";
import { type OnceDialog, useShownOnce } from "../../parts/use-shown-once.tsx";
import { keySnippets } from "./key-snippets.ts";

const words = {
  title: "Your new key",
  what: "API key",
  about:
    "The service keeps a hash of the key only. Put it where your other secrets are, never into a repository.",
};

/** Shows a key once, with commands to try it. */
export function useNewKeyShown(projectId: string | null): OnceDialog {
  const { publicUrl } = useMe();
  const origin = publicUrl ?? instanceAddress();
  return useShownOnce(words, (key) => <SnippetTabs snippets={keySnippets({ key, origin, projectId })} />);
}
