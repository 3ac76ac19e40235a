import pretty from 'pino-pretty'

/** A line of the log for people, in development mode: `12:30:01 INFO: GET /api/products 200 in 3 ms`. */
export const openDevLog = () =>
  pretty({
    colorize: process.stdout.isTTY,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId,method,url,route,status,ms,user,ip',
    messageFormat: (line, messageKey) => {
      const { method, url, status, ms, [messageKey]: message } = line as Record<string, string>
      return method ? `${method} ${url} ${status} in ${ms} ms` : `${message}`
    },
    sync: true,
  })
