import type { Rig } from '../../rig/rig.ts'
import type { Kind, Send } from './compare.ts'

interface Call {
  send: Send
  /** Whether the response itself reveals the account, so that its time does not matter. */
  isRevealing?: true
}

const addressesPerKind = 20
const password = 'taillight-40'

/** The measured calls. Both kinds of addresses have the same number, length and frequency. */
export async function callsOf({ nodes, config, people }: Rig): Promise<Record<string, Call>> {
  const [origin] = nodes.origins
  const [caller, ...buyers] = people.buyers

  const post = async (path: string, status: number, body: object) => {
    const response = await fetch(`${origin}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: config.PUBLIC_URL },
      body: JSON.stringify(body),
    })
    await expectStatus(response, status)
  }
  const signUp = (email: string, status = 200) =>
    post('sign-up/email', status, { name: 'Mia', email, password })

  const known = buyers.map(({ email }) => email).slice(-addressesPerKind)
  const list = { known, unknown: known.map((email) => email.replace('buyer', 'never')) }
  for (const email of known) await signUp(email)
  let next = 0
  const emailOf = (kind: Kind) => String(list[kind][(next += 1) % addressesPerKind])

  return {
    'sign in': {
      send: (kind) =>
        post('sign-in/email', 401, { email: emailOf(kind), password: 'not-this-one' }),
    },
    'ask for a new password': {
      send: (kind) =>
        post('request-password-reset', 200, {
          email: emailOf(kind),
          redirectTo: '/reset-password',
        }),
    },
    'GET /admin/{email}': {
      async send(kind) {
        const headers = { authorization: `Bearer ${caller?.token}` }
        await expectStatus(await fetch(`${origin}/api/admin/${emailOf(kind)}`, { headers }), 403)
      },
    },
    'sign up': {
      send: (kind) =>
        kind === 'known'
          ? signUp(emailOf(kind), 422)
          : signUp(`fresh.${(next += 1)}@storm.example`),
      isRevealing: true,
    },
  }
}

async function expectStatus(response: Response, status: number) {
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.url}: ${response.status} ${text}`)
}

/** The known addresses and the account that calls. */
export const accountsNeeded = addressesPerKind + 1
