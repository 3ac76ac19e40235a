import type { EmbeddedIdentity } from '../services/identity/embedded-identity.ts'

/** A client of the embedded identity provider that stores its cookies. */
export function browserAt(provider: Pick<EmbeddedIdentity, 'handle'>, origin: string) {
  const cookies = new Map<string, string>()
  return async (path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await provider.handle(
      new Request(new URL(path, `${origin}/api/auth/`), {
        method: body ? 'POST' : 'GET',
        headers: { origin, cookie, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
}

export type Browser = ReturnType<typeof browserAt>

export const idTokenOf = async (ask: Browser) =>
  ((await (await ask('token')).json()) as { token: string }).token
