import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { TestShop } from '#server/testing/shop.ts'

const msBetweenLooks = 5

/** A session that is held up is slow on purpose: on a busy machine longer than the shop would wait. */
const patience = `
  set lock_timeout = '1min';
  set statement_timeout = '1min';
  set idle_in_transaction_session_timeout = '1min'`

type Work<T> = () => Promise<T>

/** One operation under way, to be held up before one of its steps while another runs. */
interface Run {
  /** Which statements and calls are steps. */
  among: RegExp
  stopBefore: number
  step: number
  /** What it was held up before. */
  heldBefore?: string
  meanwhile: Work<void>
}

export interface Interleaved<A, B> {
  first: A
  second: B
  /** Undefined when the first has no such step: the second then ran after it. */
  heldBefore: string | undefined
}

/**
 * Makes the steps of an operation visible from outside of the product: every SQL statement and every
 * call of the card provider. After a step nothing happens until the next, so "before each" is everywhere.
 */
export function interleavings({ database: { pool }, parts: { cards } }: TestShop) {
  const underWay = new AsyncLocalStorage<Run | undefined>()

  const pass = async (name: string) => {
    const run = underWay.getStore()
    if (!run?.among.test(name)) return
    run.step += 1
    if (run.step !== run.stopBefore) return
    run.heldBefore = name.slice(0, 60)
    await underWay.run(undefined, run.meanwhile)
  }

  const passing =
    (ask: (...args: never[]) => unknown) =>
    async (...args: unknown[]) => {
      await pass(textOf(args[0]))
      return ask(...(args as never[]))
    }
  Object.assign(pool, { query: passing(pool.query.bind(pool)) })
  Object.assign(pool.options, { connectionTimeoutMillis: 60_000 })
  const watched = new WeakSet<PoolClient>()
  pool.on('acquire', (client: PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const counted = passing(query)
    let ready: Promise<unknown> | undefined
    const ask = async (...args: unknown[]) => {
      await (ready ??= query(patience))
      // The pool's own query() calls its client's with a callback, and is counted already.
      return typeof args.at(-1) === 'function' ? query(...args) : counted(...args)
    }
    Object.assign(client, { query: ask })
  })
  const { intentFor, findIntent, disputesOf, cancel, refund } = cards
  const calls = { intentFor, findIntent, disputesOf, cancel, refund }
  for (const [name, ask] of Object.entries(calls)) {
    Object.assign(cards, {
      [name]: async (...args: never[]) => {
        await pass(`cards.${name}`)
        return (ask as (...args: never[]) => unknown)(...args)
      },
    })
  }

  /** Whether somebody waits for a lock: as one of the two is held up, it can only be the other. */
  const isAnyoneWaiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0 || setTimeout(msBetweenLooks, false)
  }

  /**
   * Runs `second` before the given step of `first`, which goes on when `second` is done or waits for it.
   * Only what matches `among` counts as a step.
   */
  return async function interleave<A, B>(
    first: Work<A>,
    stopBefore: number,
    second: Work<B>,
    among = /./,
  ): Promise<Interleaved<A, B>> {
    let started: Promise<B> | undefined
    const run: Run = {
      among,
      stopBefore,
      step: 0,
      async meanwhile() {
        started = second()
        const isOver = started.then(
          () => true,
          () => true, // told below
        )
        while (!(await Promise.race([isOver, isAnyoneWaiting()])));
      },
    }
    const answer = await underWay.run(run, first)
    return { first: answer, second: await (started ?? second()), heldBefore: run.heldBefore }
  }
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  return text.replaceAll(/\s+/g, ' ')
}
