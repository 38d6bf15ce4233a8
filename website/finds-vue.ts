/**
 * Vite looks for Vue from the pages on, which are not below this folder. What renders them is, so that Node
 * finds it.
 */
export const findsVue = {
  name: "copydesk:finds-vue",
  enforce: "pre",
  resolveId(id: string, _importer: string | undefined, { ssr }: { ssr?: boolean }) {
    return ssr === true && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null;
  },
};
