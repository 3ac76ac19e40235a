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

/** A statement or call of an operation. */
interface Step {
  name: string
  /** The connection of a statement, unless the pool chooses it. */
  connection: PoolClient | undefined
  /** Its number among the steps before which an operation is paused. */
  number: number | undefined
}

/** An operation in progress. */
interface Operation {
  steps: Step[]
  /** The number of the next step if the operation may be paused before it. */
  numberOf(name: string): number | undefined
  enter(step: Step): Promise<void>
}

export interface Meeting {
  /** The step before which the first was paused. Undefined if it has no such step; the second then ran after it. */
  pausedBefore: string | undefined
  /** The step that ends the transaction for which the second waits, if the second has changed nothing until then. */
  waitsUntil: number | undefined
  /** The steps of the second until it waits for a lock. */
  waitingSteps: string | undefined
}

export interface Interleaved<A, B> extends Meeting {
  first: A
  second: B
}

/** All but the begin of a transaction and the lookup of an account, which no operation changes. */
const everyStep = /^(?!begin$|select id, email, name, role, email_verified from users )/

/**
 * Intercepts the steps of an operation without changes to the product: every SQL statement and every call of
 * the card provider. Nothing has an effect between two steps, so pausing before each covers every interleaving.
 */
export function interleavings({ database: { pool }, parts: { cards } }: TestShop) {
  const current = new AsyncLocalStorage<Operation | undefined>()

  const enterStep = async (name: string, connection?: PoolClient) => {
    const operation = current.getStore()
    if (!operation) return
    const step = { name, connection, number: operation.numberOf(name) }
    operation.steps.push(step)
    await current.run(undefined, () => operation.enter(step))
  }

  const intercepted =
    (query: (...args: never[]) => unknown, connection?: PoolClient) =>
    async (...args: unknown[]) => {
      await enterStep(textOf(args[0]), connection)
      return query(...(args as never[]))
    }
  Object.assign(pool, { query: intercepted(pool.query.bind(pool)) })
  Object.assign(pool.options, { connectionTimeoutMillis: 60_000 })
  const prepared = new WeakSet<PoolClient>()
  pool.on('acquire', (client: PoolClient) => {
    if (prepared.has(client)) return
    prepared.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const interceptedQuery = intercepted(query, client)
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
    const { rowCount } = await pool.query({
      name: 'lock-awaited',
      text: `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
    })
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
    stepPattern = everyStep,
  ): Promise<Interleaved<A, B>> {
    let started: Promise<B> | undefined
    let waiting: Step[] | undefined
    const other: Operation = { steps: [], numberOf: () => undefined, enter: async () => {} }

    const runSecond = async () => {
      started = current.run(other, second)
      const isCompleted = started.then(
        () => true,
        () => true, // awaited again below
      )
      let isOver = false
      void isCompleted.then(() => (isOver = true))
      while (!(await Promise.race([isCompleted, isLockAwaited()])));
      if (!isOver) waiting = [...other.steps]
    }

    let count = 0
    const run: Operation = {
      steps: [],
      numberOf: (name) => (stepPattern.test(name) ? (count += 1) : undefined),
      enter: async ({ number }) => (number === pauseBefore ? runSecond() : undefined),
    }
    const result = await current.run(run, first)
    return {
      first: result,
      second: await (started ?? second()),
      pausedBefore: run.steps.find(({ number }) => number === pauseBefore)?.name.slice(0, 60),
      waitsUntil: waiting && isWithoutEffect(waiting) ? endOf(run.steps, pauseBefore) : undefined,
      waitingSteps: waiting?.map(({ name }) => name).join('\n'),
    }
  }
}

const isEnd = ({ name }: Step) => /^(?:commit|rollback)$/.test(name)

/** The number of the step that ends the transaction in which an operation is paused, if it uses no other connection until then. */
function endOf(steps: Step[], pausedBefore: number): number | undefined {
  const at = steps.findIndex(({ number }) => number === pausedBefore)
  const { connection } = steps[at] ?? {}
  const before = steps.slice(0, at).filter((step) => step.connection === connection)
  const begun = before.findLastIndex(({ name }) => name === 'begin')
  if (!connection || begun < 0 || before.slice(begun).some(isEnd)) return undefined
  const rest = steps.slice(at)
  const until = rest.slice(0, rest.findIndex(isEnd) + 1)
  return until.every((step) => step.connection === connection) ? until.at(-1)?.number : undefined
}

/** A statement that only reads; the functions that issue documents write. */
const reads = /^select (?!.*\bissue_)/

/** Whether an operation that waits in its last step has changed nothing that another can see. */
function isWithoutEffect(steps: Step[]): boolean {
  let inTransaction: PoolClient | undefined
  return steps.slice(0, -1).every(({ name, connection }) => {
    if (name === 'begin') inTransaction = connection
    else if (name === 'rollback') inTransaction = undefined
    else if (!inTransaction || connection !== inTransaction) return reads.test(name)
    return name !== 'commit'
  })
}

/**
 * Lets two operations meet before each step of the first, and after the last. If the second waits for the same lock
 * before two steps of one transaction, it does so before every step between them: these meetings are left out, since
 * the second has changed nothing and sees what the first changes only after its commit. Returns the number of steps.
 */
export async function meetAtEachStep(meet: (step: number) => Promise<Meeting>): Promise<number> {
  const met = new Map<number, Meeting>()
  const meetOnce = async (step: number) => {
    const meeting = met.get(step) ?? (await meet(step))
    met.set(step, meeting)
    return meeting
  }
  for (let step = 1; ; step += 1) {
    const { pausedBefore, waitsUntil, waitingSteps } = await meetOnce(step)
    if (!pausedBefore) return step
    if (waitsUntil === undefined) continue
    const last = await meetOnce(waitsUntil)
    if (last.waitingSteps === waitingSteps) step = waitsUntil
  }
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  return text.replaceAll(/\s+/g, ' ')
}

/**
 * Lets the second operation happen before each step of the first, or each that matches a pattern, each time on a new
 * order. Returns the number of steps.
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
  ) =>
    meetAtEachStep(async (step) => {
      const order = await prepare()
      const run = await interleave(
        () => first(order),
        step,
        () => second(order),
        stepPattern,
      )
      await judge(order, run)
      return run
    })
}
