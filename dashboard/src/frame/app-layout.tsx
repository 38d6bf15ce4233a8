import { AppShell, Burger, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { PlainLink } from "../parts/links.tsx";
import classes from "./app-layout.module.css";
import { Brand } from "./brand.tsx";
import { Navigation } from "./navigation.tsx";
import { PageGuard } from "./page-guard.tsx";
import { useTitle } from "./page-title.ts";
import { RunningJobs } from "./running-jobs.tsx";

/** Navigation next to the page; on a phone it opens from a bar above. */
export function AppLayout() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // Keyboard and screen-reader users continue at the top of the new page, not at the link that led there.
  useEffect(() => {
    close();
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname, close]);
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, md: 0 } }}
      navbar={{ width: 236, breakpoint: "md", collapsed: { mobile: !opened } }}
      transitionDuration={120}
    >
      <a href="#main" className={classes.skip}>
        Skip to the page
      </a>
      <AppShell.Header hiddenFrom="md" className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} size="sm" aria-label="Navigation" aria-expanded={opened} />
          <PlainLink to="/" className={classes.brand}>
            <Brand />
          </PlainLink>
          <Title />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar}>
        <Navigation onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} ref={main} className={classes.main}>
        <PageGuard>
          <Outlet />
        </PageGuard>
      </AppShell.Main>
      <RunningJobs />
    </AppShell>
  );
}

function Title() {
  return (
    <Text size="sm" fw={500} truncate aria-hidden="true">
      {useTitle()}
    </Text>
  );
}
