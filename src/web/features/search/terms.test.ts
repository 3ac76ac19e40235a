import { expect, test } from 'vitest'
import { termsOf, termsText } from './terms.ts'

test.each([
  ['bonnet, hood', ['bonnet', 'hood']],
  [' bonnet ;hood\nengine cover,', ['bonnet', 'hood', 'engine cover']],
  [' , ', []],
])('terms are separated by commas, semicolons and line breaks: %j', (typed, terms) => {
  expect(termsOf(typed)).toEqual(terms)
  expect(termsOf(termsText(terms))).toEqual(terms)
})
