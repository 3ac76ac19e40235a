import { openBrowser } from '../../../sandbox/testing.ts'
import type { Browser } from './browser-at.ts'

const zoe = { email: 'zoe@example.com', name: 'Zoe Park' }

/** Begins a login with Google and chooses an account. Returns the callback address of the shop. */
export async function signInWithGoogle(ask: Browser, sandbox: { url: string }, account = zoe) {
  const answer = await ask('sign-in/social', { provider: 'google', callbackURL: '/dashboard' })
  const { url } = (await answer.json()) as { url: string }
  const visit = openBrowser(sandbox)
  const chooser = await visit(url)
  const back = await visit(chooser.url.href, account)
  return { asked: new URL(url).searchParams, end: back.url }
}
