import type { Rig } from '../../rig/rig.ts'
import type { Ask, Kind } from './compare.ts'

interface Call {
  ask: Ask
  /** Its answer says whether there is such an account, so its time has nothing left to tell. */
  saysSo?: true
}

const addressesOfKind = 20
const password = 'taillight-40'

/** Each call by what it is for. Addresses of both kinds are as many, as long, and come back as often. */
export async function callsOf({ nodes, config, people }: Rig): Promise<Record<string, Call>> {
  const [origin] = nodes.origins
  const [caller, ...buyers] = people.buyers

  const post = async (path: string, status: number, body: object) => {
    const answer = await fetch(`${origin}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: config.PUBLIC_URL },
      body: JSON.stringify(body),
    })
    await read(answer, status)
  }
  const signUp = (email: string, status = 200) =>
    post('sign-up/email', status, { name: 'Mia', email, password })

  const known = buyers.map(({ email }) => email).slice(-addressesOfKind)
  const list = { known, unknown: known.map((email) => email.replace('buyer', 'never')) }
  for (const email of known) await signUp(email)
  let next = 0
  const emailOf = (kind: Kind) => String(list[kind][(next += 1) % addressesOfKind])

  return {
    'sign in': {
      ask: (kind) => post('sign-in/email', 401, { email: emailOf(kind), password: 'not-this-one' }),
    },
    'ask for a new password': {
      ask: (kind) =>
        post('request-password-reset', 200, {
          email: emailOf(kind),
          redirectTo: '/reset-password',
        }),
    },
    'GET /admin/{email}': {
      async ask(kind) {
        const headers = { authorization: `Bearer ${caller?.token}` }
        await read(await fetch(`${origin}/api/admin/${emailOf(kind)}`, { headers }), 403)
      },
    },
    'sign up': {
      ask: (kind) =>
        kind === 'known'
          ? signUp(emailOf(kind), 422)
          : signUp(`fresh.${(next += 1)}@storm.example`),
      saysSo: true,
    },
  }
}

async function read(answer: Response, status: number) {
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${text}`)
}

/** How many people a rig needs for it: the addresses, and somebody who asks. */
export const peopleNeeded = addressesOfKind + 1
