import { expect, test } from 'vitest'
import { parseForm } from './form.ts'

test('nested fields become nested values', () => {
  const form = parseForm('amount=5&metadata[order]=a%26b&expand[]=x&expand[]=y&list[0]=z')
  expect(JSON.parse(JSON.stringify(form))).toEqual({
    amount: '5',
    metadata: { order: 'a&b' },
    expand: { 0: 'x', 1: 'y' },
    list: { 0: 'z' },
  })
})

test('a field cannot pollute the prototype of objects', () => {
  parseForm('__proto__[polluted]=yes')
  expect({}).not.toHaveProperty('polluted')
})
