import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { createKeyedCounts } from './keyed-counts.ts'

interface Limits {
  /** At the same time on this node. */
  total: number
  /** The part of the total that is kept for admins. */
  keptForAdmins?: number
  perAccount: number
  /** Why a file beyond the total is refused, for the caller. */
  reason: string
}

interface Sender {
  id: string
  isAdmin: boolean
}

const refusal = (code: 'too-many' | 'unavailable', why: string) =>
  new AppError(code, { detail: `${why}. Try again in a moment`, headers: retryAfter(5) })

/**
 * Limits the files that are received at once. There is no queue: a file may take minutes, and its sender can
 * send it again.
 */
export function limitFiles({ total, keptForAdmins = 0, perAccount, reason }: Limits) {
  const byAccount = createKeyedCounts()
  let count = 0

  return async <T>({ id, isAdmin }: Sender, receive: () => Promise<T>): Promise<T> => {
    if (byAccount.of(id) >= perAccount) {
      throw refusal('too-many', `${perAccount} files from your account are already being uploaded`)
    }
    if (count >= (isAdmin ? total : total - keptForAdmins)) throw refusal('unavailable', reason)
    byAccount.add(id)
    count += 1
    try {
      return await receive()
    } finally {
      byAccount.remove(id)
      count -= 1
    }
  }
}
