import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { git, gitSucceeds } from '../../scripts/git.ts'
import { requirements } from '../../src/server/db/migrate.ts'
import type { Release } from '../../scripts/releases.ts'

type Manifest = { version: string } & Partial<
  Record<'dependencies' | 'devDependencies', Record<string, string>>
>

/** The earliest release that runs on today's schema. */
export const requiredRelease = requirements.at(-1)?.replace('0000-needs-release-', '') ?? '0.0.0'

/** Extracts the code of a release from git into `folder`, links the packages that it needs and builds its pages. */
export function openReleaseCode(release: Release, folder: string) {
  const { version, commit } = release
  if (!gitSucceeds('.', 'cat-file', '-e', `${commit}^{commit}`)) {
    throw new Error(
      `Commit ${commit} of the last release, ${version} (releases.json), is not in this repository. In a shallow ` +
        `clone run "git fetch --unshallow" (in CI: fetch-depth: 0); a source archive has no history, so ` +
        `this test needs a clone.`,
    )
  }
  const archive = join(folder, 'release.tar')
  git('.', 'archive', '--format=tar', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  symlinkSync(packagesFor(release, folder), join(folder, 'node_modules'), 'junction')
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}

/** The current packages if they include all that the release imports, else its own, installed once. */
function packagesFor({ commit }: Release, folder: string): string {
  const today = resolve('node_modules')
  if (importedPackages(folder).every((name) => isInstalled(name, today, folder))) return today
  const own = resolve('node_modules/.cache/releases', commit)
  if (existsSync(own)) return join(own, 'node_modules')
  const draft = `${own}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    if (existsSync(join(folder, file))) cpSync(join(folder, file), join(draft, file))
  }
  const command = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit']
  execFileSync('npm', [...command, '--prefer-offline', '--loglevel=error'], {
    cwd: draft,
    shell: process.platform === 'win32',
  })
  renameSync(draft, own)
  return join(own, 'node_modules')
}

/** Package names in `import … from`, also over several lines, and `import()`. */
const imported =
  /(?:^(?:im|ex)port (?!type).*from |^\} from |^import |\bimport\()'([^'.#/][^']*)'/gm

/** The packages that a release's server, pages and build import. */
function importedPackages(folder: string): string[] {
  const files = globSync(['src/{contract,server,web}/**/*.{ts,tsx}', 'vite.config.ts'], {
    cwd: folder,
    exclude: ['**/*.test.ts', '**/testing/**'],
  })
  const names = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return Array.from(text.matchAll(imported))
  })
  const packages = names.map(([, path = '']) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return [...new Set(packages)].filter(
    (name) => !name.startsWith('node:') && !builtinModules.includes(name),
  )
}

/** Whether the current packages include a compatible version: the same major version, before 1.0 the same minor. */
function isInstalled(name: string, today: string, folder: string): boolean {
  const file = join(today, name, 'package.json')
  if (!existsSync(file)) return false
  const { dependencies, devDependencies } = readManifest(join(folder, 'package.json'))
  const wanted = dependencies?.[name] ?? devDependencies?.[name]
  return wanted === undefined || compatible(wanted) === compatible(readManifest(file).version)
}

const compatible = (version: string) => /^(?:0\.\d+|[1-9]\d*)/.exec(version)?.[0]

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'))
