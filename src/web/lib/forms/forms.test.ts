import { expect, test, vi } from 'vitest'
import { showProblem, showSaved } from './forms.ts'
import { ApiError, NetworkError } from '../http/problems.ts'

const formWith = (values: Record<string, string>) => ({
  getValues: (() => values) as never,
  setError: vi.fn(),
})

const refusal = (errors: { field: string; message: string }[]) =>
  new ApiError({ type: 'about:blank', code: 'invalid', title: 'Not right', status: 422, errors })

test('server errors are shown at their fields and the first one is focused', () => {
  const form = formWith({ name: '', price: '' })
  showProblem(
    form,
    refusal([
      { field: 'name', message: 'Taken' },
      { field: 'price', message: 'Too low' },
    ]),
  )
  expect(form.setError.mock.calls).toEqual([
    ['name', { message: 'Taken' }, { shouldFocus: true }],
    ['price', { message: 'Too low' }, { shouldFocus: false }],
  ])
})

test('API field names are mapped to form fields', () => {
  const form = formWith({ units: '' })
  showProblem(form, refusal([{ field: 'delta', message: 'At most 5' }]), { delta: 'units' })
  expect(form.setError.mock.calls).toEqual([
    ['units', { message: 'At most 5' }, { shouldFocus: true }],
  ])
})

test('errors without a form field are shown below the form', () => {
  const form = formWith({ name: '' })
  showProblem(form, refusal([{ field: 'other', message: 'Hidden' }]))
  expect(form.setError.mock.calls).toEqual([['root', { message: 'Not right.' }]])
})

/** @shows row-220 */
test('a network error is shown below the form, which keeps its text', () => {
  const form = formWith({ name: '' })
  showProblem(form, new NetworkError())
  expect(form.setError.mock.calls).toEqual([
    ['root', { message: `${new NetworkError().message} What you typed is kept.` }],
  ])
})

test('input typed while a form was being saved stays as a change', () => {
  const [reset, setValue] = [vi.fn(), vi.fn()]
  const typed = { name: 'B', price: '12', reason: '' }
  const form = { getValues: (() => typed) as never, reset, setValue }
  const saved = { name: 'A', price: '12.00', reason: '' }
  expect(showSaved(form, { name: 'A', price: '12', reason: '' }, saved)).toBe(false)
  expect(reset.mock.calls).toEqual([[saved, { keepFieldsRef: true }]])
  expect(setValue.mock.calls).toEqual([['name', 'B', { shouldDirty: true }]])
  expect(setValue.mock.invocationCallOrder[0]).toBeGreaterThan(
    reset.mock.invocationCallOrder[0] ?? Infinity,
  )
  expect(showSaved(form, { ...typed }, saved)).toBe(true)
})
