import fc from 'fast-check'
import { oemNumberOf } from './many-numbers.ts'
import { emailOf, rareWord } from './many-rows.ts'

/** Wrong letters, missing spaces, and frequent words that never occur together. */
const mistyped = [
  'tailight',
  'headlihgt lefft',
  'brkae dics',
  'sparkplug',
  'wind shield wiper',
  'left right',
  'upper lower inner',
  'qwerty asdfgh',
  'hood shocks tire',
]

const ordinary = [
  mistyped,
  [
    'brake',
    rareWord,
    'AP-0000777',
    'ap 0000777',
    oemNumberOf(777),
    'ks 0000777',
    'KS-9990777-F',
    'no such',
    'panel rear brake',
    'number 17',
  ],
  [
    'b',
    'zq',
    'of',
    'fr re',
    'brake fr re',
    'a f',
    '0',
    '00',
    '000',
    emailOf(77),
    'mia buyer',
    'deadbeef',
    'pi_77',
    'po-',
    'PO-1776',
    '00000000-0000-7000-8000-000000000000',
  ],
].flat()

/** Inputs without three letters in a row, or with letters that a database may not know. */
const odd = [
  ['%', '_', '\\', '??', '#!', '%%%', '___', '\\\\\\', '.*', '()', '[]', '(', '[a', '*', '$^'],
  ['a%', '%a', 'a_b', 'a\\', 'a-b', 'a/c', 'ap-', 'p-0', '1.', '-1', "a'b", 'a"b', '0%', '%00'],
  ['a b c d e f g h', 'of to in', 'a % b', '- - -', 'a\tb', 'a\u00A0b', 'a\u3000b\u2009c'],
  ['é', 'e\u0301', '\u0301', 'ß', 'İ', 'ﬀ', '½', '½½½', '①②③', 'क्', '中', '中文', '日本語'],
  [
    'тормоз',
    'то',
    'ブレーキ',
    '브레이크',
    'ม',
    'العربية',
    '𝒶𝒷𝒸',
    '🚗',
    '👩‍🔧👩‍🔧👩‍🔧',
    '1️⃣2️⃣3️⃣',
    '🚗a🚗',
  ],
  [
    '@',
    'a@b',
    'a@b.c',
    '%@%.%',
    '_@_._',
    '\\@\\.\\',
    '@.',
    'é@é.é',
    '\u200B\u200B\u200B',
    '\u202Eab',
  ],
  [
    '%'.repeat(100),
    'a '.repeat(50),
    'é'.repeat(100),
    '0'.repeat(100),
    '🚗'.repeat(50),
    'x%'.repeat(50),
  ],
].flat()

const piece = fc.oneof(
  fc.constantFrom(
    ...String.raw`% _ \ ? # ! * ( ) [ ] { } | & ^ $ ~ ' " ; : , . / + - = @`.split(' '),
  ),
  fc.constantFrom('a', 'b', 'e', 'i', 'z', '0', '1', '9'),
  fc.constantFrom(' ', '\t', '\u00A0', '\u2003', '\u3000', '\u200B'),
  fc.constantFrom('é', 'e\u0301', '\u0308', '中', 'ж', 'क', '្', 'ﷺ', 'ʼ', '٣', '²', '🛞', '\uD800'),
  fc.constantFrom('br', 'of', 'AP', '00', 'zq'),
)
const mixed = fc.string({ unit: piece, minLength: 1, maxLength: 12 })

/** Ordinary, odd and generated texts. */
export const texts = [...ordinary, ...odd, ...fc.sample(mixed, { seed: 14, numRuns: 60 })]

/** Words of many rows that few or no rows have in this order, and parts of words that none has. */
const scattered = [
  ...mistyped,
  'clips',
  'salt heat',
  'a',
  'brake disc',
  'AP-0000777 brake',
  'theat',
  'example shop',
  'trouble fitted',
  'about question',
  'po-1',
  'deadbeef',
]
const words =
  'brake disc front left right rear models drawing clips screws salt heat reference buyer shop example mia fitted trouble number question about'.split(
    ' ',
  )
const shuffled = fc.shuffledSubarray(words, { minLength: 2, maxLength: 3 })

/** Texts of words that many rows have. */
export const frequent = [
  ...scattered,
  ...fc.sample(shuffled, { seed: 15, numRuns: 10 }).map((some) => some.join(' ')),
]
