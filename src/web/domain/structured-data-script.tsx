import { useHydrated } from '#web/lib/browser/hydrated.ts'

/**
 * JSON-LD for search engines. Rendered by the server only: crawlers read its HTML, and creating a
 * script element in the browser would violate Trusted Types. Undefined data, of a page that builds
 * it on the server only, keeps what the server rendered.
 */
export function StructuredData({ data }: { data: object | undefined }) {
  if (useHydrated()) return undefined
  // Escapes `<`, so that text from the database cannot close the script element.
  const json = data ? JSON.stringify(data).replaceAll('<', String.raw`\u003c`) : ''
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {json}
    </script>
  )
}
