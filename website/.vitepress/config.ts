import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { adaptPages } from "../adapt-pages.ts";
import { codeTheme, namesColours } from "../code-theme.ts";
import { findsVue } from "../finds-vue.ts";
import { readSidebar } from "../read-sidebar.ts";

const siteRoot = fileURLToPath(new URL("../..", import.meta.url));
const icon = readFileSync(`${siteRoot}dashboard/public/favicon.svg`, "utf8");

// What `copydesk check` has to know about the site is written as text: it reads this file and runs nothing.
export default {
  title: "Copydesk",
  description: "Self-hosted background documentation jobs",
  lang: "en",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  // It would add a style to the page, which the service's content security policy refuses.
  appearance: { disableTransition: false },
  // Relative, as each instance serves the site below an address of its own.
  base: "./",
  cleanUrls: true,
  srcDir: "..",
  srcExclude: [
    "dashboard/**",
    "deploy/**",
    "docs/SUMMARY.md",
    "examples/**",
    "integrations/**",
    "migrations/**",
    "scripts/**",
    "sdk/node_modules/**",
    "src/**",
    "test/**",
    "THIRD_PARTY_LICENSES.md",
    "website/**",
  ],
  rewrites: {
    "docs/README.md": "index.md",
    "docs/rules/README.md": "rules/index.md",
    "docs/:path*": ":path*",
    "README.md": "readme.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "sdk/README.md": "client.md",
    "bench/README.md": "benchmarks.md",
  },
  outDir: "dist",
  // In a file instead of in each page, where the content security policy would refuse it.
  metaChunk: true,
  router: { prefetchLinks: false },
  markdown: { theme: codeTheme, codeTransformers: [namesColours], config: adaptPages(siteRoot) },
  vite: { plugins: [findsVue] },
  transformHtml: (page: string) => page.replace(/ style="(?:position:relative|--vp-vh:0px);"/g, ""),
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Errors", link: "/errors" },
      { text: "Changelog", link: "/changelog" },
    ],
    sidebar: readSidebar(siteRoot),
  },
};
