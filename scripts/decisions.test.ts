import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const index = readFileSync(`${folder}/README.md`, 'utf8')

interface DecisionRecord {
  file: string
  number: string
  title: string
  status: string
}

const records = readdirSync(folder)
  .filter((file) => /^\d{4}-.+\.md$/.test(file) && !file.startsWith('0000'))
  .map((file): DecisionRecord => {
    const [heading = '', status = ''] = readFileSync(`${folder}/${file}`, 'utf8').split('\n\n')
    return { file, number: file.slice(0, 4), title: heading.replace('# ', ''), status }
  })

test('the index lists every decision once, with its title', () => {
  const listed = Array.from(index.matchAll(/^- \[(.+)\]\(([^)]+)\)/gm), ([, title, file]) => ({
    title,
    file,
  }))
  expect(listed.toSorted((a, b) => String(a.file).localeCompare(String(b.file)))).toEqual(
    records.map(({ title, file }) => ({ title, file })),
  )
})

test('each decision that a comment cites exists', () => {
  const sources = globSync('{src,scripts,verify,measure,rig}/**/*.{ts,tsx}').map((file) =>
    readFileSync(file, 'utf8'),
  )
  const cited = sources.flatMap((text) =>
    [...text.matchAll(/docs\/decisions\/(\d{4}(?:, \d{4})*)/g)].flatMap(([, numbers = '']) =>
      numbers.split(', '),
    ),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(records.map(({ number }) => number)).toEqual(expect.arrayContaining(cited))
})

test('each decision has a number of its own, as in its title', () => {
  expect(new Set(records.map(({ number }) => number)).size).toBe(records.length)
  for (const { number, title } of records) expect(title.split(' ')[0]).toBe(number)
})

test.each(records)('$file has a date and a status', ({ status }) => {
  expect(status).toMatch(/^\d{4}-\d{2}-\d{2} · (?:accepted|superseded by \[\d{4}\])/)
})

const superseded = records.filter(({ status }) => status.includes('superseded by ['))

test.each(superseded)('the index marks $file as superseded', ({ file, status }) => {
  const successor = /superseded by \[(\d{4})\]/.exec(status)?.[1]
  const line = index.split('\n').find((text) => text.includes(`(${file})`))
  expect(line).toContain(`superseded by ${successor}`)
})
