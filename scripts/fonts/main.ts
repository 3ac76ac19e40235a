import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../command-line.ts'
import { packed } from './font-pack.ts'

readCommandLine({
  usage: 'npm run fonts',
  about:
    'Packs the fonts of documents from packages of npm, of which it downloads 130 MB into a temporary folder.',
})

/** Packages and the files of them, in the order of preference, after the main font. */
const sources = [
  ...[
    { name: 'arabic', files: /-arabic-400-normal.woff$/ },
    { name: 'armenian', files: /-armenian-400-normal.woff$/ },
    { name: 'devanagari', files: /-devanagari-400-normal.woff$/ },
    { name: 'georgian', files: /-georgian-400-normal.woff$/ },
    { name: 'hebrew', files: /-hebrew-400-normal.woff$/ },
    { name: 'thai', files: /-thai-400-normal.woff$/ },
  ].map(fontsource),
  // All of Noto Sans, for fractions and marks: the main font has only its usual letters.
  {
    archive: '@expo-google-fonts/noto-sans@0.4.2',
    folder: 'package/400Regular',
    files: /NotoSans_400Regular\.ttf$/,
  },
  ...[
    { name: 'math', files: /-latin-400-normal.woff$/ },
    { name: 'symbols', files: /-symbols-400-normal.woff$/ },
    { name: 'sc', files: /-(?:\d+|latin|latin-ext)-400-normal.woff$/ },
    { name: 'kr', files: /-(?:\d+|latin)-400-normal.woff$/ },
  ].map(fontsource),
]

function fontsource({ name, files }: { name: string; files: RegExp }) {
  return { archive: `@fontsource/noto-sans-${name}@5.3.0`, folder: 'package/files', files }
}

const fonts = 'src/server/features/invoices/pdf/fonts'
const temporary = mkdtempSync(join(tmpdir(), 'auto-parts-fonts-'))
const others = sources.flatMap(({ archive, folder, files }, index) => {
  const [file = ''] = execFileSync('npm', ['pack', '--silent', archive], {
    cwd: temporary,
    encoding: 'utf8',
  }).split('\n')
  execFileSync('tar', ['xzf', file, `--one-top-level=${index}`], { cwd: temporary })
  const from = join(temporary, String(index), folder)
  return readdirSync(from)
    .filter((each) => files.test(each))
    .toSorted()
    .map((each) => readFileSync(join(from, each)))
})

writeFileSync(
  `${fonts}/noto-sans-others.pack`,
  packed(readFileSync(`${fonts}/noto-sans.ttf`), others),
)
