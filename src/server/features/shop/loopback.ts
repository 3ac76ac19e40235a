import type { FastifyRequest } from 'fastify'

const loopback = /^(?:::ffff:)?127\.|^::1$/

/** Headers that proxies add. A proxy on the same machine passes on strangers' requests. */
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const

/** Whether a request was sent on this machine, and by no proxy. */
export const isFromThisMachine = ({
  headers,
  socket,
}: Pick<FastifyRequest, 'headers' | 'socket'>) =>
  loopback.test(socket.remoteAddress ?? '') &&
  ofProxies.every((name) => headers[name] === undefined)
