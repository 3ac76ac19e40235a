import { shop } from '#web/content/shop.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

export type Thing = { '@type': string | readonly string[]; [property: string]: unknown }

/** A JSON-LD document with several items. */
export const graph = (...things: readonly Thing[]) => ({
  '@context': 'https://schema.org',
  '@graph': things,
})

export const organization = (origin: string): Thing => ({
  '@type': ['Organization', 'AutoPartsStore'],
  '@id': `${origin}/#organization`,
  name: shop.name,
  url: `${origin}/`,
  logo: `${origin}/icons/icon-512.png`,
  image: `${origin}/icons/share.png`,
  telephone: shop.phone.text,
  email: shop.mail.text,
  address: shop.address,
  openingHours: shop.hours.map(({ days, opens, closes }) => {
    const twoLetters = days.replaceAll(/[a-z]{3}/gi, (day) => day.slice(0, 2))
    return `${twoLetters} ${opens}-${closes}`
  }),
})

export interface Crumb {
  name: string
  path: string
}

/** The pages from Home to the page itself, the last one. */
export const breadcrumbs = (origin: string, ...pages: readonly Crumb[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: pathTo.home }, ...pages].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})

type Question = { title: string; description: string }

export const questions = (items: readonly Question[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ title, description }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: description },
  })),
})
