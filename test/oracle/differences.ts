/** Where the checks differ from the built site on purpose: the link's text, or `#id`, and the reason. */
export const differences: Record<"vitepress", Record<string, string>> = {
  vitepress: {
    L25: "HTML without the base leaves the site: where it leads is up to what else the host serves",
  },
};
