import { shop } from '#web/content/shop.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { useOrigin } from '#web/lib/origin.tsx'

type PageHeadProps = {
  /** Names the page in its title. */
  page: string
  description: string
  /** The one address by which the page is to be found, from the root of the shop. */
  path: string
}

/** What a public page says about itself to browsers, search engines and whoever shares its address. */
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
