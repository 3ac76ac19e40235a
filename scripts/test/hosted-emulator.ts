import { existsSync, readFileSync } from 'node:fs'
import type { Output } from './lane-output.ts'
import { runCommand } from './run-command.ts'

interface LockFile {
  packages: Record<string, { integrity?: string; optional?: boolean }>
}

export const hostedFolder = 'e2e/hosted'

/** Installs the hosted provider's emulator by its lock file, unless it is installed. */
export async function installEmulator(output: Output): Promise<void> {
  if (isInstalled()) return
  const install = ['npm', 'ci', '--prefix', hostedFolder, '--loglevel=error']
  if ((await runCommand(install, output)) !== 0)
    throw new Error('The emulator could not be installed')
}

function isInstalled() {
  const record = `${hostedFolder}/node_modules/.package-lock.json`
  if (!existsSync(record)) return false
  const installed = new Set(neededPackages(record))
  return neededPackages(`${hostedFolder}/package-lock.json`).every((name) => installed.has(name))
}

function neededPackages(lockFile: string): string[] {
  const { packages }: LockFile = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && !optional)
    .map(([path, { integrity }]) => `${path} ${integrity}`)
}
