import { shop } from '#web/content/shop.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { useOrigin } from '#web/lib/origin.tsx'

type PageHeadProps = {
  /** Page name for the document title. */
  page: string
  description: string
  /** Canonical path. */
  path: string
}

/** Metadata of a public page for browsers, search engines and link previews. */
export function PageHead({ page, description, path }: PageHeadProps) {
  const origin = useOrigin()
  const title = specifiedTexts.title(page)
  const address = origin + path
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${origin}/icons/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
