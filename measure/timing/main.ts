import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import { startRig } from '../../rig/rig.ts'
import { callsOf, peopleNeeded } from './calls.ts'
import { compare } from './compare.ts'

const shareMax = 0.05

process.chdir(join(import.meta.dirname, '../..'))
const { values } = readCommandLine({
  usage: 'npm run timing [-- <options>]',
  about: 'Measures whether the time of an answer tells if an e-mail address has an account.',
  options: { calls: { type: 'string', default: '200', about: 'how many calls of each kind' } },
})
await buildWhenNeeded(console.error)
const rig = await startRig({ buyers: peopleNeeded, stock: [], nodes: 1 })
let told = 0
try {
  console.log('call                       known     unknown   apart  by chance')
  for (const [name, { ask, saysSo }] of Object.entries(await callsOf(rig))) {
    const { knownMs, unknownMs, share, chance } = await compare(ask, Number(values.calls))
    const isTold = share > shareMax && share > chance
    const verdict = saysSo ? 'says so itself' : isTold ? 'TELLS' : ''
    const figures = [ms(knownMs), ms(unknownMs), percent(share), percent(chance)]
    console.log([name.padEnd(22), ...figures, verdict].join('  '))
    if (isTold && !saysSo) told += 1
  }
} finally {
  await rig.close()
}
process.exit(told > 0 ? 1 : 0)

function ms(value: number) {
  return `${value.toFixed(2)} ms`.padStart(10)
}

function percent(share: number) {
  return `${(share * 100).toFixed(1)} %`.padStart(7)
}
