import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { PublicConfig } from '#contract/shop.ts'

let loading: Promise<Stripe | null> | undefined

/** Loads the card provider's script once; retries on the next call after a failure. */
export function loadCards(cards: PublicConfig['cards']): Promise<Stripe | null> {
  loading ??= load(cards).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** loadStripe has a fixed URL but uses `window.Stripe` if another script has defined it. */
async function load({ publishableKey, scriptUrl }: PublicConfig['cards']) {
  if (scriptUrl && !('Stripe' in window)) await addScript(scriptUrl)
  return loadStripe(publishableKey)
}

function addScript(src: string) {
  return new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${src} could not be loaded`))
    })
    document.head.append(script)
  })
}
