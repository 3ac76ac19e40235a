import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { TestShop } from '#server/testing/shop.ts'

const lockPollMs = 5

/** A paused operation may hold its transaction longer than the shop's own timeouts. */
const longTimeouts = `
  set lock_timeout = '1min';
  set statement_timeout = '1min';
  set idle_in_transaction_session_timeout = '1min'`

type Work<T> = () => Promise<T>

/** An operation in progress that is paused before one of its steps while another runs. */
interface Run {
  /** Selects the statements and calls that count as steps. */
  stepPattern: RegExp
  pauseBefore: number
  step: number
  /** The step before which it was paused. */
  pausedBefore?: string
  meanwhile: Work<void>
}

export interface Interleaved<A, B> {
  first: A
  second: B
  /** Undefined if the first has no such step; the second then ran after it. */
  pausedBefore: string | undefined
}

/**
 * Intercepts the steps of an operation without changes to the product: every SQL statement and every call of
 * the card provider. Nothing has an effect between two steps, so pausing before each covers every interleaving.
 */
export function interleavings({ database: { pool }, parts: { cards } }: TestShop) {
  const current = new AsyncLocalStorage<Run | undefined>()

  const enterStep = async (name: string) => {
    const run = current.getStore()
    if (!run?.stepPattern.test(name)) return
    run.step += 1
    if (run.step !== run.pauseBefore) return
    run.pausedBefore = name.slice(0, 60)
    await current.run(undefined, run.meanwhile)
  }

  const intercepted =
    (query: (...args: never[]) => unknown) =>
    async (...args: unknown[]) => {
      await enterStep(textOf(args[0]))
      return query(...(args as never[]))
    }
  Object.assign(pool, { query: intercepted(pool.query.bind(pool)) })
  Object.assign(pool.options, { connectionTimeoutMillis: 60_000 })
  const prepared = new WeakSet<PoolClient>()
  pool.on('acquire', (client: PoolClient) => {
    if (prepared.has(client)) return
    prepared.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const interceptedQuery = intercepted(query)
    let ready: Promise<unknown> | undefined
    const replacement = async (...args: unknown[]) => {
      const callback = args.at(-1)
      try {
        await (ready ??= query(longTimeouts))
      } catch (error) {
        if (typeof callback === 'function') return callback(error)
        throw error
      }
      // The pool's query() calls its client's with a callback, and is intercepted itself.
      return typeof callback === 'function' ? query(...args) : interceptedQuery(...args)
    }
    Object.assign(client, { query: replacement })
  })
  const { intentFor, findIntent, disputesOf, cancel, refund, refundPart, refundsOf } = cards
  const calls = { intentFor, findIntent, disputesOf, cancel, refund, refundPart, refundsOf }
  for (const [name, method] of Object.entries(calls)) {
    Object.assign(cards, {
      [name]: async (...args: never[]) => {
        await enterStep(`cards.${name}`)
        return (method as (...args: never[]) => unknown)(...args)
      },
    })
  }

  /** Whether a session waits for a lock: since one operation is paused, it belongs to the other. */
  const isLockAwaited = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0 || setTimeout(lockPollMs, false)
  }

  /**
   * Runs `second` before the given step of `first`, which continues once `second` is completed or waits for a lock.
   * Only statements and calls that match `stepPattern` count as steps.
   */
  return async function interleave<A, B>(
    first: Work<A>,
    pauseBefore: number,
    second: Work<B>,
    stepPattern = /./,
  ): Promise<Interleaved<A, B>> {
    let started: Promise<B> | undefined
    const run: Run = {
      stepPattern,
      pauseBefore,
      step: 0,
      async meanwhile() {
        started = second()
        const isCompleted = started.then(
          () => true,
          () => true, // awaited again below
        )
        while (!(await Promise.race([isCompleted, isLockAwaited()])));
      },
    }
    const result = await current.run(run, first)
    return { first: result, second: await (started ?? second()), pausedBefore: run.pausedBefore }
  }
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  return text.replaceAll(/\s+/g, ' ')
}

/**
 * Lets the second operation happen before each step of the first, or each that matches a pattern, each time on a new
 * order. Returns the number of meetings.
 */
export function meetingsOf<Order>(
  interleave: ReturnType<typeof interleavings>,
  prepare: () => Promise<Order>,
  stepPattern?: RegExp,
) {
  return async <A, B>(
    first: (order: Order) => Promise<A>,
    second: (order: Order) => Promise<B>,
    judge: (order: Order, answers: { first: A; second: B }) => Promise<void>,
  ) => {
    for (let step = 1; ; step += 1) {
      const order = await prepare()
      const run = await interleave(
        () => first(order),
        step,
        () => second(order),
        stepPattern,
      )
      await judge(order, run)
      if (!run.pausedBefore) return step
    }
  }
}
