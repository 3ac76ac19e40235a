import type { EmbeddedIdentity } from '../services/identity/embedded-identity.ts'

/** A client of the embedded identity provider that stores its cookies. */
export function browserAt(provider: Pick<EmbeddedIdentity, 'handle'>, origin: string) {
  let cookie = ''
  return async (path: string, body?: object) => {
    const response = await provider.handle(
      new Request(new URL(path, `${origin}/api/auth/`), {
        method: body ? 'POST' : 'GET',
        headers: { origin, cookie, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    const cookies = response.headers.getSetCookie().map((text) => text.split(';')[0])
    if (cookies.length > 0) cookie = cookies.join('; ')
    return response
  }
}

export type Browser = ReturnType<typeof browserAt>

export const idTokenOf = async (ask: Browser) =>
  ((await (await ask('token')).json()) as { token: string }).token
