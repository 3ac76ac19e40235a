/**
 * Common words that are one letter away from a word of the trade, such as `house` from `hose`. A search for one of
 * them alone is spelled as it is meant; beside other words it may be a mistake, as in `coal spring`.
 */
const everydayWords = new Set(
  `
  house horse hole home hope host dish desk coal coin food best bell beat bold sell wine boat hold book hook
  tide tile pile pine race busy look lack luck care cure corn code come plus plum hear held heal brave grass class
  string cooker chair truck brush black space share value type
  `
    .trim()
    .split(/\s+/),
)

export const isEverydayWord = (word: string) => everydayWords.has(word)
