/** Page numbers to link: the first, the last and the neighbours of the current one; 0 is a gap. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const numbers = [...new Set(near)].toSorted((one, other) => one - other)
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1] ?? 0
    if (n - before === 2) return [n - 1, n]
    return n - before > 2 ? [0, n] : [n]
  })
}
