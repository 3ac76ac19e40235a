const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const today = new Intl.DateTimeFormat('en-US', minute)
const anotherDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...minute })

/**
 * Formats an expiry time such as '14:05'; adds the date unless it is today. In the reader's time
 * zone: only for client-rendered pages.
 */
export function formatExpiry(timestamp: string, now = new Date()): string {
  const end = new Date(timestamp)
  return (end.toDateString() === now.toDateString() ? today : anotherDay).format(end)
}
