import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { pathOf } from '#contract/shared/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { problems } from '#contract/shared/problem.ts'
import type { ProblemCode } from '#contract/shared/problem.ts'
import { problemsOf } from '../../openapi/document.ts'
import { requestOf } from './requests.ts'
import { identityEndpointOutcomes, otherMethods, owners, rules, sameForAll } from './rules.ts'
import type { Outcome, Owner, Rule } from './rules.ts'
import { callerNames, openCallers } from './callers.ts'
import type { Caller } from './callers.ts'
import { createDigest } from './digest.ts'
import type { TestUser } from '../shop.ts'
import { openSite } from '../site.ts'
import type { Site } from '../site.ts'
import { createRestore, holdImports } from './steady-state.ts'
import { createTargets } from './targets.ts'

let site: Site
let callers: Awaited<ReturnType<typeof openCallers>>
let targets: ReturnType<typeof createTargets>
let digest: Awaited<ReturnType<typeof createDigest>>
/** The digest after the previous test if it changed nothing, and the number of objects created until then. */
let unchanged: { digest: string; created: number } | undefined
let olga: TestUser
let restore: () => Promise<unknown>
let letImportsGo: () => Promise<void>
beforeAll(async () => {
  site = await openSite(undefined, { CONTACT_EMAIL: 'shop@shop.example', NEWSLETTER: 'on' })
  callers = await openCallers(site)
  targets = createTargets(site)
  olga = await site.signIn({ name: 'Olga' })
  digest = await createDigest(site.database.pool)
  restore = await createRestore(site)
  letImportsGo = await holdImports(site)
})
afterAll(async () => {
  await letImportsGo()
  await site.close()
})

function expectedOf(
  { accessLevel, customer, ...rule }: Rule,
  caller: Caller,
  owner: Owner,
): Outcome {
  if (accessLevel === 'public') return customer[owner]
  if (accessLevel === 'identity') return identityEndpointOutcomes[caller.identity][owner]
  if (caller.standing === 'nobody') return 'unauthenticated'
  if (caller.isTrade && rule.trade) return rule.trade[owner]
  return caller.standing === 'admin' ? rule.admin[owner] : customer[owner]
}

const endpointOf = (call: string): Endpoint =>
  endpoints.find(({ method, path }) => `${method} ${path}` === call)!

const inject = (request: InjectOptions) => site.app.inject(request)
type Answer = Awaited<ReturnType<typeof inject>>

function expectRefusal({ statusCode, headers, json }: Answer, code: ProblemCode, e: Endpoint) {
  const body = json()
  expect(statusCode).toBe(problems[code].status)
  expect(body).toEqual({
    type: `/api/docs#${code}`,
    code,
    title: problems[code].title,
    status: problems[code].status,
    instance: expect.stringMatching(/./),
    ...(body.detail !== undefined && { detail: expect.any(String) }),
  })
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(headers['www-authenticate']).toBe(code === 'unauthenticated' ? 'Bearer' : undefined)
  expect(z.safeParse(e.response, body).success).toBe(false)
  expect(problemsOf(e)).toContain(code)
}

function expectSuccess({ statusCode, body, json }: Answer, e: Endpoint) {
  const hint = 'A valid body for the call belongs in `bodies` of testing/authorisation/requests.ts'
  expect(statusCode, statusCode === 422 ? hint : body).toBe(200)
  expect(z.safeParse(e.response, e.file ? body : json()).error).toBeUndefined()
}

const withoutInstance = ({ json }: Answer) => ({ ...json(), instance: undefined })

const nameOf = ({ call, object }: Rule) => (object ? `${call} on: ${object}` : call)

describe.each(rules.map((rule) => [nameOf(rule), rule] as const))('%s', (_, rule) => {
  const e = endpointOf(rule.call)
  const isRead = e.method === 'GET'

  const targetOf = (owner: Owner, caller: Caller) =>
    !rule.object || owner === 'missing'
      ? targets.missing
      : targets.of(rule.object, owner === 'own' ? caller.person : olga)

  /** @shows row-28, row-56, row-62, P8, asvs-3.5.3, asvs-6.8.2, asvs-7.2.1, asvs-8.2.1, asvs-8.2.2,
   * asvs-8.3.1, asvs-9.1.1, asvs-9.1.2, asvs-9.1.3, asvs-9.2.1, asvs-9.2.2, asvs-9.2.3, asvs-10.3.1 */
  test.each(callerNames)('is answered by its rule for: %s', async (name) => {
    const caller = callers[name]
    const cases = []
    for (const owner of rule.object ? owners : (['own'] as const)) {
      cases.push({ owner, target: await targetOf(owner, caller) })
    }
    const answers = new Map<Owner, Answer>()
    let before = unchanged?.created === targets.created() ? unchanged.digest : await digest()
    unchanged = undefined
    let isChanged = false
    let isCompared = true
    // Once for several calls: the digest reads every row of every table.
    const expectUnchanged = async () => {
      if (!isCompared) expect(await digest()).toBe(before)
    }
    for (const { owner, target } of cases) {
      const expected = expectedOf(rule, caller, owner)
      const request = requestOf(rule, caller, target)
      const changes = expected === 'ok' && !isRead
      if (changes) await expectUnchanged()
      const answer = await inject(request)
      answers.set(owner, answer)
      if (expected === 'ok') expectSuccess(answer, e)
      else expectRefusal(answer, expected, e)
      if (isRead) {
        const head = await inject({ ...request, method: 'HEAD' })
        expect([head.statusCode, head.body]).toEqual([answer.statusCode, ''])
      }
      isCompared = changes
      if (!changes) continue
      isChanged = true
      targets.forget()
      await restore()
      before = await digest()
    }
    await expectUnchanged()
    if (!isChanged) unchanged = { digest: before, created: targets.created() }
    const [other, missing] = [answers.get('other'), answers.get('missing')]
    if (other && missing && other.statusCode === missing.statusCode && other.statusCode >= 400) {
      expect(withoutInstance(other)).toEqual(withoutInstance(missing))
    }
  })
})

describe.each(Object.entries(sameForAll))('%s', (call, { example, status }) => {
  test('responds to every caller alike and changes nothing', async () => {
    const method = call.startsWith('POST') ? 'POST' : 'GET'
    const before = await digest()
    const ask = async ({ accessToken, idToken, query = {} }: Caller) => {
      const bodies = []
      for (const token of [accessToken, idToken]) {
        const headers = token ? { authorization: `Bearer ${token}` } : {}
        const payload = method === 'POST' ? { payload: {} } : {}
        const answer = await site.app.inject({ method, url: example, query, headers, ...payload })
        expect(answer.statusCode).toBe(status)
        bodies.push(answer.body.replace(/"instance":"[^"]+"/, ''))
      }
      return bodies
    }
    const expected = await ask(callers.anonymous)
    for (const name of callerNames) {
      expect([name, await ask(callers[name])]).toEqual([name, expected])
    }
    expect(await digest()).toBe(before)
  })
})

/** @shows asvs-3.5.3, asvs-13.4.4 */
test('an unsupported method is rejected for every caller alike', async () => {
  const before = await digest()
  for (const call of otherMethods) {
    const [method = '', path = ''] = call.split(' ')
    for (const name of callerNames) {
      const { accessToken, query = {} } = callers[name]
      const answer = await inject({
        method: method,
        url: `/api${pathOf({ path }, { ...targets.missing })}`,
        query,
        headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
      })
      expect([call, name, answer.statusCode]).toEqual([call, name, 405])
    }
  }
  expect(await digest()).toBe(before)
})

const builders = { public: 'forAnyone', customer: 'forCustomers', admin: 'forAdmins' } as const

/** The line of a call in `rules`; with something in its path, the kind of object and the outcomes are to be chosen. */
function lineFor({ method, path, access }: Endpoint): string {
  const call = `${method} ${path}`
  const hasObject = path.includes('{')
  if (access === 'admin' && hasObject) return `byAdmins('product', '${call}', anyExisting),`
  const rule =
    access === 'identity'
      ? `{ ...forAnyone('${call}'), accessLevel: 'identity' }`
      : `${builders[access]}('${call}')`
  return hasObject ? `about('product', ${rule}, ownOnly),` : `${rule},`
}

test.each([
  ['/a/{id}', 'admin', "byAdmins('product', 'PUT /a/{id}', anyExisting),"],
  ['/a/{id}', 'customer', "about('product', forCustomers('PUT /a/{id}'), ownOnly),"],
  ['/a', 'public', "forAnyone('PUT /a'),"],
  ['/a', 'identity', "{ ...forAnyone('PUT /a'), accessLevel: 'identity' },"],
] as const)('the line of a call to %s for %s can be added as it is', (path, access, line) => {
  expect(lineFor({ ...endpoints[0]!, method: 'PUT', path, access })).toBe(line)
})

/** The lines that `rules` lacks. */
function missingRules(): string[] {
  const ruled = new Set(rules.map(({ call }) => call))
  return endpoints.filter(({ method, path }) => !ruled.has(`${method} ${path}`)).map(lineFor)
}

/** @shows P8, asvs-6.3.4, asvs-8.2.1 */
test('every registered route has its rule, and every rule its route', () => {
  expect(
    missingRules(),
    'Lines to add to `rules` of testing/authorisation/rules.ts, with the right kind of object',
  ).toEqual([])
  const registered = site.routes.flatMap(({ method, url, config }) => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    if (path === '/api/*') return ['ALL /api/*']
    const isOfContract =
      config?.endpoint ?? config?.outsideContract?.startsWith('names the methods')
    const methods = [method].flat().filter((name) => name !== 'HEAD')
    return methods.map(
      (name) => `${name} ${isOfContract ? path.replace('/api', '').toLowerCase() : path}`,
    )
  })
  const ruled = [
    ...rules.map(({ call }) => call.replace(/ .*/, (path) => path.toLowerCase())),
    ...otherMethods,
    ...Object.keys(sameForAll),
  ]
  expect({
    withoutRule: registered.filter((call) => !ruled.includes(call)),
    withoutRoute: ruled.filter((call) => !registered.includes(call)),
  }).toEqual({ withoutRule: [], withoutRoute: [] })
})
