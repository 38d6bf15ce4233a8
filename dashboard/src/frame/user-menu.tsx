import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import {
  CheckIcon,
  DeviceDesktopIcon,
  GearIcon,
  MoonIcon,
  SignOutIcon,
  SunIcon,
} from "@primer/octicons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import { useAction } from "../api/use-api.ts";
import { pages } from "../routes.ts";
import { useMe } from "./me-context.ts";
import classes from "./user-menu.module.css";

const schemes = [
  { value: "light", label: "Light", Icon: SunIcon },
  { value: "dark", label: "Dark", Icon: MoonIcon },
  { value: "auto", label: "System", Icon: DeviceDesktopIcon },
] as const;

/** Shows the signed-in user, colour scheme, settings and sign-out. */
export function UserMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isShared = me.kind === "share_link";
  const signOut = useAction(() => (isShared ? api.delete("/v2/shared") : api.post("/v2/auth/sign-out")), {
    onSuccess: () => {
      client.clear();
      void navigate({ to: "/sign-in" as string });
    },
  });
  const name = isShared ? "Shared with you" : me.name;
  return (
    <Menu position="top-start" width={212} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Group gap={10} wrap="nowrap">
            <Avatar size={26} radius="xl" name={name} color="blue" aria-hidden="true" />
            <span className={classes.text}>
              <Text size="sm" fw={500} truncate component="span" display="block">
                {name}
              </Text>
              <Text size="xs" c="dimmed" truncate component="span" display="block">
                {isShared
                  ? "One job, to read"
                  : [me.role, me.organisations[0]?.name].filter(Boolean).join(" · ")}
              </Text>
            </span>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {me.email && <Menu.Label>{me.email}</Menu.Label>}
        {schemes.map(({ value, label, Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            checkIcon={<CheckIcon size={14} />}
            rightSection={<Icon size={14} />}
            onChange={() => setColorScheme(value)}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        {!isShared && pages.some(({ path }) => path === "/settings") && (
          <Menu.Item
            leftSection={<GearIcon size={14} />}
            onClick={() => void navigate({ to: "/settings" as string })}
          >
            Settings
          </Menu.Item>
        )}
        <Menu.Item leftSection={<SignOutIcon size={14} />} onClick={() => signOut.mutate()}>
          {isShared ? "Close the shared job" : "Sign out"}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
