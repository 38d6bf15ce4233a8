import { posix } from "node:path";
import type { Site } from "../model/site.ts";

/** Whether the generator makes a page of this path in the repository, without a file. */
export function isGenerated({ configuration }: Site, path: string): boolean {
  const { docsRoot, generatedPages, servesMarkdown } = configuration;
  if (generatedPages === undefined) return false;
  const route = posix.relative(docsRoot, path).toLowerCase();
  return (
    generatedPages.has(route) || (servesMarkdown === true && generatedPages.has(route.replace(/\.md$/, "")))
  );
}

/** Whether it may make one, of something that is not read. */
export function mayBeGenerated({ configuration }: Site, path: string): boolean {
  return configuration.generatedRoutes.some((route) => {
    const root = posix.join(configuration.docsRoot, route);
    return path === root || path.startsWith(`${root}/`);
  });
}
