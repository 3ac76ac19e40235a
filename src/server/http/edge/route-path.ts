/** The contract's path in the syntax of Fastify's router. */
export const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')
