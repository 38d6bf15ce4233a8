import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { basePath } from "./base-path.ts";
import { AppFrame } from "./frame/app-frame.tsx";
import { OpenFrame } from "./frame/open-frame.tsx";
import { PageError } from "./frame/page-error.tsx";
import { PageNotFound } from "./frame/page-not-found.tsx";
import { PagePending } from "./frame/page-pending.tsx";
import { PlainFrame } from "./frame/plain-frame.tsx";
import { type Frame, pages } from "./routes.ts";

/** Creates one route for each line of `routes.ts`, inside the frame that it names. */
export function createDashboardRouter() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: PageNotFound });
  const frames = { app: AppFrame, open: OpenFrame, plain: PlainFrame } as const;
  const branches = Object.entries(frames).map(([id, component]) => {
    const frame = createRoute({ getParentRoute: () => root, id, component });
    const inFrame = pages.filter((page) => page.frame === (id as Frame));
    return frame.addChildren(
      inFrame.map((page) =>
        createRoute({
          getParentRoute: () => frame,
          path: page.path,
          component: lazyRouteComponent(page.load),
        }),
      ),
    );
  });
  return createRouter({
    routeTree: root.addChildren(branches),
    basepath: basePath === "" ? "/" : basePath,
    defaultPreload: "intent",
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    // Plain strings both ways: `?q=5` stays text, and a token is never taken for a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
      const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}
