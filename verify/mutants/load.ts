import type { Mutant } from './mutant.ts'

const limits = 'src/server/http/limits'
const connections = 'src/server/http/connections'

/** What one client may take from the others. */
export const loadMutants: Mutant[] = [
  {
    guard: 'work that would wait too long is refused on arrival',
    file: `${limits}/work-queue.ts`,
    find: '    if (isFull()) throw refusal()\n',
    replace: '',
    noticedBy: [`${limits}/work-queue.test.ts`],
  },
  {
    guard: 'work that has waited too long is refused',
    file: `${limits}/work-queue.ts`,
    find: 'queue[0].joinedAt < joinedBefore',
    replace: 'joinedBefore < 0',
    noticedBy: [`${limits}/work-queue.test.ts`],
  },
  {
    guard: 'an answer is sent after the turn of its request',
    file: 'src/server/http/route.ts',
    find: 'const answer = await inTurn(call, () => handle(call as unknown as Call<E>))',
    replace: `const answer = await inTurn(call, async () => {
        const made = await handle(call as unknown as Call<E>)
        await send(reply, made)
        return made
      })
      if (reply.sent) return reply`,
    noticedBy: ['src/server/http/route.test.ts'],
  },
  {
    guard: 'a list of many rows needs a limit',
    file: 'src/server/http/lists.ts',
    find: '  if (beyond.length > 0) throw tooLong(rowsMax)\n',
    replace: '',
    noticedBy: ['src/server/http/lists.test.ts'],
  },
  {
    guard: 'an address gets two streams at a time',
    file: `${limits}/streams.ts`,
    find: '      if (full) throw tooMany(perAddress)\n',
    replace: '',
    noticedBy: [`${limits}/streams.test.ts`],
  },
  {
    guard: 'a stream that is read slowly ends',
    file: `${limits}/streams.ts`,
    find: 'if (isSlow(stream)) stream.cutOff()',
    replace: 'isSlow(stream)',
    noticedBy: [`${limits}/streams.test.ts`],
  },
  {
    guard: 'an account sends two files at a time',
    file: `${limits}/file-limits.ts`,
    find: 'if (byAccount.of(id) >= perAccount) {',
    replace: 'if (byAccount.of(id) < 0) {',
    noticedBy: [`${limits}/file-limits.test.ts`, 'src/server/features/images/images.test.ts'],
  },
  {
    guard: 'pipelined requests wait for each other',
    file: 'src/server/http/edge/http-server.ts',
    find: 'if (response.socket === null) pipelined({ request, response })\n      else handle',
    replace: 'void pipelined\n      handle',
    noticedBy: ['src/server/http/edge/http-server.test.ts'],
  },
  {
    guard: 'a connection with many waiting requests is cut',
    file: `${connections}/pipelining.ts`,
    find: 'if (queue.length < waitingMax) queue',
    replace: 'if (queue.length < 100_000) queue',
    noticedBy: [`${connections}/pipelining.test.ts`],
  },
  {
    guard: 'an address has so many connections',
    file: `${connections}/connection-limits.ts`,
    find: 'sockets.size >= perAddress ||\n',
    replace: '\n',
    noticedBy: [`${connections}/connection-limits.test.ts`],
  },
  {
    guard: 'an unread connection is closed',
    file: `${connections}/connection-limits.ts`,
    find: '      else if (now - known.since > timeouts.unread) socket.destroy()\n',
    replace: '',
    noticedBy: [`${connections}/connection-limits.test.ts`],
  },
]
