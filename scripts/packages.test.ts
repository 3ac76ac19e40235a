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

/** The packages that `npm ci --omit=dev` installs on the servers of a shop. */
const ofProduction = installed.filter(
  ([, { dev, os, cpu, libc }]) =>
    !dev &&
    (os?.includes('linux') ?? true) &&
    (cpu?.includes('x64') ?? true) &&
    (libc?.includes('glibc') ?? true),
)

test('a production install has fewer than 175 packages', () => {
  expect(ofProduction.length).toBeGreaterThan(50)
  expect(ofProduction.length).toBeLessThan(175)
})

/** @shows asvs-15.2.3 */
test('a production install contains no build or test tool', () => {
  const names = ofProduction.map(([path]) => path.replace('node_modules/', ''))
  expect(names.filter((name) => ['vite', 'vitest', 'typescript', 'react'].includes(name))).toEqual(
    [],
  )
})

test('every required peer dependency is installed, which npm does not check here', () => {
  const missing = installed.flatMap(
    ([path, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
      Object.keys(peerDependencies)
        .filter((name) => !peerDependenciesMeta[name]?.optional && !isFound(path, name))
        .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

/** Searches the folder of the package and all above it, as Node does. */
function isFound(path: string, name: string): boolean {
  const above = path.slice(0, path.lastIndexOf('node_modules/'))
  return (
    [`${path}/`, above].some((folder) => `${folder}node_modules/${name}` in packages) ||
    (above !== '' && isFound(above.slice(0, -1), name))
  )
}
