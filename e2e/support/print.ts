import type { Page } from '@playwright/test'

/** The number of printed pages. */
export async function printedPages(page: Page, format: 'A4' | 'Letter') {
  const pdf = await page.pdf({ format })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
}
