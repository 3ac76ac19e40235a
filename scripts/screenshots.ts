import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { readCommandLine } from './command-line.ts'

readCommandLine({
  usage: 'npm run screenshots',
  about:
    'Saves screenshots of every page, by width, theme and in print, to screenshots/, and the pictures of the README to docs/pictures/.',
})

rmSync('screenshots', { recursive: true, force: true })
const { status } = spawnSync('playwright', ['test', 'e2e/pictures', '--reporter=line'], {
  env: { ...process.env, SCREENSHOTS: '1' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
