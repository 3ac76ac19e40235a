type Hours = readonly { days: string; opens: string; closes: string }[]

export type OpenState = { isOpen: true; until: string } | { isOpen: false; opensAt: string }

const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Whether a store is open at a moment, in the store's time zone. */
export function openState(hours: Hours, timeZone: string, moment: Date): OpenState {
  const { day, time } = clockIn(timeZone, moment)
  const today = hoursOn(hours, day)
  if (today && time >= today.opens && time < today.closes) {
    return { isOpen: true, until: today.closes }
  }
  if (today && time < today.opens) return { isOpen: false, opensAt: today.opens }
  return { isOpen: false, opensAt: nextOpening(hours, day) }
}

/** Opening hours on a weekday, 0 for Monday; `days` is one day or a range such as 'Mon-Fri'. */
const hoursOn = (hours: Hours, day: number) =>
  hours.find(({ days }) => {
    const [first = '', last = first] = days.split('-')
    return day >= week.indexOf(first) && day <= week.indexOf(last)
  })

function nextOpening(hours: Hours, today: number) {
  for (let ahead = 1; ahead <= week.length; ahead++) {
    const day = (today + ahead) % week.length
    const found = hoursOn(hours, day)
    if (found) return `${week[day]} ${found.opens}`
  }
  return ''
}

/** Weekday and time ('08:05') in a time zone. */
function clockIn(timeZone: string, moment: Date) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    day: week.indexOf(parts.get('weekday') ?? ''),
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}
