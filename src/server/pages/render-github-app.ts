import type { GithubAppSetup, MadeGithubApp } from "../github-app-setup.ts";
import { type Html, html, nothing } from "./html.ts";

/** Renders the form that the browser posts to GitHub. */
export function renderAppForm({ projectName, organization, form, replaces }: GithubAppSetup): Html {
  const owner = organization ?? "whoever is signed in there";
  return frame(
    projectName,
    "Create a GitHub App for Copydesk",
    html`<p>GitHub shows what the App may do and asks for its name. It will belong to ${owner}; its key comes to Copydesk by itself.</p>
${replaces === null ? nothing : html`<p>It takes the place of the App ${replaces}, whose key Copydesk then forgets.</p>`}
<form method="post" action="${form.action}"><input type="hidden" name="manifest" value="${form.manifest}"><button>Make the App on GitHub</button></form>`,
  );
}

/** Renders the remaining steps once the App's key is stored. */
export function renderAppMade(projectName: string, { id, url }: MadeGithubApp): Html {
  return frame(
    projectName,
    "The GitHub App is made",
    html`<p>Copydesk has the key of the App ${id}. One step is left: <a href="${url}/installations/new">install it</a> on the repository.</p>`,
  );
}

/** Explains why no App was created. The link is relative: a proxy may serve the service under a path. */
export function renderAppRefused(
  projectName: string,
  { reason, token }: { reason: string; token: string },
): Html {
  return frame(
    projectName,
    "The GitHub App could not be fetched",
    html`<p>${reason}</p>
<p>Nothing was stored. Reload this page to ask GitHub once more. If that does not help, delete the new App on GitHub, if it is there, and <a href="../${token}">start again</a>.</p>`,
  );
}

function frame(projectName: string, title: string, content: Html): Html {
  return html`
<header class="top"><span class="brand">Copydesk</span><span class="project">${projectName}</span></header>
<main class="setup">
<h1>${title}</h1>
${content}
</main>`;
}
