// A production shop refuses keys with the suffix `sandbox`; tests of the production mode set another.
const name = process.env['SANDBOX_KEYS'] ?? 'sandbox'

// Not secret: they are valid for a sandbox on loopback only.
export const secretKey = `sk_test_${name}`
export const publishableKey = `pk_test_${name}`
export const webhookSecret = `whsec_${name}`
export const googleClientId = 'auto-parts-sandbox'
export const googleClientSecret = 'auto-parts-sandbox-secret'
