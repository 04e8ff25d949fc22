import { html } from "hono/html";

import { type Html, renderPage } from "./page-layout.ts";

interface ConsentPageParts {
  appName: string;
  /** Where the pages of this sign-in lie, without a slash at the end. */
  path: string;
  /** What the application calls itself. */
  clientName: string;
  /** Whose account it would use. */
  email: string;
}

interface ConsentParts extends ConsentPageParts {
  organizationName: string;
  projectName: string;
  /** Whether agents may create tasks of the product, move them and tick their criteria. */
  agentsWriteTasks: boolean;
  /** What exactly is allowed; sent back, so that nothing else is. */
  audience: string;
  /** Where the browser is sent afterwards, in words. */
  destination: string;
}

/** The page that asks whether an application may read a product. */
export function renderConsent(page: ConsentParts): Html {
  const { appName, path, clientName, email } = page;
  const content = html`<p class="intro">
      <strong>${clientName}</strong> asks to read <strong>${page.projectName}</strong> of
      <strong>${page.organizationName}</strong>${page.agentsWriteTasks ? " and to change its tasks" : ""} as ${email}.
    </p>
    <ul>
      <li>It may read and search what you can read of this product.</li>
      <li>It may ask questions about it.</li>
      ${page.agentsWriteTasks ? describeWriting() : describeReading()}
      <li>It may read no other product.</li>
    </ul>
    <p class="intro">You then go on to ${page.destination}.</p>
    <p class="alert">
      Nobody has checked that this application is what it calls itself. Allow it only if you have just started this
      yourself.
    </p>
    <form method="post" action="${path}/allow">
      <input type="hidden" name="audience" value="${page.audience}" />
      <button type="submit">Allow</button>
    </form>
    ${cancelForm(path)} ${otherAccount(path)}`;
  return renderPage({ appName, title: `Allow ${clientName}?`, content });
}

function describeWriting(): Html {
  return html`<li>
      It may create tasks of this product, move them between Backlog, Todo and In Progress, and tick their criteria, in
      your name.
    </li>
    <li>It may push changes of the code for review, each to a branch of its own. It cannot merge them.</li>
    <li>It may change nothing else. An Owner or Admin can end this at any time.</li>`;
}

/** Says what may come as well: nobody is asked again when it is switched on. */
function describeReading(): Html {
  return html`<li>
    It may change nothing. If an Owner or Admin lets agents change tasks of this product later, it may also create
    tasks, move them, tick their criteria, and push changes of the code for review, in your name.
  </li>`;
}

/** Shown when the product does not exist or the person may not read it; the two look the same. */
export function renderNoProduct({ appName, path, clientName, email }: ConsentPageParts): Html {
  const content = html`<p class="intro">
      <strong>${clientName}</strong> asks for a product that does not exist, or that ${email} cannot open.
    </p>
    <p>Check the address of the MCP server in the application, or ask somebody in your team to invite you.</p>
    ${cancelForm(path)} ${otherAccount(path)}`;
  return renderPage({ appName, title: "There is no such product", content });
}

function cancelForm(path: string): Html {
  return html`<form method="post" action="${path}/cancel">
    <button type="submit" class="quiet">Cancel</button>
  </form>`;
}

function otherAccount(path: string): Html {
  return html`<p class="other"><a href="${path}/sign-in">Use another account</a></p>`;
}
