import { mobileNavigation } from '#web/content/shop.ts'

const moreLinks = [
  { text: 'Parts', to: '/products' },
  { text: 'Login', to: '/login' },
]

/** The phone's menu in browsers that run no scripts, where its dialog never opens. */
export const MenuWithoutScript = () => (
  <noscript>
    {import.meta.env.SSR && (
      <nav className="plain-menu wrap" aria-label="Menu">
        {[...mobileNavigation, ...moreLinks].map(({ text, to }) => (
          <a key={to} href={to}>
            {text}
          </a>
        ))}
      </nav>
    )}
  </noscript>
)
