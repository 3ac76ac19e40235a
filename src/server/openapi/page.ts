import { problems } from '#contract/shared/problem.ts'
import { whatIsRead } from './document.ts'

/** The frame of the API's page, with the problems. A script shows the calls, from the document. */
export function documentPage(isDev: boolean): string {
  // In development Vite compiles it, as the scripts of other pages.
  const script = `/openapi-page.${isDev ? 'ts' : 'js'}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API-Auto Parts</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/openapi-page.css">
<script type="module" src="${script}"></script>
</head>
<body>
<header>
<h1>Auto Parts API</h1>
<p>Every call the shop answers. Also as <a href="/api/openapi.json">OpenAPI 3.1</a>.
Send the access token as <code>Authorization: Bearer …</code>. Amounts are dollars.
${whatIsRead}</p>
<p>To try a call, enter a token with <b>Authorize</b>, open the call and press <b>Try it out</b>.
It is made in this shop, so changes are real. The page forgets the token when it is left.</p>
<details><summary>Problems</summary>
<p>Failures are <code>application/problem+json</code> (RFC 9457); <code>code</code> is one of these.</p>
<dl>${Object.entries(problems)
    .toSorted(([, one], [, other]) => one.status - other.status)
    .map(
      ([code, { status, title }]) =>
        `<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${title}</dd>`,
    )
    .join('')}</dl>
</details>
<h2>Calls</h2>
</header>
<div id="calls"><main>The list of calls needs JavaScript.
Without it, <a href="/api/openapi.json">the OpenAPI document</a> has all of them.</main></div>
</body>
</html>`
}
