import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRelease } from './make-release.ts'
import { lastRelease } from './releases.ts'
import { subjectFaults } from './subject-rule.ts'
import { openRepository } from './testing/repository.ts'

const day = '2026-12-01'

const changelogOf = (notes: string) =>
  `# Changelog\n\nAll notable changes.\n\n## Unreleased\n${notes}\n## 0.1.0 - 2026-11-22\n\n- All.\n`

const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`

function openProject({ notes = '\n### Added\n\n- Garages.\n' } = {}) {
  const repository = openRepository()
  repository.write('CHANGELOG.md', changelogOf(notes))
  repository.write('releases.json', json({ '0.1.0': 'the first' }))
  repository.write('package.json', json({ name: 'shop', version: '0.1.9', files: ['a'] }))
  repository.write(
    'package-lock.json',
    json({ name: 'shop', version: '0.1.9', packages: { '': { version: '0.1.9' } } }),
  )
  repository.commit('shop: add everything')
  const read = (file: string) => readFileSync(join(repository.folder, file), 'utf8')
  return { ...repository, read }
}

test('a release sets the version, dates the changelog, commits, tags and is recorded', () => {
  const { folder, read, git } = openProject()
  expect(makeRelease(folder, { wanted: 'minor', day })).toBe('0.2.0')

  expect(JSON.parse(read('package.json'))).toEqual({
    name: 'shop',
    version: '0.2.0',
    files: ['a'],
  })
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    name: 'shop',
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  })
  expect(read('CHANGELOG.md')).toBe(
    changelogOf('\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- Garages.\n'),
  )
  expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag')
  const released = git('rev-parse', 'v0.2.0^{commit}')
  expect(lastRelease(folder)).toEqual({ version: '0.2.0', commit: released })
  expect(git('rev-parse', 'HEAD~1')).toBe(released)
  expect(git('status', '--porcelain')).toBe('')
  const subjects = git('log', '--format=%s', '-2').split('\n')
  expect(subjects).toEqual(['release: record 0.2.0', 'release: 0.2.0'])
  expect(subjects.flatMap(subjectFaults)).toEqual([])
})

test.each([
  ['major', '1.0.0'],
  ['patch', '0.1.10'],
  ['0.10.0', '0.10.0'],
])('"%s" after 0.1.9 is %s', (wanted, version) => {
  const { folder } = openProject()
  expect(makeRelease(folder, { wanted, day, isDryRun: true })).toBe(version)
})

test('a dry run writes nothing', () => {
  const { folder, git } = openProject()
  const head = git('rev-parse', 'HEAD')
  makeRelease(folder, { wanted: 'patch', day, isDryRun: true })
  expect(git('status', '--porcelain')).toBe('')
  expect(git('tag')).toBe('')
  expect(git('rev-parse', 'HEAD')).toBe(head)
})

test.each([
  ['an empty Unreleased section', { notes: '' }, 'patch', 'Unreleased of CHANGELOG.md is empty'],
  ['headings without entries', { notes: '\n### Added\n' }, 'patch', 'CHANGELOG.md is empty'],
  ['the same version', {}, '0.1.9', '0.1.9 is not higher than 0.1.9'],
  ['a lower version', {}, '0.1.8', '0.1.8 is not higher than 0.1.9'],
  ['no version', {}, 'next', '"next" is not a version such as 1.2.3'],
])('%s is not released', (_, project, wanted, message) => {
  const { folder, git } = openProject(project)
  expect(() => makeRelease(folder, { wanted, day })).toThrow(message)
  expect(git('status', '--porcelain')).toBe('')
})

test('changes that are not committed are not released', () => {
  const { folder, write } = openProject()
  write('new.txt', 'not yet added')
  expect(() => makeRelease(folder, { wanted: 'patch', day })).toThrow('not committed')
})

test('a version that has a tag is not released again', () => {
  const { folder, git } = openProject()
  git('tag', 'v0.1.10')
  expect(() => makeRelease(folder, { wanted: 'patch', day })).toThrow('v0.1.10 exists already')
})
