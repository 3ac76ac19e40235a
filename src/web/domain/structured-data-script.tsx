import { useHydrated } from '#web/lib/browser/hydrated.ts'

/**
 * Facts of the page for search engines, as JSON-LD: data that no browser executes. They read what
 * the server sent, so the browser, which guards its script elements, need not make any.
 */
export function StructuredData({ data }: { data: object }) {
  if (useHydrated()) return undefined
  // Text from the database must not end the script element it stands in.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json">{json}</script>
}
