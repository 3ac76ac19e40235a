import type { Given } from './setting-errors.ts'

/** Settings that were renamed since 0.1.0, old name to new one; the next version drops the old names. */
export const renamedSettings: Readonly<Record<string, string>> = {
  ORDER_HOLD_MINUTES: 'ORDER_RESERVATION_MINUTES',
  SWEEP_SECONDS: 'JOB_INTERVAL_SECONDS',
}

/** Settings that were dropped since 0.1.0, with what is in their place; the next version does not know them. */
export const droppedSettings: Readonly<Record<string, string>> = {
  CALLS_AT_ONCE: 'load is shed by waiting time: QUEUE_WAIT_MS',
}

/** Moves the values of old names to the new ones, unless those are set too, with a warning for each. */
export function readRenamedSettings(given: Given) {
  const settings = { ...given }
  const warnings: string[] = []
  for (const [old, name] of Object.entries(renamedSettings)) {
    if (given[old] === undefined) continue
    settings[name] ??= given[old]
    delete settings[old]
    warnings.push(`${old} is now ${name}; the next version ignores the old name`)
  }
  for (const [old, instead] of Object.entries(droppedSettings)) {
    if (given[old] === undefined) continue
    delete settings[old]
    warnings.push(`${old} has no effect any more: ${instead}`)
  }
  return { settings, warnings }
}
