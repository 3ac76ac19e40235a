import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Order } from './attacker.ts'

/** Starts an attack in a process of its own. */
export async function startAttack(order: Order) {
  const child = fork('verify/attacks/attacker.ts', {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  child.send(order)
  await once(child, 'message')
  return {
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
