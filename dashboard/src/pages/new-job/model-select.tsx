import { Select } from "@mantine/core";
import type { ModelPage } from "../../../../sdk/src/generated-types.ts";
import { useApi } from "../../api/use-api.ts";

/** Lists the models that the project may use; unavailable ones show the reason. */
export function ModelSelect({
  projectId,
  value,
  onChange,
  error,
}: {
  projectId: string;
  value: string;
  onChange: (model: string) => void;
  error?: string;
}) {
  const { data } = useApi<ModelPage>(`/v2/agent/${projectId}/models`);
  const models = data?.data ?? [];
  const byDefault = models.find(({ isDefault }) => isDefault);
  const options = models.map(({ id, available, reason }) => ({
    value: id,
    label: available ? id : `${id} – ${reason ?? "not available"}`,
    disabled: !available,
  }));
  return (
    <Select
      label="Model"
      placeholder={byDefault === undefined ? "The project's model" : `${byDefault.id} (the project's)`}
      data={options}
      value={value === "" ? null : value}
      error={error}
      onChange={(model) => onChange(model ?? "")}
      clearable
      searchable={options.length > 8}
      nothingFoundMessage="No such model"
    />
  );
}
