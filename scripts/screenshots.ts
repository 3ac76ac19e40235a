import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { readCommandLine } from '../src/server/cli/command-line.ts'

readCommandLine({
  usage: 'npm run screenshots',
  about: 'Saves screenshots of every page, by width, theme and in print, to screenshots/.',
})

rmSync('screenshots', { recursive: true, force: true })
const { status } = spawnSync('playwright', ['test', 'e2e/pictures', '--reporter=line'], {
  env: { ...process.env, SCREENSHOTS: '1' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
