import { clockIn, defaultTimeZone } from '#contract/formats/clock.ts'

let zone: string | undefined

/** Sets the shop's time zone where there is no document: for pages rendered on the server. */
export function setTimeZone(timeZone: string) {
  zone = timeZone
}

/** The shop's time zone. In the browser, it is an attribute of every page. */
export function shopTimeZone(): string {
  zone ??= globalThis.document?.documentElement.dataset['timeZone']
  return zone ?? defaultTimeZone
}

/** The day of a timestamp in the shop's time zone, such as 'Nov 22, 2026'. */
export const day = (timestamp: string) => clockIn(shopTimeZone()).day(timestamp)

/** A date without time, such as '2026-11-22'. */
export const calendarDay = (date: string) => clockIn('UTC').day(date)

/** A timestamp to the minute in the shop's time zone, such as 'Nov 22, 2026, 22:39 CST'. */
export const dateTime = (timestamp: string) => clockIn(shopTimeZone()).dateTime(timestamp)

/**
 * The end of a short time, such as '22:39 CST', with the day unless that is today. Only for
 * client-rendered pages, since cached ones keep the day of their rendering.
 */
export const expiry = (timestamp: string) => clockIn(shopTimeZone()).expiry(timestamp, new Date())
