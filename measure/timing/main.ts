import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import { startRig } from '../../rig/rig.ts'
import { accountsNeeded, callsOf } from './calls.ts'
import { compare } from './compare.ts'

const maxDifference = 0.05

const { values } = readCommandLine({
  usage: 'npm run timing [-- <options>]',
  about: 'Measures whether response times reveal if an e-mail address has an account.',
  options: { calls: { type: 'string', default: '200', about: 'number of calls of each kind' } },
})
await buildWhenNeeded(console.error)
const rig = await startRig({ buyers: accountsNeeded, stock: [], nodes: 1 })
let failures = 0
try {
  console.log('call                       known     unknown  difference  noise')
  for (const [name, { send, isRevealing }] of Object.entries(await callsOf(rig))) {
    const { knownMs, unknownMs, difference, noise } = await compare(send, Number(values.calls))
    const isFailed = !isRevealing && difference > maxDifference && difference > noise
    const verdict = isRevealing ? 'the response reveals it' : isFailed ? 'REVEALED' : ''
    const figures = [ms(knownMs), ms(unknownMs), percent(difference), percent(noise)]
    console.log([name.padEnd(22), ...figures, verdict].join('  '))
    if (isFailed) failures += 1
  }
} finally {
  await rig.close()
}
process.exit(failures > 0 ? 1 : 0)

function ms(value: number) {
  return `${value.toFixed(2)} ms`.padStart(10)
}

function percent(share: number) {
  return `${(share * 100).toFixed(1)} %`.padStart(7)
}
