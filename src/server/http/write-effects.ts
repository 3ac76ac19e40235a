import type { Endpoint } from '#contract/shared/endpoint.ts'
import { problems } from '#contract/shared/problem.ts'
import { isUniqueViolation } from '../db/index.ts'
import { AppError } from '../errors/errors.ts'
import type { PublicReads } from './public/public-reads.ts'

/** Unique constraints whose violation is answered with `duplicate`, each with the fields to name. */
export type Duplicates = Readonly<Record<string, { errors?: { field: string; message: string }[] }>>

type Effect<Call, Answer> = (call: Call) => Promise<Answer>

/** Answers the violation of one of these constraints with `duplicate`. */
export const refuseDuplicates =
  <Call, Answer>(effect: Effect<Call, Answer>, duplicates: Duplicates): Effect<Call, Answer> =>
  async (call) => {
    try {
      return await effect(call)
    } catch (error) {
      const violated = Object.entries(duplicates).find(([name]) => isUniqueViolation(error, name))
      throw violated ? new AppError('duplicate', violated[1]) : error
    }
  }

/** Whether public pages and lists may show something else after the call. */
export const changesPublicReads = ({ method, keepsPublicReads }: Endpoint) =>
  method !== 'GET' && !keepsPublicReads

/** Invalidates public reads after the effect, unless it was refused. */
export const invalidatePublicReads =
  <Call, Answer>(
    effect: Effect<Call, Answer>,
    publicReads: Pick<PublicReads, 'changed'>,
  ): Effect<Call, Answer> =>
  async (call) => {
    let isRefused = false
    try {
      return await effect(call)
    } catch (error) {
      // Any other failure may have come after a commit.
      isRefused = error instanceof AppError && problems[error.code].status < 500
      throw error
    } finally {
      if (!isRefused) publicReads.changed()
    }
  }
