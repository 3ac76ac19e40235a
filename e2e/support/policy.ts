import type { BrowserContext } from '@playwright/test'

/** Records the violations of the content security policy on the shop's pages, enforced or only reported. */
export async function recordPolicyViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = []
  await context.exposeBinding('reportViolation', (_, violation: string) => {
    violations.push(violation)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, documentURI, sourceFile, sample } = event
      const report = (window as unknown as { reportViolation(text: string): void }).reportViolation
      // Documents of the card provider and Google have policies of their own.
      if (new URL(documentURI).origin !== location.origin || window !== top) return
      // The loaders of both add these scripts; the policy restricts their addresses.
      const [sink, script = ''] = sample.split('|')
      const isLoaded =
        script.endsWith('/stripe.js') || script.startsWith('https://apis.google.com/')
      if (sink === 'HTMLScriptElement src' && isLoaded) return
      report(`${documentURI}: ${violatedDirective} by ${blockedURI} ${sample} (${sourceFile})`)
    })
  })
  return violations
}
