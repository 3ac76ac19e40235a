import { once } from 'node:events'
import { attacks } from './attacks.ts'
import type { AttackName, Target } from './attacks.ts'

export interface Order {
  name: AttackName
  target: Target
}

// In a process of its own, so that the buyers' times are not those of the attack; ended from outside.
const [{ name, target }] = (await once(process, 'message')) as [Order]
// Connections that neither read nor write keep no process running.
setInterval(() => {}, 60_000)
process.send?.('ready')
await attacks[name](target)
