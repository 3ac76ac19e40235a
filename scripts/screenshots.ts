import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

// Pictures of every page, by width and theme, in screenshots/.
rmSync('screenshots', { recursive: true, force: true })
const { status } = spawnSync('playwright', ['test', 'e2e/pictures', '--reporter=line'], {
  env: { ...process.env, SCREENSHOTS: '1' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
