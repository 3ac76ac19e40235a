// Published on purpose: they open nothing but a sandbox on loopback.
export const secretKey = 'sk_test_sandbox'
export const publishableKey = 'pk_test_sandbox'
export const webhookSecret = 'whsec_sandbox'
export const googleClientId = 'auto-parts-sandbox'
export const googleClientSecret = 'auto-parts-sandbox-secret'
