/** An `astro.config.mjs` of Starlight with these plugins, and more settings of Astro in front. */
export const starlight = (plugins: string, markdown = "") => `import starlight from "@astrojs/starlight";
import blog from "starlight-blog";
import validator from "starlight-links-validator";
import changes from "starlight-changes";
import rehypeSlug from "rehype-slug";
import { satteri } from "@astrojs/markdown-satteri";
import { ownLinks } from "./own-links.ts";
export default defineConfig({ ${markdown} integrations: [starlight({ title: "T", plugins: [${plugins}] })] });
`;

/** The beginning of a page. */
export const page = "---\ntitle: T\n---\n\n";
