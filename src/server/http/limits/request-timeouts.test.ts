import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { answerError } from '../error-responses.ts'
import { enforceTimeouts } from './request-timeouts.ts'

/** An app whose only route answers when `finish` is called, after its timeout of 20 ms. */
function openApp(answer: (reply: FastifyReply) => unknown) {
  const logged: string[] = []
  const log: FastifyBaseLogger = pino(
    { level: 'warn' },
    { write: (line) => void logged.push(line) },
  )
  const app = Fastify({ loggerInstance: log })
  onTestFinished(() => app.close())
  app.setErrorHandler(answerError)
  enforceTimeouts(app, 5)
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>()
  app.get('/', { config: { timeoutMs: 20 } }, async (_, reply) => {
    await slow
    return answer(reply)
  })
  return { app, logged, finish }
}

test.each([
  ['sends', (reply: FastifyReply) => reply.code(200).send('late')],
  ['returns', () => 'late'],
])('an answer that a handler %s after the timeout is dropped silently', async (_, answer) => {
  const { app, logged, finish } = openApp(answer)
  const answered = await app.inject('/')
  expect([answered.statusCode, answered.json().code]).toEqual([503, 'unavailable'])
  expect(logged.splice(0)).toEqual([expect.stringContaining('Request timed out')])
  finish()
  await nextTurn()
  expect(logged).toEqual([])
})
