const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const today = new Intl.DateTimeFormat('en-US', minute)
const anotherDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...minute })

/**
 * The end of what lasts for a while, such as '14:05', with its day unless that is today. Where the reader
 * is: for pages that only the browser draws.
 */
export function until(timestamp: string, now = new Date()): string {
  const end = new Date(timestamp)
  return (end.toDateString() === now.toDateString() ? today : anotherDay).format(end)
}
