import type { Pool } from 'pg'
import { partKey } from '#contract/shared/part-number.ts'
import { findNearNumbers } from './look-up.ts'

/** The most products that a number with one wrong digit finds. */
export const nearMax = 5

/** Shorter ones differ by one digit from too many; longer ones are none. */
const shortestNumber = 6
const longestNumber = 40

/** The numbers of products that differ from a typed one by one letter or digit. */
export async function nearNumbers(pool: Pool, q: string): Promise<string[]> {
  const key = partKey(q)
  const isNumber = key.length >= shortestNumber && key.length <= longestNumber && /\d/.test(key)
  return isNumber ? findNearNumbers(pool, key, nearMax) : []
}
