import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The time between the signal to stop and the end of listening: the health check fails, so that the
 * balancer goes elsewhere, while whoever still comes is served and told to open a new connection.
 */
export interface Drain {
  readonly isOn: boolean
  begin(): Promise<void>
}

export function createDrain(seconds: number): Drain {
  let isOn = false
  return {
    get isOn() {
      return isOn
    },
    async begin() {
      isOn = true
      await sleep(seconds * 1000)
    },
  }
}
