import { companyDetails } from '#contract/shared/company-details.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

/**
 * Facts about the shop, used by every page. Name and address are in the contract's company details.
 */
export const shop = {
  name: companyDetails.name,
  phone: { text: '+1 555 010 0100', href: 'tel:+15550100100' },
  mail: { text: 'shop@autoparts.example', href: 'mailto:shop@autoparts.example' },
  address: companyDetails.address,
  // In the shop's time zone.
  // specification: 'opening hours (Mon-Fri 08:00-20:00, Sat-Sun 09:00-18:00)'
  hours: [
    { days: 'Mon-Fri', opens: '08:00', closes: '20:00' },
    { days: 'Sat-Sun', opens: '09:00', closes: '18:00' },
  ],
  facts: ['Shipping is free above $100', 'Support around the clock', 'Open seven days a week'],
} as const

// specification: 'Navigation: 'Home', 'Blogs', 'About', 'Contact Us', 'My Portfolio'.'
export const navigation = [
  { text: 'Home', to: pathTo.home },
  { text: 'Blogs', to: pathTo.blogs },
  { text: 'About', to: pathTo.about },
  { text: 'Contact Us', to: pathTo.contact },
  { text: 'My Portfolio', to: pathTo.portfolio },
] as const

export const mobileNavigation = [
  { text: 'Home', to: pathTo.home },
  { text: 'About', to: pathTo.about },
  { text: 'Contact Us', to: pathTo.contact },
] as const

/** The button of the car, until one is chosen. */
export const chooseCarText = 'Choose your car'

/** Beside the navigation, whose entries the specification fixes. */
export const catalogueLink = 'Products'

export const serviceLinks = [
  { text: 'All parts and prices', to: pathTo.catalogue },
  { text: 'Shipping and payment', to: `${pathTo.about}#shipping-charge` },
  { text: 'Customer support', to: pathTo.contact },
] as const

// specification: 'company links ('About us', 'Contact', 'Blogs')'
export const companyLinks = [
  { text: 'About us', to: pathTo.about },
  { text: 'Contact', to: pathTo.contact },
  { text: 'Blogs', to: pathTo.blogs },
] as const

/** Pages whose text is the owner's. */
export const ownersPages = [
  { text: 'Privacy', to: pathTo.privacy },
  { text: 'Terms', to: pathTo.terms },
  { text: 'Returns', to: pathTo.returns },
  { text: 'Legal notice', to: pathTo.legalNotice },
] as const

/** A network with a glyph in `social-glyphs.svg`. */
export interface SocialLink {
  name: 'Facebook' | 'LinkedIn' | 'X' | 'YouTube'
  href: string
}

/** The owner's pages in social networks. Placeholders, like the other contact details of the demo shop. */
// specification: 'social icons'
export const socialLinks: readonly SocialLink[] = [
  { name: 'Facebook', href: 'https://www.facebook.com/autoparts.example' },
  { name: 'LinkedIn', href: 'https://www.linkedin.com/company/autoparts.example' },
  { name: 'X', href: 'https://x.com/autoparts_example' },
  { name: 'YouTube', href: 'https://www.youtube.com/@autoparts.example' },
]
