/** Facts of the page for search engines, as JSON-LD: data that no browser executes. */
export function StructuredData({ data }: { data: object }) {
  // Text from the database must not end the script element it stands in.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json">{json}</script>
}
