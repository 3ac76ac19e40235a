import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The time between the signal to stop and the end of listening: readiness fails, so that the balancer
 * stops routing here, while requests are still served and their connections closed.
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
