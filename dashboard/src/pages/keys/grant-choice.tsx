import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { Fragment } from "react";
import { useMe } from "../../frame/me-context.ts";
import classes from "./grant-choice.module.css";

const scopes = [
  { value: "read", label: "read: get jobs, events and diffs" },
  { value: "write", label: "write: create jobs, send follow-ups, cancel, archive" },
];

/** Names of areas, such as `jobs` in `jobs:read`. */
const areaNames: Readonly<Record<string, string>> = {
  jobs: "Jobs",
  review: "Reviews",
  projects: "Projects",
  keys: "Keys",
  webhooks: "Webhooks",
  members: "Members",
  audit: "Audit log",
  usage: "Usage",
  settings: "Settings",
};

const rights = ["read", "write"] as const;

export interface GrantChoiceProps {
  isManagement: boolean;
  value: string[];
  onChange: (grants: string[]) => void;
}

/** Chooses what a key may do: scopes of an API key, permissions of a management key by area. */
export function GrantChoice({ isManagement, ...choice }: GrantChoiceProps) {
  if (isManagement) return <PermissionChoice {...choice} />;
  return (
    <Checkbox.Group label="Scopes" {...choice}>
      <Stack gap="xs" mt="xs">
        {scopes.map((scope) => (
          <Checkbox key={scope.value} {...scope} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Nobody can give a management key more permissions than they have. */
function PermissionChoice({ value, onChange }: Omit<GrantChoiceProps, "isManagement">) {
  const { permissions } = useMe();
  const areas = [...new Set(permissions.map((permission) => permission.split(":")[0]!))];
  const hasAll = value.length === permissions.length;
  return (
    <Checkbox.Group
      label={
        <Group justify="space-between" component="span">
          May
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(hasAll ? [] : [...permissions])}>
            {hasAll ? "Clear all" : "Choose all"}
          </Button>
        </Group>
      }
      labelProps={{ w: "100%" }}
      value={value}
      onChange={onChange}
    >
      <div className={classes.areas}>
        {areas.map((area) => (
          <Fragment key={area}>
            <Text size="sm">{areaNames[area] ?? area}</Text>
            {rights.map((right) => {
              const permission = `${area}:${right}`;
              const may = permissions.some((one) => one === permission);
              if (!may) return <span key={right} />;
              return <Checkbox key={right} value={permission} label={right} aria-label={permission} />;
            })}
          </Fragment>
        ))}
      </div>
    </Checkbox.Group>
  );
}
