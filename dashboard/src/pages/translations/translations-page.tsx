import { Loader, Stack } from "@mantine/core";
import { GlobeIcon } from "@primer/octicons-react";
import { type TranslationList, type TranslationState, translationsPath } from "../../api/translations.ts";
import { useApi } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { useProject } from "../../frame/use-project.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { LanguageCard } from "./language-card.tsx";

export default function TranslationsPage() {
  const { projectId } = useProject();
  const mayStart = useCan("jobs:write");
  const { data, error } = useApi<TranslationList>(projectId && translationsPath(projectId));
  if (projectId === null) return null;
  return (
    <PageBody>
      <PageHeader
        title="Translations"
        description="Pages whose source has changed since they were translated. A job updates the blocks that changed and leaves every other block as it is."
      />
      {error && <ErrorAlert error={error} title="The translations cannot be compared" />}
      {!data && !error && (
        <EmptyState icon={<Loader size={24} />} title="Reading the repository">
          Every translated page is compared with its source. The first time this may take a minute.
        </EmptyState>
      )}
      {data?.data.length === 0 && (
        <EmptyState icon={<GlobeIcon size={24} />} title="No translations yet">
          Pages in folders such as <code>docs/fr/</code>, or with names such as <code>guide.fr.md</code>, are
          compared with their sources here, block by block.
        </EmptyState>
      )}
      <Stack gap="lg">
        {data?.data.toSorted(byStale).map((state) => (
          <LanguageCard key={state.language} projectId={projectId} state={state} mayStart={mayStart} />
        ))}
      </Stack>
    </PageBody>
  );
}

/** Puts languages with the most work first. */
function byStale(one: TranslationState, other: TranslationState): number {
  return other.stale.length - one.stale.length || one.language.localeCompare(other.language);
}
