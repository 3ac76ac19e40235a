/** The time zone of a shop that sets none. */
export const defaultTimeZone = 'America/Chicago'

/** Formats ISO timestamps and dates on the clock of one time zone. */
export interface Clock {
  /** A day, such as 'Nov 22, 2026'. */
  day(moment: string | Date): string
  /** A moment to the minute, such as 'Nov 22, 2026, 22:39 CST'. */
  dateTime(moment: string | Date): string
  /** A moment for programs, to the second with the zone's offset, such as '2026-11-22T22:39:05-06:00'. */
  iso(moment: string | Date): string
  /** The end of a short time, such as '22:39 CST'; with the day unless that is the day of `now`. */
  expiry(moment: string | Date, now: Date): string
}

const clocks = new Map<string, Clock>()

/** The clock of a time zone, which server and browser share. */
export function clockIn(timeZone: string): Clock {
  const clock = clocks.get(timeZone) ?? createClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/** Joins parts instead of formatting a whole: engines differ in the spaces and commas between them. */
function createClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  const read = (moment: string | Date) => {
    const parts = format.formatToParts(new Date(moment))
    const part = (wanted: Intl.DateTimeFormatPartTypes) =>
      parts.find(({ type }) => type === wanted)?.value ?? ''
    const monthDay = `${part('month')} ${part('day')}`
    return {
      monthDay,
      day: `${monthDay}, ${part('year')}`,
      time: `${part('hour')}:${part('minute')} ${part('timeZoneName')}`,
    }
  }
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return {
    day: (moment) => read(moment).day,
    dateTime(moment) {
      const { day, time } = read(moment)
      return `${day}, ${time}`
    },
    iso(moment) {
      const at = new Date(moment)
      const zone = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
      const [, sign = '+', hours = '00', minutes = '00'] =
        /([+-])(\d\d):(\d\d)/.exec(zone ?? '') ?? []
      const minutesAhead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
      const local = new Date(at.getTime() + minutesAhead * 60_000).toISOString()
      return `${local.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}${sign}${hours}:${minutes}`
    },
    expiry(moment, now) {
      const { monthDay, day, time } = read(moment)
      return day === read(now).day ? time : `${monthDay}, ${time}`
    },
  }
}
