import { readCommandLine } from '../command-line.ts'
import { rooms } from './rooms.ts'

const reasons = {
  circle: 'a circle of imports',
  wall: 'not among the imports of its room in scripts/walls/rooms.ts',
  node: 'a module of Node, which this room does not use',
}
readCommandLine({
  usage: 'npm run walls',
  about:
    'Checks that each file imports only what its room may import, and that no imports form a circle.',
})
// Loaded after the arguments are read: the parser unpacks itself into the temporary folder.
const { findViolations } = await import('./find-violations.ts')
const violations = await findViolations(rooms, process.cwd())
for (const { from, to, rule } of violations) console.error(`${from} → ${to}\n  ${reasons[rule]}`)
console.log(`${rooms.length} rooms, ${violations.length} forbidden imports.`)
process.exitCode = violations.length > 0 ? 1 : 0
