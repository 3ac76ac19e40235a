import { AppError } from '../errors.ts'

interface Room {
  working: number
  waiting: number
}

/** Lets so many work at a time and so many wait for their turn; whoever comes then is told to come back. */
export function createTurns(
  most: Room,
  /** Why somebody has to come back. */
  reason = 'Many pictures are being worked on',
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let working = 0

  const takeTurn = async () => {
    if (working < most.working) {
      working += 1
      return
    }
    if (waiting.length >= most.waiting) {
      throw new AppError('unavailable', {
        detail: `${reason}. Try again in a moment`,
        headers: { 'retry-after': '5' },
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return async (work) => {
    await takeTurn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
