import type { Identity } from './identity.ts'

let loaded: Identity | undefined

/** The provider if it is loaded, so that a caller can open a popup within the click. */
export const identityIfLoaded = () => loaded

/** Loads the configured provider on first use. */
export async function loadIdentity(): Promise<Identity> {
  const { openIdentity } = await import('./open-identity.ts')
  loaded = await openIdentity()
  return loaded
}
