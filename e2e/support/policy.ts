import type { BrowserContext } from '@playwright/test'

/** What the shop's pages did against their content security policy, enforced or only reported. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const violations: string[] = []
  await context.exposeBinding('reportViolation', (_, violation: string) => {
    violations.push(violation)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, documentURI, sourceFile, sample } = event
      const report = (window as unknown as { reportViolation(words: string): void }).reportViolation
      // The card provider's and Google's own documents are not ours.
      if (new URL(documentURI).origin !== location.origin || window !== top) return
      // Their own loaders add these scripts; the policy above says which they may be.
      const [sink, script = ''] = sample.split('|')
      const isLoaded =
        script.endsWith('/stripe.js') || script.startsWith('https://apis.google.com/')
      if (sink === 'HTMLScriptElement src' && isLoaded) return
      report(`${documentURI}: ${violatedDirective} by ${blockedURI} ${sample} (${sourceFile})`)
    })
  })
  return violations
}
