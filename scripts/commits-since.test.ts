import { expect, test } from 'vitest'
import { commitsSince } from './commits-since.ts'
import { git } from './git.ts'
import { openRepository, temporaryFolder } from './testing/repository.ts'

function openHistory() {
  const repository = openRepository()
  repository.commit('The beginning')
  const base = repository.commit('The base')
  repository.git('checkout', '--quiet', '-b', 'side')
  repository.commit('http: add a header')
  repository.git('checkout', '--quiet', 'main')
  repository.commit('db: add an index')
  repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge branch side', 'side')
  return { ...repository, base }
}

const subjects = (base: string, folder: string) =>
  commitsSince(base, folder).map(({ subject }) => subject)

test('commits after a base are found on merged branches too, without merge commits', () => {
  const { base, folder } = openHistory()
  expect(subjects(base, folder).toSorted()).toEqual(['db: add an index', 'http: add a header'])
})

test('a base that is the newest commit has no commits after it', () => {
  const { folder, git: run } = openHistory()
  expect(subjects(run('rev-parse', 'HEAD'), folder)).toEqual([])
})

test('all commits of a shallow clone count if it ends after the base', () => {
  const { base, folder, commit } = openHistory()
  commit('web: add a button')
  const clone = temporaryFolder()
  git(clone, 'clone', '--quiet', '--depth=1', `file://${folder}`, '.')
  expect(subjects(base, clone)).toEqual(['web: add a button'])
})

test('a complete history without the base is an error', () => {
  const { folder } = openHistory()
  const unknown = '0123456789012345678901234567890123456789'
  expect(() => subjects(unknown, folder)).toThrow(`${unknown} is not in the history`)
})
