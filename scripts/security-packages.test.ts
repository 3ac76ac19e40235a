import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { overdue, securityPackages } from './security-packages.ts'

const now = new Date('2026-11-27')

const lateOnes = (installed: string, published: Record<string, string>) =>
  overdue([{ name: 'jose', installed, published }], now)

/** @shows asvs-15.2.1 */
test('a package is overdue when an update of its major has been out for more than 60 days', () => {
  const published = {
    created: '2020-01-01',
    modified: '2026-11-20',
    '6.2.9': '2026-09-01',
    '6.2.10': '2026-09-20',
    '6.3.0': '2026-11-20',
    '7.0.0': '2026-01-01',
    '6.4.0-beta.1': '2026-01-02',
  }
  const overdueOne = { name: 'jose', installed: '6.2.9', newest: '6.3.0', days: 8 }
  expect(lateOnes('6.2.9', published)).toEqual([overdueOne])
  expect(lateOnes('6.2.10', published)).toEqual([])
  expect(lateOnes('6.3.0', published)).toEqual([])
  expect(lateOnes('6.2.9', { '6.2.10': '2026-09-28' })).toEqual([])
})

test('before 1.0 a new minor is a new major', () => {
  expect(lateOnes('0.35.5', { '0.36.0': '2026-01-01' })).toEqual([])
  expect(lateOnes('0.35.5', { '0.35.6': '2026-01-01' })).toHaveLength(1)
})

test('a package without a stable version is an error, not a pass', () => {
  expect(() => lateOnes('', {})).toThrow('not installed')
})

test('every package of the list is one of the shop', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const unknown = Object.keys(securityPackages).filter(
    (name) => !(name in dependencies || name in devDependencies),
  )
  expect(unknown).toEqual([])
})
