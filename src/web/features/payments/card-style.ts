import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useMediaQuery } from '#web/lib/browser/media-query.ts'
import { useTheme } from '#web/lib/browser/theme.ts'

type Scheme = 'light' | 'dark'

/** Styles for the card element, whose iframe does not inherit the shop's style sheets. */
export function useCardStyle() {
  const [theme] = useTheme()
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', { onServer: false })
  const systemScheme = systemIsDark ? 'dark' : 'light'
  const scheme = theme === 'system' ? systemScheme : theme
  return useMemo(() => cardStyle(scheme), [scheme])
}

function cardStyle(scheme: Scheme): NonNullable<StripeCardElementOptions['style']> {
  const [ink, quiet, danger] = coloursOf(['--ink', '--ink-3', '--danger'], scheme)
  return {
    base: {
      color: ink ?? '',
      iconColor: quiet ?? '',
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: quiet ?? '' },
    },
    invalid: { color: danger ?? '', iconColor: danger ?? '' },
  }
}

/** Custom properties contain `light-dark(…)`; a computed colour resolves it. */
function coloursOf(tokens: readonly string[], scheme: Scheme) {
  const probe = document.createElement('span')
  probe.style.colorScheme = scheme
  document.body.append(probe)
  const colours = tokens.map((token) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  return colours
}
