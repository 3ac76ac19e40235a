// The first step of every npm script: installs missing packages, then runs a TypeScript file on Node 24.
// This file must run on Node 20.19, before any package is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

const [script = '', ...args] = process.argv.slice(2)
const windows = process.platform === 'win32'
process.chdir(join(import.meta.dirname, '..'))

const system = `${windows ? 'win' : process.platform}-${process.arch}`
if (!isInstalled() || !findNode()) {
  // Installing would not provide Node: npm has it for Linux and for Windows on x64 only.
  if (!runsNode24() && !(`node_modules/node-${system}` in packagesOf('package-lock.json')))
    fail(noNode())
  install()
}
const node = findNode()
if (!node) fail(noNode())
run(node)

function noNode() {
  return `Node 24 is required; this is ${process.version}, and npm has no Node for ${system}. Install the version in .nvmrc and try again.`
}

function runsNode24() {
  return Number.parseInt(process.versions.node, 10) >= 24
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/** Compares the lock file with npm's record of the installed packages. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, integrity, optional, devOptional, dev }]) =>
      path === '' ||
      optional ||
      devOptional ||
      (dev && needsNoTools()) ||
      (installed[path]?.version === version && installed[path].integrity === integrity),
  )
}

/** A built shop in production needs no build and test tools. */
function needsNoTools() {
  return (
    process.env.NODE_ENV === 'production' &&
    existsSync('dist/.build-stamp') &&
    !['scripts/test/main.ts', 'scripts/dev.ts'].includes(script)
  )
}

function install() {
  const started = Date.now()
  console.log('Installing the packages of package-lock.json (npm ci), about a minute …')
  // Explicit, since NODE_ENV or npm's `omit` setting may exclude them.
  const which = needsNoTools() ? ['--omit=dev'] : ['--include=dev']
  const command = ['ci', ...which, '--include=optional', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: nodeOfNpm = process.execPath } = process.env
  const { status } = npm
    ? spawnSync(nodeOfNpm, [npm, ...command], { stdio: 'inherit' })
    : spawnSync('npm', command, { stdio: 'inherit', shell: windows })
  if (status !== 0) fail('npm ci did not succeed; its messages are above.')
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** The Node 24 of npm if it runs on this system, else the current one if it is new enough. */
function findNode() {
  const own = join(
    process.cwd(),
    'node_modules',
    `node-${system}`,
    'bin',
    windows ? 'node.exe' : 'node',
  )
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  return runsNode24() ? process.execPath : undefined
}

function run(node) {
  const env = {
    NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: [join(process.cwd(), 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  }
  // The program exits when the IPC channel closes, even if this process is killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(node, [script, ...args], { env, stdio })
  child.on('error', ({ message }) => fail(message))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  if (process.env.npm_lifecycle_event) {
    const parents = parentsUpToNpm()
    setInterval(() => {
      if (parentsUpToNpm() !== parents) child.kill('SIGTERM')
    }, 500)
  }
}

/** A killed npm sends no signal, but this process, or the shell between them, gets a new parent. */
function parentsUpToNpm() {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const isShell = /\((sh|ash|dash|bash|zsh)\)/.test(stat)
    return isShell ? `${parent} ${stat.split(') ')[1].split(' ')[1]}` : `${parent}`
  } catch {
    return `${parent}`
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
