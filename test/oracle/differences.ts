/** Where the checks differ from the built site on purpose: the link's text, or `#id`, and the reason. */
export const differences: Record<"vitepress" | "docusaurus" | "starlight", Record<string, string>> = {
  docusaurus: {
    L23: "pathname:// takes an address as it is: it is not looked at",
    L36: "the list of tags is only there when a post has one",
  },
  starlight: {},
  vitepress: {
    L25: "HTML without the base leaves the site: where it leads is up to what else the host serves",
  },
};
