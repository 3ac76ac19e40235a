// A shop in production refuses the sandbox's keys by their name: to rehearse one, it goes by another.
const name = process.env['SANDBOX_KEYS'] ?? 'sandbox'

// Published on purpose: they open nothing but a sandbox on loopback.
export const secretKey = `sk_test_${name}`
export const publishableKey = `pk_test_${name}`
export const webhookSecret = `whsec_${name}`
export const googleClientId = 'auto-parts-sandbox'
export const googleClientSecret = 'auto-parts-sandbox-secret'
