import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import { valueAt } from './fields.ts'
import type { Field } from './fields.ts'
import { requestFieldsOf, withChange } from './samples.ts'
import type { Change, RequestParts } from './samples.ts'

const pieces = ['a', '0', ' ', '-', '/', '@', 'a.', 'a ', '0,', 'a@']

/** The maximum that the server accepts. */
const lengths: Readonly<Record<string, number>> = { path: 4_000, query: 10_000, body: 60_000 }

/** Many matching repetitions and an end that does not match, the worst case of a backtracking pattern. */
function long(piece: string, place: string) {
  const sent = place === 'body' ? piece : encodeURIComponent(piece)
  return `${piece.repeat(Number(lengths[place]) / sent.length - 1)}!`
}

/** Texts as long as the server reads, so that slow parsing is noticed. */
export const longestReadable = (e: Endpoint): Change[] =>
  requestFieldsOf(e).flatMap(({ path }) =>
    pieces.map((piece) => ({ path, value: long(piece, String(path[0])) })),
  )

/** Without repetitions, which the database would compress to less than its limits. */
function mixed(alphabet: string) {
  let state = 1
  return Array.from({ length: 2 * Number(lengths['body']) }, () => {
    state = (state * 16_807) % 2_147_483_647
    return alphabet[state % alphabet.length]
  }).join('')
}

const letters = mixed('abcdefghijklmnopqrstuvwxyz')
const digits = mixed('0123456789')
/** Letters of two bytes each. */
const wideLetters = mixed('бвгджзиклмнпрстфхцчшщэюя')

type Writing = (length: number, valid: string, start: number) => string
const piece = (text: string, length: number, start: number) => text.slice(start, start + length)

/** The first that a field accepts: addresses begin or end as they did. */
const narrowWritings: Writing[] = [
  (length, _, start) => piece(letters, length, start),
  (length, valid, start) => piece(letters, length, start) + valid,
  (length, valid, start) => valid + piece(letters, length, start),
  (length, _, start) => piece(digits, length, start),
]
const wideWritings: Writing[] = [(length, _, start) => piece(wideLetters, length, start)]

/** Texts as long as the contract accepts, so that one above a limit of the database is noticed. */
export const longestValid = (e: Endpoint, valid: RequestParts): Change[] =>
  requestFieldsOf(e).flatMap((field) =>
    [narrowWritings, wideWritings].flatMap((writings) => {
      const values = writings.map((write) => longestOf(e, valid, field, write))
      const value = values.find((text) => text !== undefined)
      return value === undefined ? [] : [{ path: field.path, value }]
    }),
  )

/** Differs in each request, or the second one would be a duplicate. */
let start = 0

function longestOf(e: Endpoint, valid: RequestParts, { path }: Field, write: Writing) {
  start = (start + 101) % Number(lengths['body'])
  const old = valueAt(valid, path)
  const textOf = (length: number) => write(length, typeof old === 'string' ? old : '', start)
  const isAccepted = (length: number) =>
    isValid(e, withChange(e, valid, { path, value: textOf(length) }), String(path[0]))
  const most = Number(lengths[String(path[0])])
  let accepted = powersOfTwo.findLast((length) => length <= most && isAccepted(length))
  if (accepted === undefined) return undefined
  let refused = Math.min(2 * accepted, most + 1)
  while (refused - accepted > 1) {
    const length = Math.floor((accepted + refused) / 2)
    if (isAccepted(length)) accepted = length
    else refused = length
  }
  return textOf(accepted)
}

const powersOfTwo = Array.from({ length: 16 }, (_, exponent) => 2 ** exponent)

function isValid(e: Endpoint, parts: RequestParts, place: string) {
  if (place === 'path') return z.safeParse(e.params!, parts.path).success
  if (place === 'query') return z.safeParse(e.query!, parts.query).success
  return e.body !== undefined && z.safeParse(e.body, parts.body).success
}
