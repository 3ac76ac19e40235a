import * as pathTo from '#web/lib/router/path-to.ts'

export const introduction = {
  title: 'My Portfolio',
  text: 'The work of the developer of this shop, shown by the shop itself: the skills it took, the sources they were learned from, and the parts they became. All of it is at work in the shop you are looking at.',
} as const

export const skills = [
  {
    title: 'Interfaces',
    text: 'React 19 components that are rendered on the server and taken over by the browser, so that every public page can be read before any script runs.',
  },
  {
    title: 'Accessibility',
    text: 'Pages that work by keyboard alone, at every width and zoom, in light and dark, with names and messages that a screen reader can say.',
  },
  {
    title: 'Style sheets',
    text: 'Plain CSS in cascade layers. Each colour names its light and its dark value once, and no style is written into the markup.',
  },
  {
    title: 'Servers',
    text: 'TypeScript on Node.js without a build step, with one description of every call that route, client, forms and documents are made from.',
  },
  {
    title: 'Data',
    text: 'PostgreSQL, with the rules that must never break kept as constraints: stock does not fall below zero, and a transaction pays one order.',
  },
  {
    title: 'Security',
    text: 'A strict content policy, signed tokens that live for an hour, passwords hashed with Argon2id, and access that is checked on every request.',
  },
  {
    title: 'Tests',
    text: 'Unit tests beside the code, tests of the whole server on a real database, and journeys through the built shop in a real browser.',
  },
  {
    title: 'Speed',
    text: 'Pages and lists are kept ready and compressed until something changes, and the browser loads only the code of the page it shows.',
  },
] as const

/** Sources, each with its subject. */
export const education = [
  {
    source: 'React documentation',
    href: 'https://react.dev/',
    learned: 'components, hooks, hydration and what must stay pure',
  },
  {
    source: 'Web Content Accessibility Guidelines 2.2',
    href: 'https://www.w3.org/TR/WCAG22/',
    learned: 'contrast, target sizes, focus and errors that can be understood',
  },
  {
    source: 'ARIA Authoring Practices Guide',
    href: 'https://www.w3.org/WAI/ARIA/apg/',
    learned: 'how a carousel, an accordion and a dialog behave',
  },
  {
    source: 'PostgreSQL documentation',
    href: 'https://www.postgresql.org/docs/',
    learned: 'locks, isolation and statements that stay correct in a rush',
  },
  {
    source: 'RFC 9110, HTTP Semantics',
    href: 'https://www.rfc-editor.org/rfc/rfc9110',
    learned: 'methods, status codes, validators and caching',
  },
  {
    source: 'RFC 9457, Problem Details for HTTP APIs',
    href: 'https://www.rfc-editor.org/rfc/rfc9457',
    learned: 'failures that programs and people can both read',
  },
  {
    source: 'OpenID Connect Core 1.0',
    href: 'https://openid.net/specs/openid-connect-core-1_0.html',
    learned: 'signing in with an account from elsewhere',
  },
] as const

export const projects = [
  {
    title: 'The catalogue',
    text: 'All live parts, with search and paging by key. A search can be shared as a link, and the list works with JavaScript turned off too.',
    link: { text: 'Open the catalogue', to: pathTo.catalogue },
  },
  {
    title: 'Orders that never oversell',
    text: 'One SQL statement takes the units, writes the order and records both, or does nothing at all. However many people order at once, the last ten units go to one of them.',
    link: undefined,
  },
  {
    title: 'Payments that are proven',
    text: 'An order is paid when the card provider says so, never because a browser does. Reports may arrive twice, late or out of order; the result is the same.',
    link: undefined,
  },
  {
    title: 'A contract instead of a manual',
    text: 'The documentation of the API is made from the same objects that run it, so it cannot fall behind.',
    link: { text: 'Read the API documentation', to: '/api/docs' },
  },
  {
    title: 'The outside world on one machine',
    text: 'Stand-ins for the card provider, the mail server and the Google sign-in speak the real protocols, so the shop can be run and tested without any account.',
    link: undefined,
  },
] as const
