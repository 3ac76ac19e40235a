/** Shown as a blank, or as one that takes no room between the letters of Korean and Braille. */
const blanks = /[\p{Zs}\u115F\u1160\u2800\u3164\uFFA0]+/gu

/**
 * Without a shape in any script: soft hyphens, direction marks, zero-width blanks and the like. Not those that other rules
 * here are about, nor what turns the direction of text, which is refused.
 */
const shapeless =
  /(?![\p{Join_Control}\p{Variation_Selector}\u115F\u1160\u202A-\u202E\u2066-\u2069\u3164\uFFA0\u{E0000}-\u{E007F}])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/**
 * Joiners and variants of a character: they shape words of Arabic and India, and emoji, but nothing behind these characters.
 */
const needlessJoiners =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Zs}])[\p{Join_Control}\p{Variation_Selector}]+/gu

/** Tags belong to a flag. */
const needlessTags = /(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0000}-\u{E007F}]+/gu

/** Hyphens that look like the one of keyboards. */
const hyphens = /[\u2010\u2011]/gu

/** Two or three letters, and Roman numerals, in one character. */
const joinedLetters = /[\uFB00-\uFB06\u2160-\u217F]/gu

/** The Greek letter where the micro sign is meant, which looks the same. */
const micro = /(?<!\p{Script=Greek})\u03BC(?!\p{Script=Greek})/gu

/**
 * A single line of text as it is seen, so that two texts that look the same are the same: one plain blank for blanks of
 * any kind and number, no characters without a shape. Control characters stay, to be refused.
 */
export const asSeen = (line: string) =>
  line
    .replaceAll(shapeless, '')
    .replaceAll(blanks, ' ')
    .replaceAll(needlessJoiners, '')
    .replaceAll(needlessTags, '')
    .replaceAll(hyphens, '-')
    .replaceAll(joinedLetters, (letters) => letters.normalize('NFKC'))
    .replaceAll(micro, '\u00B5')

/** Letters, digits and signs as wide as ideographs, which Asian keyboards type, as plain ones. */
export const narrowed = (text: string) =>
  text.replaceAll(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))

/** Without a shape that any font has: also signs of private use, the place of a picture and a note head of no colour. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800\uFFFC\u{1D159}]/gu

/** Whether the text has anything to be seen. */
export const isVisible = (text: string) => text.replaceAll(unseen, '') !== ''

/** The length of a text without the characters that have no shape, and without blanks around it. */
export const seenLength = (text: string) =>
  text
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\uFFFC\u{1D159}]/gu, '')
    .replaceAll('\u2800', ' ')
    .trim().length

const lookalikes = {
  Cyrillic: /\p{Script=Cyrillic}/u,
  // Only those that look like Latin letters: Ω and µ are signs beside them.
  Greek: /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυχϲϳ]/u,
}

/**
 * The first word that mixes Latin letters with letters of another alphabet that look like them; undefined if there is none.
 */
export const mixedWord = (text: string) =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .find(
      (word) =>
        /\p{Script=Latin}/u.test(word) &&
        Object.values(lookalikes).some((letters) => letters.test(word)),
    )
