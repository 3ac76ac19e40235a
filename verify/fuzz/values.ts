import fc from 'fast-check'

/** Must never be returned as markup. */
export const markup = '"><img src=x onerror=alert(1)><script>alert(1)</script>'

const dangerous = fc.constantFrom(
  ...[
    ['', ' ', '\0', 'a\0b', '\uD800', 'a\uDFFFb', '\uFFFE', '\r\nset-cookie: a=b'],
    ['__proto__', 'constructor', 'toString', '$ne', '{"$ne":null}', '[object Object]'],
    ["'; drop table orders; --", '" or 1=1 --', '\\', '%', '_', '%00', '${7*7}', '{{7*7}}'],
    [markup, 'javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,<b>', '//x.example'],
    ['../../etc/passwd', '..;/admin', 'C:\\', 'file:///etc/passwd', 'https://user@host@x'],
    ['\u202Egnp.exe', '\u200F\u200E\u2066', '\uFEFF', 'e\u0301', 'İ', 'ß', '１２', '١٢', '👩‍👩‍👧'],
    ['NaN', 'Infinity', '-0', '0x10', '1e1', ' 12 ', '010', '1_000', '1e309', 'null', 'true'],
    ['a@b', 'a@b.c@d.e', '"a b"@shop.example', 'a..b@shop.example', 'ä@shop.example'],
  ].flat(),
)

const huge = fc
  .tuple(
    fc.constantFrom('a', '\u0000', '🚗', '%', '[', ' '),
    fc.constantFrom(101, 1001, 5000, 30_000),
  )
  .map(([piece, times]) => piece.repeat(times))

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: dangerous },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: huge },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(
    ...[
      [0, -0, -1, 0.001, 9.999, 10.5, 1e21, 1e308, 5e-324, Number.MAX_SAFE_INTEGER],
      [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32 + 10, 2 ** 53, 2 ** 63, 999_999.995],
    ].flat(),
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: fc.constantFrom({ $ne: null }, { length: 1 }, [], {}, [12], [['a']]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
