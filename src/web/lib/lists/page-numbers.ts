/** The pages to offer beside the one that is shown: the first, the last and its neighbours; 0 is a gap. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const shown = [...new Set(near)].toSorted((one, other) => one - other)
  return shown.flatMap((n, index) => {
    const before = shown[index - 1] ?? 0
    if (n - before === 2) return [n - 1, n]
    return n - before > 2 ? [0, n] : [n]
  })
}
