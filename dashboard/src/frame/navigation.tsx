import { AppShell, Badge, Group, NavLink, ScrollArea, Text } from "@mantine/core";
import { PencilIcon, QuestionIcon } from "@primer/octicons-react";
import { useLocation } from "@tanstack/react-router";
import { countOf, type Inbox, inboxPath } from "../api/inbox.ts";
import { useApi } from "../api/use-api.ts";
import { basePath } from "../base-path.ts";
import { LinkButton, NavLine, PlainLink } from "../parts/links.tsx";
import { type Page, pages } from "../routes.ts";
import layout from "./app-layout.module.css";
import { Brand } from "./brand.tsx";
import { useCan, useMe } from "./me-context.ts";
import { navIcons } from "./nav-icons.tsx";
import classes from "./navigation.module.css";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { useProject } from "./use-project.ts";
import { UserMenu } from "./user-menu.tsx";

const groups = [
  { id: "work", label: null },
  { id: "project", label: "Project" },
  { id: "organisation", label: "Organisation" },
  { id: "help", label: "Help" },
] as const;

export function Navigation({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const { projectId } = useProject();
  const isShared = me.kind === "share_link";
  const shown = (page: Page) => page.permission === undefined || me.permissions.includes(page.permission);
  return (
    <nav aria-label="Main" className={classes.nav}>
      <AppShell.Section className={classes.top}>
        <Group justify="space-between" wrap="nowrap" mb="sm">
          <PlainLink to="/" className={layout.brand}>
            <Brand />
          </PlainLink>
          <button type="button" className={classes.close} onClick={onClose} aria-label="Close the navigation">
            ×
          </button>
        </Group>
        {!isShared && <ProjectSwitcher />}
        <NewJobButton />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} type="auto" scrollbarSize={6}>
        {!isShared &&
          groups.map(({ id, label }) => {
            const lines = pages.filter((page) => page.nav?.group === id && shown(page));
            if (lines.length === 0 || (id === "project" && projectId === null)) return null;
            return (
              <div key={id} className={classes.group}>
                {label && (
                  <Text className={classes.label} component="h2">
                    {label}
                  </Text>
                )}
                {lines.map((page) => (
                  <Line key={page.path} page={page} projectId={projectId} />
                ))}
                {id === "help" && <Documentation />}
              </div>
            );
          })}
      </AppShell.Section>
      <AppShell.Section className={classes.bottom}>
        <UserMenu />
      </AppShell.Section>
    </nav>
  );
}

function NewJobButton() {
  const mayWrite = useCan("jobs:write");
  if (!mayWrite || !pages.some(({ path }) => path === "/new")) return null;
  return (
    <LinkButton
      to="/new"
      fullWidth
      mt="xs"
      size="sm"
      variant="default"
      leftSection={<PencilIcon size={14} />}
    >
      New job
    </LinkButton>
  );
}

function Line({ page, projectId }: { page: Page; projectId: string | null }) {
  const { pathname } = useLocation();
  const to = page.path.replace("$projectId", projectId ?? "");
  const Icon = navIcons[page.nav!.icon];
  const isHere = to === "/" ? pathname === "/" : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <NavLine
      to={to}
      label={page.title}
      active={isHere}
      aria-current={isHere ? "page" : undefined}
      leftSection={<Icon size={16} />}
      rightSection={page.path === "/" ? <Waiting /> : undefined}
      className={classes.line}
    />
  );
}

/** Links to the service's own pages, which are not part of this application. */
function Documentation() {
  return (
    <NavLink
      href={`${basePath}/docs`}
      label="Documentation"
      leftSection={<QuestionIcon size={16} />}
      className={classes.line}
    />
  );
}

/** Number of changes that wait for review. */
function Waiting() {
  const { data } = useApi<Inbox>(inboxPath);
  if (!data || data.review.length === 0) return null;
  const count = countOf(data, "review");
  return (
    <Badge size="sm" variant="default" className={classes.count} aria-label={`${count} waiting for review`}>
      {count}
    </Badge>
  );
}
