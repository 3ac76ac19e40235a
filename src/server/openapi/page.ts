import type { Endpoint } from '#contract/shared/endpoint.ts'
import { contract } from '#contract/index.ts'
import { problems } from '#contract/shared/problem.ts'
import { problemsOf, whatIsRead } from './document.ts'

type Operation = {
  parameters: { name: string; in: string; required?: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content: Record<string, { schema: unknown }> }>
}
type Document = { paths: Record<string, Record<string, unknown>> }

/** The API as one readable page: plain HTML, no script, so it needs no exception from the policy. */
export function documentPage(document: Document): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API-Auto Parts</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>Auto Parts API</h1>
<p>Every call the shop answers. Also as <a href="/api/openapi.json">OpenAPI 3.1</a>.
Send the access token as <code>Authorization: Bearer …</code>. Amounts are dollars.
${whatIsRead}</p>
<nav aria-label="Calls">${Object.entries(contract).map(tableOfContents).join('')}</nav>
${Object.entries(contract)
  .map(([feature, calls]) => section(feature, Object.values<Endpoint>(calls), document))
  .join('\n')}
<section><h2>Problems</h2>
<p>Failures are <code>application/problem+json</code> (RFC 9457); <code>code</code> is one of these.</p>
<dl>${Object.entries(problems)
    .toSorted(([, one], [, other]) => one.status - other.status)
    .map(
      ([code, { status, title }]) =>
        `<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${title}</dd>`,
    )
    .join('')}</dl>
</section>
</main>
</body>
</html>`
}

const anchor = (e: Endpoint) => `${e.method}-${e.path.replaceAll(/[^\w]+/g, '-')}`

const tableOfContents = ([feature, calls]: [string, object]) =>
  `<h2>${feature}</h2><ul>${Object.values(calls as Record<string, Endpoint>)
    .map((e) => `<li><a href="#${anchor(e)}"><b>${e.method}</b> ${e.path}</a></li>`)
    .join('')}</ul>`

const section = (feature: string, calls: Endpoint[], document: Document) =>
  `<section><h2>${feature}</h2>${calls.map((e) => call(e, document)).join('')}</section>`

function call(e: Endpoint, document: Document): string {
  // Safe: the document was made from the same contract, one operation for each call.
  const operation = document.paths[e.path]?.[e.method.toLowerCase()] as Operation
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(operation.responses['200']?.content ?? {})[0]?.schema
  const parameters = operation.parameters
    .map(
      ({ name, in: place, required }) =>
        `<li><code>${name}</code> in ${place}${required ? '' : ', optional'}</li>`,
    )
    .join('')
  const refusals = problemsOf(e)
    .map((code) => `<a href="#${code}">${code}</a>`)
    .join(', ')
  return `<article id="${anchor(e)}">
<h3><b>${e.method}</b> <code>/api${e.path}</code></h3>
<p>${e.summary}. <em>Access: ${e.access}.</em></p>
${parameters && `<h4>Parameters</h4><ul>${parameters}</ul>`}
${body ? `<h4>Body</h4>${schemaBlock(body)}` : ''}
<h4>Answer</h4>${schemaBlock(answer)}
<p>Refusals: ${refusals}</p>
</article>`
}

const schemaBlock = (schema: unknown) =>
  `<details><summary>Schema</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const documentStyle = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
body { margin: 0 }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem }
nav { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0 1.5rem }
nav h2 { grid-column: 1 / -1; font-size: 1rem; margin: 1rem 0 0 }
nav ul { grid-column: 1 / -1; margin: 0; padding: 0; list-style: none; columns: 15rem }
article { border-top: 1px solid; padding: .5rem 0 1rem }
pre { overflow: auto; padding: 1rem; border: 1px solid; border-radius: 8px }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
h4 { margin: .75rem 0 .25rem }
:target { outline: 3px solid #ffb000; outline-offset: 6px }
`
