import type { ComponentType } from "react";
import type { NavIcon } from "./frame/nav-icons.tsx";

/** `app`: with navigation, for whoever is signed in. `plain`: alone on the page, for everybody. */
export type Frame = "app" | "plain";

export interface Page {
  /** As TanStack Router writes it: `/projects/$projectId/keys`. */
  path: string;
  title: string;
  frame: Frame;
  /** Who lacks it does not see the page in the navigation, and is told so on the page. */
  permission?: string;
  /** Where it stands in the navigation; none: it is reached from other pages. */
  nav?: { group: "work" | "project" | "organisation" | "help"; icon: NavIcon };
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page, in the order of the navigation. Node reads this file too, when it builds: import types only. */
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
    path: "/sign-in",
    title: "Sign in",
    frame: "plain",
    load: () => import("./pages/sign-in/sign-in-page.tsx"),
  },
];
