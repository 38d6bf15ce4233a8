// Searches the documentation in the browser alone: the sections come from this service.
import MiniSearch from "./minisearch.js";

const root = document.querySelector("[data-docs-root]").dataset.docsRoot;
const input = document.querySelector("#search");
const list = document.querySelector("#results");
let index = null;

async function open() {
  index ??= fetch(`${root}/search.json`)
    .then((response) => response.json())
    .then((sections) => {
      const search = new MiniSearch({
        fields: ["heading", "page", "text"],
        storeFields: ["url", "page", "heading"],
        searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
      });
      search.addAll(sections);
      return search;
    });
  return await index;
}

function show(results) {
  list.replaceChildren(
    ...results.slice(0, 12).map(({ url, page, heading }) => {
      const link = Object.assign(document.createElement("a"), { href: url });
      link.textContent = heading === "" || heading === page ? page : `${page}: ${heading}`;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  list.hidden = input.value.trim() === "";
  if (results.length === 0 && !list.hidden) list.textContent = "Nothing found.";
}

input.hidden = false;
input.addEventListener("focus", open, { once: true });
input.addEventListener("input", async () => show((await open()).search(input.value.trim())));
