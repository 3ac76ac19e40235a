import { mobileNavigation } from '#web/content/shop.ts'

const links = [
  ...mobileNavigation,
  { text: 'Parts', to: '/products' },
  { text: 'Login', to: '/login' },
]

/** The phone's menu in browsers that run no scripts, where its dialog never opens. */
export const MenuWithoutScript = () => (
  <noscript>
    <nav className="plain-menu wrap" aria-label="Menu">
      {links.map(({ text, to }) => (
        <a key={to} href={to}>
          {text}
        </a>
      ))}
    </nav>
  </noscript>
)
