import { shop } from '#web/content/shop.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { useOrigin } from '#web/lib/origin.tsx'

type PageHeadProps = {
  /** Page name for the document title. */
  page: string
  description: string
  /** Canonical path. */
  path: string
  /** The address of a picture for link previews, if the page is about one thing. */
  image?: string | undefined
}

/** Metadata of a public page for browsers, search engines and link previews. */
export function PageHead({ page, description, path, image }: PageHeadProps) {
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
      <meta property="og:image" content={new URL(image ?? '/icons/share.png', origin).href} />
      {!image && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
