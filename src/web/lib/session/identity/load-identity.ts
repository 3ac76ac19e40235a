import type { Identity } from './identity.ts'

let loaded: Identity | undefined

/** The provider, once it is loaded: then its calls start within the click that makes them. */
export const loadedIdentity = () => loaded

/** Loads the provider when it is first needed: no page needs it to be shown. */
export async function loadIdentity(): Promise<Identity> {
  const { openIdentity } = await import('./open-identity.ts')
  loaded = await openIdentity()
  return loaded
}
