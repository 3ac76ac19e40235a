import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { secretKey, webhookSecret } from './keys.ts'
import { startSandbox } from './sandbox.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'

/** Starts a sandbox that is stopped after the test. */
export async function sandboxForTest(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ retry: { attempts: 20, firstDelayMs: 1 }, ...options })
  onTestFinished(sandbox.stop)
  return sandbox
}

/** The official SDK, configured for the sandbox as the shop does. */
export function connect({ url }: Sandbox, key = secretKey): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
}

/** Sends form fields without a header, as a browser does. */
export const browserPost = (
  { url }: Sandbox,
  path: string,
  fields: Record<string, string>,
): Promise<Response> =>
  fetch(`${url}/v1${path}`, { method: 'POST', body: new URLSearchParams(fields) })

/** A webhook endpoint that verifies signatures. It responds with `statuses` in turn, then with 200. */
export async function webhookEndpoint(statuses: number[] = []) {
  const received: Stripe.Event[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const signature = String(request.headers['stripe-signature'])
      received.push(Stripe.webhooks.constructEvent(body, signature, webhookSecret))
      response.writeHead(statuses.shift() ?? 200).end()
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    /** Waits for `count` deliveries; returns their types. */
    async types(count: number): Promise<string[]> {
      await new Promise<void>((resolve) => {
        const check = () => received.length >= count && resolve()
        waiting.push(check)
        check()
      })
      return received.map(({ type }) => type)
    },
  }
}

/** Follows redirects with cookies until they leave the sandbox, as a browser does. */
export function openBrowser({ url }: Pick<Sandbox, 'url'>) {
  const cookies = new Map<string, string>()
  return async function visit(address: string, form?: Record<string, string>) {
    let next = new URL(address, url)
    let body = form
    for (;;) {
      const answer = await fetch(next, {
        method: body ? 'POST' : 'GET',
        headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { body: new URLSearchParams(body) }),
        redirect: 'manual',
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      if (!location) return { url: next, page: await answer.text() }
      next = new URL(location, next)
      if (next.origin !== new URL(url).origin) return { url: next, page: '' }
      body = undefined
    }
  }
}
