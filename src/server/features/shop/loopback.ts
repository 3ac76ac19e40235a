import type { FastifyRequest } from 'fastify'

const loopback = /^(?:::ffff:)?127\.|^::1$/

/** Headers that proxies add. A proxy on the same machine passes on strangers' requests. */
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'] as const

/** A proxy that adds nothing still passes on the shop's own name. */
const ownNames = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** Whether a request was sent on this machine to this machine, and by no proxy. */
export const isFromThisMachine = ({
  headers,
  socket,
}: Pick<FastifyRequest, 'headers' | 'socket'>) =>
  loopback.test(socket.remoteAddress ?? '') &&
  ownNames.test(headers.host ?? '') &&
  ofProxies.every((name) => headers[name] === undefined)
