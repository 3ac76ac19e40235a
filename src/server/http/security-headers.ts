import type { Config } from '../config/config.ts'

const stripeScripts = 'https://js.stripe.com'
const stripeFrames = 'https://js.stripe.com https://hooks.stripe.com'

const openerPolicy = 'cross-origin-opener-policy'

/**
 * The security headers of every response, made once: a general middleware halved the throughput. `styles`
 * are the hashes of the inline styles of the pages.
 */
export function securityHeaders(
  config: Config,
  styles: readonly string[] = [],
): (path: string) => Record<string, string> {
  const headers = headersOf(config, styles)
  const { [openerPolicy]: _, ...withoutOpenerPolicy } = headers
  // The popup that ends a Google login must keep its link to the opener.
  return (path) => (path.startsWith('/auth/complete') ? withoutOpenerPolicy : headers)
}

function headersOf(config: Config, styles: readonly string[]): Record<string, string> {
  return {
    // Vite's development client runs inline scripts and adds inline styles.
    ...(!config.DEV && contentPolicies(config, styles)),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    [openerPolicy]: 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    ...(config.production && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

function contentPolicies(config: Config, styles: readonly string[]): Record<string, string> {
  const sandbox = config.STRIPE_JS_URL ? ` ${new URL(config.STRIPE_JS_URL).origin}` : ''
  const pictures = spaced(pictureSources(config))
  const identity = identitySources(config)
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${stripeScripts}${sandbox}${spaced(identity.scripts)}`,
      `style-src 'self'${spaced(styles)}`,
      "font-src 'self'",
      `img-src 'self' data: blob:${pictures}`,
      `connect-src 'self' https://api.stripe.com${sandbox}${spaced(identity.calls)}`,
      `frame-src ${stripeFrames}${sandbox}${spaced(identity.frames)}`,
      "form-action 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // Report only: the card provider's script may violate it.
    'content-security-policy-report-only': "require-trusted-types-for 'script'",
  }
}

/** The origin of the image store, if browsers load pictures from it directly. */
export const imageOriginOf = ({ images }: Pick<Config, 'images'>): string | undefined =>
  images.kind !== 'disk' && images.publicUrl ? new URL(images.publicUrl).origin : undefined

const pictureSources = (config: Config) => {
  const store = imageOriginOf(config)
  return [...(store ? [store] : []), ...config.IMAGE_HOSTS.map((host) => `https://${host}`)]
}

/**
 * Origins that the hosted identity provider's SDK uses: its API, and for Google's login a script with a
 * frame of the project's pages, which receives the result of the popup.
 */
function identitySources({ identity }: Config) {
  if (identity.kind !== 'firebase') return { scripts: [], calls: [], frames: [] }
  const { authDomain, google, emulatorUrl } = identity
  return {
    scripts: google ? ['https://apis.google.com'] : [],
    calls: emulatorUrl
      ? [emulatorUrl]
      : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frames: google ? [emulatorUrl ?? `https://${authDomain}`] : [],
  }
}

const spaced = (sources: readonly string[]) => sources.map((source) => ` ${source}`).join('')
