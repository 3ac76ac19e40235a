import glyphs from '#web/assets/drawings/social-glyphs.svg?no-inline'
import type { SocialLink } from '#web/content/shop.ts'

/** Icons of the owner's pages in social networks; nothing without any. */
export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  if (links.length === 0) return null
  return (
    <ul className="social-links">
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href} aria-label={name} rel="noreferrer">
            <svg aria-hidden="true">
              <use href={`${glyphs}#${name}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
