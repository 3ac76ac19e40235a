import type { socialLinks } from '#web/content/shop.ts'

type SocialName = (typeof socialLinks)[number]['name']

const paths: Record<SocialName, string> = {
  Facebook: 'M14 8h3V4h-3c-2.8 0-4.5 1.8-4.5 4.6V11H7v4h2.5v7h4v-7h3l.6-4h-3.6V9c0-.7.2-1 .5-1z',
  LinkedIn:
    'M4 9h4v12H4zM6 3a2.2 2.2 0 1 1 0 4.4A2.2 2.2 0 0 1 6 3zM10.5 9h3.8v1.7c.7-1.2 2-2 3.7-2 3 0 4 1.9 4 5V21h-4v-6.5c0-1.6-.5-2.5-1.8-2.5s-1.7 1-1.7 2.5V21h-4z',
  X: 'M4 4h4.6l4 5.6L17.3 4H20l-6.1 7.3L20.6 20H16l-4.4-6-5.1 6H3.8l6.5-7.7z',
  YouTube:
    'M21.5 7.5c-.2-1.2-1-2-2.2-2.2C17.5 5 12 5 12 5s-5.5 0-7.3.3c-1.2.2-2 1-2.2 2.2-.3 1.5-.3 4.5-.3 4.5s0 3 .3 4.5c.2 1.2 1 2 2.2 2.2 1.8.3 7.3.3 7.3.3s5.5 0 7.3-.3c1.2-.2 2-1 2.2-2.2.3-1.5.3-4.5.3-4.5s0-3-.3-4.5zM10 15.2V8.8l5.5 3.2z',
}

export function SocialGlyph({ name }: { name: SocialName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
