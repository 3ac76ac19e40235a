import { expect, test, vi } from 'vitest'
import { showProblem } from './forms.ts'
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

test('a network error is shown below the form', () => {
  const form = formWith({ name: '' })
  showProblem(form, new NetworkError())
  expect(form.setError.mock.calls).toEqual([['root', { message: new NetworkError().message }]])
})
