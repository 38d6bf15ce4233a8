import type { ComponentType } from "react";
import type { Permission } from "./api/me.ts";
import type { NavIcon } from "./frame/nav-icons.tsx";

/**
 * `app`: with navigation, for signed-in users. `plain`: alone on the page, for everybody. `open`: for
 * everybody, with navigation for signed-in users.
 */
export type Frame = "app" | "open" | "plain";

export interface Page {
  /** In TanStack Router's notation: `/projects/$projectId/keys`. */
  path: string;
  title: string;
  frame: Frame;
  /** Users without it do not see the page in the navigation, and get a message on the page itself. */
  permission?: Permission;
  /** Place in the navigation; if omitted, the page is reached from other pages. */
  nav?: { group: "work" | "project" | "organisation" | "help"; icon: NavIcon };
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page, in the order of the navigation. Node reads this file too, at build time: import types only. */
export const pages: readonly Page[] = [
  {
    path: "/",
    title: "Inbox",
    frame: "app",
    permission: "jobs:read",
    nav: { group: "work", icon: "inbox" },
    load: () => import("./pages/inbox/inbox-page.tsx"),
  },
  {
    path: "/jobs",
    title: "Jobs",
    frame: "app",
    permission: "jobs:read",
    nav: { group: "work", icon: "list" },
    load: () => import("./pages/jobs/jobs-page.tsx"),
  },
  {
    path: "/projects/$projectId/jobs/$jobId",
    title: "Job",
    frame: "app",
    permission: "jobs:read",
    load: () => import("./pages/job/job-page.tsx"),
  },
  {
    path: "/projects/$projectId/jobs/$jobId/review",
    title: "Review",
    frame: "app",
    permission: "jobs:read",
    load: () => import("./pages/review/review-page.tsx"),
  },
  {
    path: "/projects/$projectId/pulls/$number",
    title: "Pull request",
    frame: "app",
    permission: "jobs:read",
    load: () => import("./pages/review/pull-page.tsx"),
  },
  {
    path: "/new",
    title: "New job",
    frame: "app",
    permission: "jobs:write",
    load: () => import("./pages/new-job/new-job-page.tsx"),
  },
  {
    path: "/sign-in",
    title: "Sign in",
    frame: "plain",
    load: () => import("./pages/sign-in/sign-in-page.tsx"),
  },
  {
    path: "/projects/new",
    title: "New project",
    frame: "app",
    permission: "projects:write",
    load: () => import("./pages/repository/new-project-page.tsx"),
  },
  {
    path: "/projects/$projectId/keys",
    title: "API keys",
    frame: "app",
    permission: "keys:read",
    nav: { group: "project", icon: "key" },
    load: () => import("./pages/keys/keys-page.tsx"),
  },
  {
    path: "/projects/$projectId/repository",
    title: "Repository",
    frame: "app",
    permission: "projects:read",
    nav: { group: "project", icon: "repo" },
    load: () => import("./pages/repository/repository-page.tsx"),
  },
  {
    path: "/projects/$projectId/rules",
    title: "Rules",
    frame: "app",
    permission: "projects:read",
    nav: { group: "project", icon: "rules" },
    load: () => import("./pages/rules/rules-page.tsx"),
  },
  {
    path: "/projects/$projectId/translations",
    title: "Translations",
    frame: "app",
    permission: "projects:read",
    nav: { group: "project", icon: "globe" },
    load: () => import("./pages/translations/translations-page.tsx"),
  },
  {
    path: "/projects/$projectId/webhooks",
    title: "Webhooks",
    frame: "app",
    permission: "webhooks:read",
    nav: { group: "project", icon: "webhook" },
    load: () => import("./pages/webhooks/webhooks-page.tsx"),
  },
  {
    path: "/projects/$projectId/triggers",
    title: "Triggers",
    frame: "app",
    permission: "projects:read",
    nav: { group: "project", icon: "trigger" },
    load: () => import("./pages/triggers/triggers-page.tsx"),
  },
  {
    path: "/outcomes",
    title: "Outcomes",
    frame: "app",
    permission: "usage:read",
    nav: { group: "organisation", icon: "graph" },
    load: () => import("./pages/outcomes/outcomes-page.tsx"),
  },
  {
    path: "/members",
    title: "Members",
    frame: "app",
    permission: "members:read",
    nav: { group: "organisation", icon: "people" },
    load: () => import("./pages/members/members-page.tsx"),
  },
  {
    path: "/audit",
    title: "Audit",
    frame: "app",
    permission: "audit:read",
    nav: { group: "organisation", icon: "log" },
    load: () => import("./pages/audit/audit-page.tsx"),
  },
  {
    path: "/settings",
    title: "Settings",
    frame: "app",
    nav: { group: "organisation", icon: "gear" },
    load: () => import("./pages/settings/settings-page.tsx"),
  },
  {
    path: "/reference",
    title: "API reference",
    frame: "open",
    nav: { group: "help", icon: "book" },
    load: () => import("./pages/reference/reference-page.tsx"),
  },
  {
    path: "/reference/$name",
    title: "API reference",
    frame: "open",
    load: () => import("./pages/reference/reference-page.tsx"),
  },
  {
    path: "/welcome",
    title: "Welcome",
    frame: "plain",
    load: () => import("./pages/welcome/welcome-page.tsx"),
  },
  {
    path: "/authorize",
    title: "Let an application in",
    frame: "plain",
    load: () => import("./pages/authorize/authorize-page.tsx"),
  },
  {
    path: "/sign-in-link",
    title: "Sign in",
    frame: "plain",
    load: () => import("./pages/sign-in-link/sign-in-link-page.tsx"),
  },
  {
    path: "/reset-password",
    title: "Choose a new password",
    frame: "plain",
    load: () => import("./pages/reset-password/reset-password-page.tsx"),
  },
  {
    path: "/invitation/$token",
    title: "Invitation",
    frame: "plain",
    load: () => import("./pages/invitation/invitation-page.tsx"),
  },
  {
    path: "/shared/$token",
    title: "Shared job",
    frame: "plain",
    load: () => import("./pages/shared/shared-page.tsx"),
  },
];
