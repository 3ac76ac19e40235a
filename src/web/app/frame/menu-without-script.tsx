import { mobileNavigation } from '#web/content/shop.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** In place of the account, which only a script knows. */
export const LoginWithoutScript = () => (
  <noscript>
    {import.meta.env.SSR && (
      <ButtonLink to={pathTo.login} variant="ink" size="small">
        Login
      </ButtonLink>
    )}
  </noscript>
)

/** The phone's menu in browsers that run no scripts, where its dialog never opens. */
export const MenuWithoutScript = () => (
  <noscript>
    {import.meta.env.SSR && (
      <nav className="plain-menu wrap" aria-label="Menu">
        {[...mobileNavigation, { text: 'Parts', to: pathTo.catalogue }].map(({ text, to }) => (
          <a key={to} href={to}>
            {text}
          </a>
        ))}
      </nav>
    )}
  </noscript>
)
