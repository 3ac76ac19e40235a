import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>
}
const installed = Object.entries(packages).filter(([path]) => path !== '')

/** As `npm ci --omit=dev` would install them on the machines that shops run on. */
const ofProduction = installed.filter(
  ([, { dev, os, cpu, libc }]) =>
    !dev &&
    (os?.includes('linux') ?? true) &&
    (cpu?.includes('x64') ?? true) &&
    (libc?.includes('glibc') ?? true),
)

test('a shop in production is made of fewer than 160 packages', () => {
  expect(ofProduction.length).toBeGreaterThan(50)
  expect(ofProduction.length).toBeLessThan(160)
})

/** @shows asvs-15.2.3 */
test('nothing that builds or tests the shop is among what it runs on', () => {
  const names = ofProduction.map(([path]) => path.replace('node_modules/', ''))
  expect(names.filter((name) => ['vite', 'vitest', 'typescript', 'react'].includes(name))).toEqual(
    [],
  )
})

test('each package finds the others that it needs beside it, which npm is not asked to see to', () => {
  const missing = installed.flatMap(
    ([path, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
      Object.keys(peerDependencies)
        .filter((name) => !peerDependenciesMeta[name]?.optional && !isFound(path, name))
        .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

/** In the folder of the package itself or in any above it, as Node looks for it. */
function isFound(path: string, name: string): boolean {
  const above = path.slice(0, path.lastIndexOf('node_modules/'))
  return (
    [`${path}/`, above].some((folder) => `${folder}node_modules/${name}` in packages) ||
    (above !== '' && isFound(above.slice(0, -1), name))
  )
}
