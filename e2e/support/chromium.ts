import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'

interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const cache = join(import.meta.dirname, '../..', 'node_modules', '.cache')

/**
 * Launch options for the Chromium that comes inside an npm package, with the libraries and the font
 * it needs, so that browser tests run where nothing can be installed. `CHROMIUM` names another.
 */
export async function chromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking']
  const env = definedOnly(process.env)
  if (env['CHROMIUM']) return { executablePath: env['CHROMIUM'], args, env }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The packaged Chromium is for Linux on x64: set CHROMIUM=/path/to/chromium.')
  }

  const root = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(join(root, 'bin'), folder)
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      ...env,
      LD_LIBRARY_PATH: [env['LD_LIBRARY_PATH'], join(folder, 'al2023', 'lib')]
        .filter(Boolean)
        .join(delimiter),
      FONTCONFIG_PATH: env['FONTCONFIG_PATH'] ?? folder,
    },
  }
}

/** Under another name first, so that of several who unpack at once one wins and all find it whole. */
async function unpack(archives: string, folder: string) {
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${folder}.new-`)
  const { TMPDIR } = process.env
  // The package unpacks into the system's folder for temporary files, wherever that is.
  process.env['TMPDIR'] = draft
  const unpacking = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) =>
    inflate(join(archives, name)),
  )
  if (TMPDIR === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = TMPDIR
  await Promise.all(unpacking)

  // The package's own configuration names folders that do not exist here.
  await writeFile(join(draft, 'fonts.conf'), fontConfiguration)
  chmodSync(join(draft, 'chromium'), 0o755)
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

const definedOnly = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
