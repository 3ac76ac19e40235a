import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { present } from '#server/testing/authorisation/callers.ts'
import { nothing } from '#server/testing/authorisation/targets.ts'
import { fieldsOf, withField } from './fields.ts'
import { partsSchemaOf, validRequest } from './samples.ts'

const person = { uid: 'a', email: nothing.email, token: 'a', idToken: 'a' }
const caller = present(person, 'admin')

const oddTexts = ['', '!', 'abc', '0', ' ', '\0', 'x'.repeat(30_000)]
const oddNumbers = [0, -1, 0.001, 1e21]
const oddValues = [...oddTexts, ...oddNumbers, null, true, [], {}, [null], ['!'], [{}], [[]]]

/** The valid parts of a request, with the schemas that read and describe each. */
function partsOf(e: Endpoint) {
  const { path: valid, query, body } = validRequest(e, caller, nothing).parts
  const described = partsSchemaOf(e).properties
  return [
    { schema: e.params, valid, described: described.path },
    { schema: e.query, valid: query, described: described.query },
    { schema: e.body, valid: body, described: described.body ?? {} },
  ].flatMap(({ schema, ...part }) => (schema ? [{ schema, ...part }] : []))
}

const calls = endpoints.filter((e) => partsOf(e).length > 0)

/** @shows P10, asvs-2.2.1 */
test.each(calls.map((e) => [`${e.method} ${e.path}`, e] as const))(
  '%s reads or refuses odd values in any field without an error',
  (_, e) => {
    for (const { schema, valid, described } of partsOf(e)) {
      expect(z.safeParse(schema, valid).error).toBeUndefined()
      const changed = fieldsOf(described).flatMap(({ path }) =>
        oddValues.map((odd) => withField(valid, described, path, odd)),
      )
      for (const value of [...changed, ...oddValues]) {
        const shown = JSON.stringify(value).slice(0, 300)
        expect(() => z.safeParse(schema, value), shown).not.toThrow()
      }
    }
  },
)
